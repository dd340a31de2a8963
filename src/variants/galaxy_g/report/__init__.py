"""The report of Galaxy G: its form, and the values for its templates besides the document.

`VIEW_SCHEMA` describes the document's part `view`. `Classic` writes a document as the plain text
of GG-RPT-001, `Page` as the HTML page.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from horizons_core.report import counted, form_from_templates
from variants.galaxy_g.report.classic import Classic
from variants.galaxy_g.report.page import Page
from variants.galaxy_g.report.sections import sections
from variants.galaxy_g.view.shapes import VIEW_SCHEMA

__all__ = ["FORM", "VIEW_SCHEMA"]


def prepare(report: Mapping[str, Any]) -> dict[str, Any]:
    """The document in both forms. Either builds only what its template asks for."""
    return {
        "classic": Classic(report),
        "sections": sections,
        "page": Page(report),
        "counted": counted,
    }


FORM = form_from_templates("variants.galaxy_g", VIEW_SCHEMA, prepare)
