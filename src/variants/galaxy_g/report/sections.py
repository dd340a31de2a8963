"""The sections of the plain text, in exactly the order of GG-RPT-001."""

from __future__ import annotations

from collections.abc import Callable

from variants.galaxy_g.report import planet_sections, ship_sections, turn_sections
from variants.galaxy_g.report.brief import turn_summary
from variants.galaxy_g.report.classic import Lines, TextReport

TextSection = tuple[str, Callable[[TextReport], Lines]]

#: Each section of GG-RPT-001, by its name there.
SECTIONS: dict[str, TextSection] = {
    "messages": ("Messages", turn_sections.messages),
    "options": ("Options", turn_sections.options),
    "orders received": ("Orders received", turn_sections.orders),
    "mistakes": ("Mistakes", turn_sections.mistakes),
    "own status and known races (war, coalition)": ("Status of races", ship_sections.status),
    "own ship types": ("Your ship types", ship_sections.own_types),
    "alien ship types seen": ("Alien ship types", ship_sections.alien_types),
    "battles": ("Battles", turn_sections.battles),
    "bombings and landings": ("Bombings and landings", turn_sections.bombings),
    "map": ("Map", planet_sections.chart),
    "incoming groups": ("Incoming groups", ship_sections.incoming),
    "own planets": ("Your planets", planet_sections.own_planets),
    "ships in production (PRODTABLE)": ("Ships in production", planet_sections.in_production),
    "routes": ("Your routes", planet_sections.routes),
    "GUARD and ATTACK planets": ("Planets with a status", planet_sections.statuses),
    "alien planets seen in detail": ("Alien planets", planet_sections.alien_planets),
    "uninhabited planets seen in detail": ("Uninhabited planets", planet_sections.uninhabited),
    "planets seen by location only": ("Other planets in view", planet_sections.located),
    "own groups": ("Your groups", ship_sections.own_groups),
    "own fleets": ("Your fleets", ship_sections.own_fleets),
    "alien groups seen": ("Alien groups", ship_sections.alien_groups),
}
#: The summary at the top, and below all others the sections that the rules do not ask for.
FIRST: TextSection = ("This turn in short", turn_summary)
MORE: tuple[TextSection, ...] = (
    ("What else happened", turn_sections.other_events),
    ("Production points", turn_sections.production),
)


def sections(text_report: TextReport) -> list[tuple[str, Lines]]:
    """Titles and lines of all sections that are not empty."""
    pairs = (
        (title, lines_of(text_report)) for title, lines_of in [FIRST, *SECTIONS.values(), *MORE]
    )
    return [(title, lines) for title, lines in pairs if lines]
