"""The report of Galaxy G: its form, and the values for its templates besides the document.

`VIEW_SCHEMA` describes the document's part `view`. `TextReport` writes a document as the plain text
of GG-RPT-001, `ReportPage` as the HTML page.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from horizons_core.report import counted, form_from_templates
from variants.galaxy_g.report.page import ReportPage
from variants.galaxy_g.report.sections import sections
from variants.galaxy_g.report.text import TextReport
from variants.galaxy_g.view.shapes import VIEW_SCHEMA

__all__ = ["FORM", "VIEW_SCHEMA"]


def prepare(report: Mapping[str, Any]) -> dict[str, Any]:
    """The document in both forms, each of which builds only what its template uses."""
    return {
        "text_report": TextReport(report),
        "sections": sections,
        "page": ReportPage(report),
        "counted": counted,
    }


FORM = form_from_templates("variants.galaxy_g", VIEW_SCHEMA, prepare)
