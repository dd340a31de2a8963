"""Reports as answers: in each of their forms, with the policy that the page needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from litestar import Response

import horizons_core as hz
from horizons_host.desk.handover import handover
from horizons_host.desk.handover_pages import handover_page
from horizons_host.report_files import FORMS
from horizons_host.server.games.access import nothing_here
from horizons_host.server.pages.rendering import Asked
from horizons_host.server.pages.renderings import Renderings
from horizons_host.server.security.headers import policy_of_document
from horizons_host.store import GameStore

#: What the `opt` of a handler says whose answers are packed already, where that is wanted.
PACKED = "packed"
_renderings = Renderings()
_KINDS = {"text": "text/plain", "html": "text/html", "json": "application/json"}


def document_answer(
    store: GameStore,
    document: Callable[[], Mapping[str, Any]],
    file: str,
    stored: bytes | None = None,
    *,
    unpacks: bool = False,
) -> Response[bytes]:
    """A document as the file of this name: `report.text`, `.html` or `.json`.

    It is sent packed to a browser that `unpacks`; the handler's `opt` has `PACKED` for that.

    What is made of one is kept under the bytes that are `stored` of it, if there are such. Raises
    NoGameError for another name.
    """
    form = file.removeprefix("report.")
    if form not in FORMS or file == form:
        raise nothing_here()
    made = _renderings.of(store.plate(), stored, document, form)
    headers = {"Vary": "Accept-Encoding"}
    if made.policy:
        headers["Content-Security-Policy"] = made.policy
    if unpacks:
        headers["Content-Encoding"] = "gzip"
    body = made.packed if unpacks else made.plain
    return Response(body, media_type=f"{_KINDS[form]}; charset=utf-8", headers=headers)


def unpacks(request: Asked) -> bool:
    """Whether the browser takes what is packed by gzip."""
    return "gzip" in request.headers.get("accept-encoding", "")


def papers_answer(store: GameStore, seat: str) -> Response[bytes]:
    """The page of all that belongs to a seat; raises SeatError."""
    plate = store.plate()
    variant = hz.load_variant(plate.variant, plate.mods, plate.data_mods)
    return html_answer(handover_page(variant, handover(store, seat)))


def html_answer(text: str) -> Response[bytes]:
    """A page that brings its own policy."""
    headers = {"Content-Security-Policy": policy_of_document(text)}
    return Response(text.encode(), media_type="text/html; charset=utf-8", headers=headers)
