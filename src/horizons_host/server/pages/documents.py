"""Reports as responses, in each of their formats, whose renderings are cached."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable, Mapping
from typing import Any

from attrs import define, field, frozen
from litestar import Response

import horizons_core as hz
from horizons_core.codec import digest_of
from horizons_host.reports.files import FORMS, rendered
from horizons_host.seats.handover import handover, handover_page
from horizons_host.server.games.access import page_not_found
from horizons_host.server.pages.rendering import PageRequest
from horizons_host.server.security.responses import document_policy
from horizons_host.store import GameInfo, GameStore
from horizons_host.store.caches import SizedCache

#: Total bytes cached per process.
MAX_BYTES = 32_000_000
_COMPRESSION_LEVEL = 5
#: Key in the `opt` of a handler whose responses may be compressed already.
PACKED = "packed"
_KINDS = {"text": "text/plain", "html": "text/html", "json": "application/json"}


@frozen
class Rendering:
    """A rendered text, compressed by gzip, and its content security policy."""

    packed: bytes
    policy: str

    @property
    def plain(self) -> bytes:
        """The text for clients without gzip."""
        return gzip.decompress(self.packed)


def _packed_size(rendering: Rendering) -> int:
    return len(rendering.packed)


@define
class RenderingCache:
    """A cache of recently rendered texts, by digests of their sources."""

    most: int = MAX_BYTES
    _cache: SizedCache[Rendering] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._cache = SizedCache(self.most, size=_packed_size)

    def of(
        self,
        info: GameInfo,
        stored: bytes | None,
        document: Callable[[], Mapping[str, Any]],
        form: str,
    ) -> Rendering:
        """Render a game's document in one of the formats.

        The cache key is made of the `stored` bytes of the document; a document that is built each
        time has none, and is not cached.
        """
        if stored is None:
            return _render(info, document(), form)
        rules = [info.variant, list(info.mods), dict(info.data_mods), form]
        name = f"{digest_of(rules)} {hashlib.blake2b(stored).hexdigest()}"
        return self._cache.of(name, lambda: _render(info, document(), form))


def _render(info: GameInfo, document: Mapping[str, Any], form: str) -> Rendering:
    def rules() -> hz.Variant:
        return hz.load_variant(info.variant, info.mods, info.data_mods)

    text = rendered(rules, document, form)
    policy = document_policy(text) if form == "html" else ""
    return Rendering(gzip.compress(text.encode(), _COMPRESSION_LEVEL, mtime=0), policy)


_renderings = RenderingCache()


def document_answer(
    store: GameStore,
    document: Callable[[], Mapping[str, Any]],
    file: str,
    stored: bytes | None = None,
    *,
    unpacks: bool = False,
) -> Response[bytes]:
    """Return a document as the file of this name: `report.text`, `.html` or `.json`.

    It is sent compressed to a browser that `unpacks`; the handler's `opt` has `PACKED` for that.

    Renderings are cached under the `stored` bytes of the document, if given. Raises NoGameError for
    another name.
    """
    form = file.removeprefix("report.")
    if form not in FORMS or file == form:
        raise page_not_found()
    rendering = _renderings.of(store.info(), stored, document, form)
    headers = {"Vary": "Accept-Encoding"}
    if rendering.policy:
        headers["Content-Security-Policy"] = rendering.policy
    if unpacks:
        headers["Content-Encoding"] = "gzip"
    body = rendering.packed if unpacks else rendering.plain
    return Response(body, media_type=f"{_KINDS[form]}; charset=utf-8", headers=headers)


def unpacks(request: PageRequest) -> bool:
    """Return whether the browser accepts gzip."""
    return "gzip" in request.headers.get("accept-encoding", "")


def handover_answer(store: GameStore, seat: str) -> Response[bytes]:
    """Return the page with the full history of a seat; raises SeatError."""
    info = store.info()
    variant = hz.load_variant(info.variant, info.mods, info.data_mods)
    return html_answer(handover_page(variant, handover(store, seat)))


def html_answer(text: str) -> Response[bytes]:
    """Return a page that contains its own policy."""
    headers = {"Content-Security-Policy": document_policy(text)}
    return Response(text.encode(), media_type="text/html; charset=utf-8", headers=headers)
