"""How an empire is told: the report's document, its renderings, battles in words, maps, tables."""

from horizons_core.report.battle_text import (
    components,
    counted,
    left_of,
    listed,
    salvo_text,
    salvo_texts,
    ships_of,
    side_totals,
    strength,
    unit_names,
    verdict,
)
from horizons_core.report.document import (
    REPORT_SCHEMA,
    Renderer,
    Report,
    ReportForm,
    report_data,
)
from horizons_core.report.maps import map_figure, map_svg
from horizons_core.report.markers import COLOURS, SHAPES, Emblem, emblem_of, emblems, fleet_marks
from horizons_core.report.page_tables import Column, Valued, html_table, named, numbers, text
from horizons_core.report.rendering import form_from_templates, templates
from horizons_core.report.shapes import data_of, described, schema_of

__all__ = [
    "COLOURS", "REPORT_SCHEMA", "SHAPES", "Column", "Emblem", "Renderer", "Report",
    "ReportForm", "Valued", "components", "counted", "data_of", "described", "emblem_of",
    "emblems", "fleet_marks", "form_from_templates", "html_table", "left_of", "listed",
    "map_figure", "map_svg", "named", "numbers", "report_data", "salvo_text", "salvo_texts",
    "schema_of", "ships_of", "side_totals", "strength", "templates", "text", "unit_names",
    "verdict",
]  # fmt: skip
