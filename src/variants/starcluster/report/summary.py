"""The turn summary at the top of a report, and key figures."""

from __future__ import annotations

from collections.abc import Iterator

from horizons_core.report import counted
from horizons_core.sums import int_sum, ordered_sum
from variants.starcluster.report.charts import unexplored
from variants.starcluster.view.figures import Data, mc

Figure = tuple[str, str, str]
#: Prefixes of event codes in the summary, in order.
_PREFIXES = (
    "game.",
    "empire.",
    "battle.fought",
    "unit.lost",
    "silos.",
    "planet.",
    "system.lost",
    "system.conquered",
    "technology.conquered",
    "troops.",
    "hazard.lost",
    "raid.",
    "fleet.short",
    "contact.",
    "deficit.",
    "diplomacy.",
    "spy.exposed",
    "spy.caught",
    "colony.destroyed",
    "transfer.lost",
    "yard.lost",
    "system.revolt",
    "income.unserved",
    "project.waits",
    "project.ended",
    "fleet.barred",
    "event.",
    "auction.",
    "amalgamation.",
    "envoy.",
    "project.",
    "hull.opened",
    "ruins.",
    "colony.",
    "unit.built",
    "survey.delivered",
    "scan.done",
    "point.probed",
)
#: Maximum number of sentences per prefix; the sections below list all.
_MAX_SENTENCES = 4


def turn_summary(report: Data) -> Iterator[str]:
    """Yield errors, battles and losses, trouble, then achievements."""
    errors = ordered_sum(remark["severity"] == "error" for remark in report["diagnostics"])
    if errors:
        yield f"{counted(errors, 'mistake')} in your orders: see the remarks."
    left = list(report["events"])
    for start in _PREFIXES:
        texts = [event["text"] for event in left if event["code"].startswith(start)]
        left = [event for event in left if not event["code"].startswith(start)]
        yield from texts[:_MAX_SENTENCES]
        if len(texts) > _MAX_SENTENCES:
            yield f"... and {len(texts) - _MAX_SENTENCES:,} more like these."
    view = report["view"]
    if not report.get("role"):
        idle = [fleet["name"] for fleet in view["fleets"] if _is_idle(fleet)]
        if idle:
            yield f"Survey ships without work: {', '.join(idle)}."


def _is_idle(fleet: Data) -> bool:
    instruments = fleet["x_rating"] or fleet["xc_rating"]
    return bool(instruments and not fleet["path"] and not fleet["scan"])


def figures(report: Data) -> list[Figure]:
    """Money, people, forces and charts of the reader."""
    view = report["view"]
    money, colonies = view["treasury"], view["colonies"]
    units = view["units"]
    return [
        ("Turn", str(report["turn"]), f"of {view['end']}; your score is {view['score']:,}"),
        ("Treasury", mc(money["treasury"]), f"MC; {mc(money['net'])} a turn"),
        ("Economic Level", str(view["el"]), counted(len(view["projects"]), "project")),
        (
            "Colonies",
            str(len(colonies)),
            f"{ordered_sum(colony['pu'] for colony in colonies):,} PU",
        ),
        ("Units", str(len(units)), f"in {counted(len(view['fleets']), 'fleet')}"),
        ("Systems", str(len(view["systems"])), unexplored(view)),
    ]


def overall_figures(report: Data) -> list[Figure]:
    """Totals of the whole game."""
    view = report["view"]
    powers = view["powers"]
    return [
        ("Turn", str(report["turn"]), f"of {view['end']}"),
        (
            "Empires",
            str(ordered_sum(power["active"] and not power["npr"] for power in powers)),
            "in the game",
        ),
        (
            "Races",
            str(ordered_sum(power["active"] and power["npr"] for power in powers)),
            "non-player races",
        ),
        (
            "Systems",
            str(len(view["systems"])),
            f"{int_sum(bool(s['owner']) for s in view['systems'])} colonized",
        ),
        ("Units", str(len(view["units"])), f"in {counted(len(view['fleets']), 'fleet')}"),
        ("Projects", str(len(view["projects"])), "under way"),
    ]
