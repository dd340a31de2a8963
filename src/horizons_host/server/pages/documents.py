"""Reports as responses, in each of their formats, with the policy that they need."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from litestar import Response

import horizons_core as hz
from horizons_host.desk.handover import handover
from horizons_host.desk.handover_pages import handover_page
from horizons_host.report_files import FORMS
from horizons_host.server.games.access import page_not_found
from horizons_host.server.pages.rendering import PageRequest
from horizons_host.server.pages.renderings import RenderingCache
from horizons_host.server.security.headers import policy_of_document
from horizons_host.store import GameStore

#: Key in the `opt` of a handler whose responses may be compressed already.
PACKED = "packed"
_renderings = RenderingCache()
_KINDS = {"text": "text/plain", "html": "text/html", "json": "application/json"}


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
    """Tell whether the browser accepts gzip."""
    return "gzip" in request.headers.get("accept-encoding", "")


def handover_answer(store: GameStore, seat: str) -> Response[bytes]:
    """Return the page with the full history of a seat; raises SeatError."""
    info = store.info()
    variant = hz.load_variant(info.variant, info.mods, info.data_mods)
    return html_answer(handover_page(variant, handover(store, seat)))


def html_answer(text: str) -> Response[bytes]:
    """Return a page that contains its own policy."""
    headers = {"Content-Security-Policy": policy_of_document(text)}
    return Response(text.encode(), media_type="text/html; charset=utf-8", headers=headers)
