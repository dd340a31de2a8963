"""Rendered reports, cached: a report never changes, and is read repeatedly."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from attrs import define, field, frozen

import horizons_core as hz
from horizons_core.codec import digest_of
from horizons_host.recent import SizedCache
from horizons_host.report_files import rendered
from horizons_host.server.security.headers import policy_of_document
from horizons_host.store import GameInfo

#: Total bytes cached per process.
MOST_BYTES = 32_000_000
_COMPRESSION_LEVEL = 5


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

    most: int = MOST_BYTES
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
    rules = partial(hz.load_variant, info.variant, info.mods, info.data_mods)
    text = rendered(rules, document, form)
    policy = policy_of_document(text) if form == "html" else ""
    return Rendering(gzip.compress(text.encode(), _COMPRESSION_LEVEL, mtime=0), policy)
