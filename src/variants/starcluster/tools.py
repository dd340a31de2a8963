"""The design calculator `horizons starcluster design`: price, ratings and faults of a design."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from horizons_core.errors import HorizonsError, did_you_mean
from horizons_core.plugins import Tool, ToolAnswer, ToolWord
from horizons_core.report import data_of
from horizons_core.turn import VariantRules
from variants.starcluster.designs.checks import Fault, faults
from variants.starcluster.designs.design import Design, ShipSystem
from variants.starcluster.designs.hulls import HULL_TYPES, Hull, hull_named
from variants.starcluster.designs.ratings import PLAIN
from variants.starcluster.designs.text import DesignTextError, first_positions, read_systems
from variants.starcluster.economy import StarclusterEconomy
from variants.starcluster.model import Race
from variants.starcluster.view.forces import class_of

_EXAMPLES = (
    'horizons starcluster design "[S1(AA)1][Q1][Y1][Q1][(KKKKKKK)1][Bsa][(GGG)1][Mg][(IIII)1]"',
    'horizons starcluster design "[(X)x15 1][(Xp)x4 1][Y][(QQQ)][(IcIcIc)]" --hull DD --json',
    'horizons starcluster design "[(AA)2][Q2][(II)2]" --hull ES --el 3 --generation 2',
)
_WORDS = (
    ToolWord("design", "the design string"),
    ToolWord("hull", "the hull, such as DD or FGf (default: every hull that it fits)", option=True),
    ToolWord("el", "your Economic Level", int, option=True, default=1),
    ToolWord("generation", "your latest generation", int, option=True, default=1),
)


def tools(variant: VariantRules) -> Sequence[Tool]:
    """The tools under `horizons starcluster`."""
    economy: StarclusterEconomy = variant.economy

    def design(design: str, hull: str | None, el: int, generation: int) -> ToolAnswer:
        return rate_design(economy, design, hull, el, generation)

    text = "Show the price, ratings and faults of a design."
    return [Tool("design", text, design, _WORDS, _EXAMPLES)]


def rate_design(
    economy: StarclusterEconomy, text: str, hull: str | None, el: int, generation: int
) -> ToolAnswer:
    """The figures and faults of a design string, in a hull or in every hull it fits.

    All technologies count as developed up to the generation, and the race as one without traits.
    Raises HorizonsError for an unreadable string or an unknown hull.
    """
    try:
        systems = read_systems(text)
    except DesignTextError as problem:
        place = f"character {problem.column + 1} of the design"
        raise HorizonsError(f"{problem} ({place})", problem.remedy) from problem
    places = first_positions(text)
    reports = [
        _report(economy, Design(h, systems), el, generation, places) for h in _hulls(systems, hull)
    ]
    lines = [line for report in reports for line in _lines(report)]
    fine = any(not report["faults"] for report in reports)
    return ToolAnswer({"designs": reports}, lines, fine)


def _hulls(systems: tuple[ShipSystem, ...], word: str | None) -> list[Hull]:
    """The hull that the word names, or all plain hulls whose range includes the design's spaces."""
    if word is not None:
        chosen = hull_named(word)
        if chosen is None:
            raise HorizonsError(f"there is no hull {word}", did_you_mean(word, HULL_TYPES))
        return [chosen]
    fitting = [
        Hull(kind.code)
        for kind in HULL_TYPES.values()
        if kind.min_spaces <= Design(Hull(kind.code), systems).spaces <= kind.max_spaces
    ]
    if not fitting:
        spaces = Design(Hull("DD"), systems).spaces
        raise HorizonsError(
            f"no hull holds {spaces} HS", "name a hull with --hull to see its range"
        )
    return fitting


#: Facts of a registered class that a design alone does not have.
_OF_CLASSES = ("name", "prototype", "built", "faults")


def _report(
    economy: StarclusterEconomy,
    design: Design,
    el: int,
    generation: int,
    places: Mapping[ShipSystem, int],
) -> dict[str, Any]:
    problems = faults(design, el, lambda _, step: step <= generation)
    hull, race = design.hull, Race(traits=())
    figures = data_of(
        class_of(design, economy, race, PLAIN, name="", prototype=False, built=0, faults=[])
    )
    return {
        **{name: fact for name, fact in figures.items() if name not in _OF_CLASSES},
        "least": hull.type.min_spaces,
        "most": hull.max_spaces(max(1, hull.generation(el))),
        "work": design.spaces,
        "faults": [
            {
                "message": fault.message,
                "remedy": fault.remedy,
                "character": _character(fault, places),
            }
            for fault in problems
        ],
    }


def _character(fault: Fault, places: Mapping[ShipSystem, int]) -> int | None:
    """The 1-based position of a fault in the string; None if it concerns the whole design."""
    return None if fault.system is None else places[fault.system] + 1


def _lines(report: Mapping[str, Any]) -> Iterator[str]:
    """Render the report as lines of text."""
    military = "military" if report["military"] else "civil"
    yield f"{report['hull']}  {report['hull_name']}, {military}"
    yield f"  {report['design']}"
    yield f"  hull space  {report['spaces']} HS of {report['least']} to {report['most']}"
    price, upkeep = report["list_price"], report["upkeep"]
    yield f"  price       {price:,.2f} MC by the list, {upkeep:,.2f} a turn"
    yield f"  points      {report['points']:g}"
    yield f"  ratings     Long {report['long']:g}, Short {report['short']:g}"
    yield f"  defense     {report['defense']:g}"
    yield f"  speed       {report['tactical']:g} in battle, {report['cruising']:g} cruising"
    for fault in report["faults"]:
        place = f" (character {fault['character']})" if fault["character"] else ""
        yield f"  fault: {fault['message']}{place}: {fault['remedy']}"
