"""The reports of Far Horizons, rendered only from the report document.

`VIEW_SCHEMA` describes the document's part `view`; the text is the classic report
(`report.classic`), the page is rendered by `ReportPage` and `report.html.jinja`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from horizons_core.report import ReportForm, templates
from horizons_core.turn import VariantRules
from variants.far_horizons.economy import RULEBOOK_ECONOMY, Economy
from variants.far_horizons.report.text import report_text
from variants.far_horizons.view.shapes import VIEW_SCHEMA

__all__ = ["FORM", "VIEW_SCHEMA", "form_by", "horizons_report"]


def report_page(report: Mapping[str, Any], economy: Economy = RULEBOOK_ECONOMY) -> str:
    """Render the document as a self-contained HTML page."""
    from variants.far_horizons.report.page import ReportPage

    template = templates("variants.far_horizons").get_template("report.html.jinja")
    return template.render(report=report, page=ReportPage(report, economy))


def form_by(economy: Economy) -> ReportForm:
    """Return the form of reports with prices and chances by this economy."""
    text, html = (partial(renderer, economy=economy) for renderer in (report_text, report_page))
    return ReportForm(VIEW_SCHEMA, text=text, html=html)


#: The form of reports with the rulebook's own numbers.
FORM = form_by(RULEBOOK_ECONOMY)


def horizons_report(variant: VariantRules) -> ReportForm:
    """Return the form of reports with the economy of the game."""
    return form_by(variant.economy)
