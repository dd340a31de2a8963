"""Reports as documents and their renderings, with maps and battles.

Modules that only views and renderings need are imported on demand.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from horizons_core.report.document import (
    REPORT_SCHEMA,
    Renderer,
    Report,
    ReportForm,
    report_data,
)
from horizons_core.report.rendering import form_from_templates, templates

if TYPE_CHECKING:
    from horizons_core.report.battles import (
        Fight,
        components,
        counted,
        counts,
        fights,
        left_of,
        listed_with_counts,
        salvo_text,
        salvo_texts,
        ships_of,
        side_totals,
        step_texts,
        strength,
        unit_names,
        verdict,
    )
    from horizons_core.report.highlights import EventRule, Highlights, Measure, reader
    from horizons_core.report.maps import map_figure, map_svg
    from horizons_core.report.markers import (
        COLOURS,
        SHAPES,
        PlayerMarker,
        fleet_marks,
        marker_of,
        player_markers,
    )
    from horizons_core.report.rendering import shared_chance_lines
    from horizons_core.report.sectioned_report import SectionedReport
    from horizons_core.report.sections import (
        ChangeCell,
        CurveCell,
        NameCell,
        OwnerCell,
        Section,
        Table,
        ValueCell,
        cells,
        html_table,
        paragraph,
        player_name,
        text_table,
    )
    from horizons_core.report.shapes import (
        Column,
        columns,
        counting,
        data_maker,
        data_of,
        described,
        number_column,
        row_of,
        rows,
        schema_of,
        shape,
        shared_data,
        text_column,
    )

__all__ = [
    "COLOURS", "REPORT_SCHEMA", "SHAPES", "ChangeCell", "Column", "CurveCell", "EventRule", "Fight",
    "Highlights", "Measure", "NameCell", "OwnerCell", "PlayerMarker", "Renderer", "Report",
    "ReportForm", "Section", "SectionedReport", "Table", "ValueCell", "cells", "columns",
    "components", "counted", "counting", "counts", "data_maker", "data_of", "described", "fights",
    "fleet_marks", "form_from_templates", "html_table", "left_of", "listed_with_counts",
    "map_figure", "map_svg", "marker_of", "number_column", "paragraph", "player_markers",
    "player_name", "reader", "report_data", "row_of", "rows", "salvo_text", "salvo_texts",
    "schema_of", "shape", "shared_chance_lines", "shared_data", "ships_of", "side_totals",
    "step_texts", "strength", "templates", "text_column", "text_table", "unit_names", "verdict",
]  # fmt: skip

_LAZY = {
    "battles": (
        "Fight", "components", "counted", "counts", "fights", "left_of", "listed_with_counts",
        "salvo_text", "salvo_texts", "ships_of", "side_totals", "step_texts", "strength",
        "unit_names", "verdict",
    ),
    "highlights": ("EventRule", "Highlights", "Measure", "reader"),
    "maps": ("map_figure", "map_svg"),
    "markers": ("COLOURS", "SHAPES", "PlayerMarker", "fleet_marks", "marker_of", "player_markers"),
    "rendering": ("shared_chance_lines",),
    "sectioned_report": ("SectionedReport",),
    "sections": (
        "ChangeCell", "CurveCell", "NameCell", "OwnerCell", "Section", "Table", "ValueCell",
        "cells", "html_table", "paragraph", "player_name", "text_table",
    ),
    "shapes": (
        "Column", "columns", "counting", "data_maker", "data_of", "described", "number_column",
        "row_of", "rows", "schema_of", "shape", "shared_data", "text_column",
    ),
}  # fmt: skip
_LAZY_MODULES = {name: module for module, names in _LAZY.items() for name in names}

if not TYPE_CHECKING:  # mypy would take any name from a module with a __getattr__

    def __getattr__(name: str) -> Any:
        if name not in _LAZY_MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.{_LAZY_MODULES[name]}"), name)
