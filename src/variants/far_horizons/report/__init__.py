"""The reports of Far Horizons: their form, made from the document and from nothing else.

`VIEW_SCHEMA` describes the document's part `view`; the text is the classic report
(`report.classic`), the page is made by `Page` and `report.html.jinja`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from horizons_core.report import ReportForm, templates
from variants.far_horizons.report.text import report_text
from variants.far_horizons.view.shapes import VIEW_SCHEMA

__all__ = ["FORM", "VIEW_SCHEMA"]


def page(report: Mapping[str, Any]) -> str:
    """The document as an HTML page that needs nothing else."""
    from variants.far_horizons.report.page import Page

    template = templates("variants.far_horizons").get_template("report.html.jinja")
    return template.render(report=report, page=Page(report))


FORM = ReportForm(VIEW_SCHEMA, text=report_text, html=page)
