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
from horizons_host.server.pages.renderings import Renderings
from horizons_host.server.security.headers import policy_of_document
from horizons_host.store import GameStore

_renderings = Renderings()
_KINDS = {"text": "text/plain", "html": "text/html", "json": "application/json"}


def document_answer(
    store: GameStore,
    document: Callable[[], Mapping[str, Any]],
    file: str,
    stored: bytes | None = None,
) -> Response[bytes]:
    """A document as the file of this name: `report.text`, `.html` or `.json`.

    What is made of one is kept under the bytes that are `stored` of it, if there are such. Raises
    NoGameError for another name.
    """
    form = file.removeprefix("report.")
    if form not in FORMS or file == form:
        raise nothing_here()
    text = _renderings.of(store.plate(), stored, document, form)
    headers = {"Content-Security-Policy": policy_of_document(text)} if form == "html" else {}
    return Response(text.encode(), media_type=f"{_KINDS[form]}; charset=utf-8", headers=headers)


def papers_answer(store: GameStore, seat: str) -> Response[bytes]:
    """The page of all that belongs to a seat; raises SeatError."""
    plate = store.plate()
    variant = hz.load_variant(plate.variant, plate.mods, plate.data_mods)
    return html_answer(handover_page(variant, handover(store, seat)))


def html_answer(text: str) -> Response[bytes]:
    """A page that brings its own policy."""
    headers = {"Content-Security-Policy": policy_of_document(text)}
    return Response(text.encode(), media_type="text/html; charset=utf-8", headers=headers)
