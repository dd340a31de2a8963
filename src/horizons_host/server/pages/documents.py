"""Reports as answers: in each of their forms, with the policy that the page needs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from litestar import Response

import horizons_core as hz
from horizons_host.report_files import FORMS, rendered
from horizons_host.server.games.access import nothing_here
from horizons_host.server.security.headers import policy_of_document
from horizons_host.store import GameStore

_KINDS = {"text": "text/plain", "html": "text/html", "json": "application/json"}


def document_answer(store: GameStore, document: Mapping[str, Any], file: str) -> Response[bytes]:
    """A document as the file of this name: `report.text`, `.html` or `.json`.

    Raises NoGameError for another one.
    """
    form = file.removeprefix("report.")
    if form not in FORMS or file == form:
        raise nothing_here()
    plate = store.plate()
    variant = partial(hz.load_variant, plate.variant, plate.mods, plate.data_mods)
    text = rendered(variant, document, form)
    headers = {"Content-Security-Policy": policy_of_document(text)} if form == "html" else {}
    return Response(text.encode(), media_type=f"{_KINDS[form]}; charset=utf-8", headers=headers)
