"""Odds for bots: the battle calculator, applied to the worst possible enemies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import evolve

from horizons_core.sums import ordered_sum
from variants.starcluster.bots.races import BASES, EL_TURNS, SILOS, KnownRace
from variants.starcluster.combat import Resolver
from variants.starcluster.designs.text import design_string
from variants.starcluster.model import Race as Stock
from variants.starcluster.model.fleets import LONG, SHORT
from variants.starcluster.setup.natives import DESTROYER, STARBASE, native_design

#: Battles simulated per answer.
RUNS = 20
#: Pairs of weapons that represent the worst a race may have (SC-NPR-001).
WEAPONS = (("K", "E"), ("R", "G"), ("Pt", "Lj"))
OURS, THEIRS = "we", "they"
#: Minimum points of a ship in battle, by the battle calculator.
LAST_POINTS = 0.1


def chances_to_win(
    combat: Resolver, ships: Sequence[Mapping[str, Any]], race: KnownRace, turn: int
) -> Iterator[float]:
    """Chances of ships (units of the view) to beat the strongest fleet of a race at home in a turn.

    There is one chance for each pair of weapons and each possible kind of home system. Callers may
    stop early to save battles.
    """
    line = [ship for ship in ships if ship["in_line"]]
    if not line:
        yield 0.0
        return
    level = 1 + turn // EL_TURNS
    homes = [race] if race.charted else [evolve(race, gas=gas) for gas in (True, False)]
    for home in homes:
        for pair in WEAPONS:
            yield _chance(combat, line, home, turn, level, pair)


def band_of(ships: Sequence[Mapping[str, Any]]) -> str:
    """The band at which most of the ships fight best."""
    at_long = ordered_sum(ship["long"] >= ship["short"] / 2 for ship in ships if ship["in_line"])
    return LONG if 2 * at_long >= ordered_sum(ship["in_line"] for ship in ships) else SHORT


def _chance(
    combat: Resolver,
    line: Sequence[Mapping[str, Any]],
    race: KnownRace,
    turn: int,
    level: int,
    pair: tuple[str, str],
) -> float:
    stock = Stock(long_range=pair[0], short_range=pair[1])
    designs = {name: native_design(name, stock, level) for name in (DESTROYER, STARBASE)}
    enemies = [
        {
            "hull": "DD",
            "design": design_string(designs[DESTROYER].systems),
            "count": race.ships_in(turn),
        },
        {"hull": "BS2", "design": design_string(designs[STARBASE].systems), "count": BASES},
    ]
    battle = combat.battle(
        {
            "sides": {OURS: list(_grouped(line)), THEIRS: [row for row in enemies if row["count"]]},
            "doctrines": {
                OURS: {"band": band_of(line), "target": "SMALL", "break": 100},
                THEIRS: {
                    "pdc": True,
                    "silos": min(200, SILOS * race.planets),
                    "missile": f"R{level}",
                },
            },
            "place": {"nebula": "gas" if race.gas else "ion" if race.ion else ""},
        }
    )
    return combat.simulate(battle, RUNS, key="odds of bots").wins(OURS) / RUNS


def _grouped(line: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Group the units of a side by design and damage.

    A ship completely covered by supply damage counts as one with its last tenth of a point.
    """
    rows: dict[tuple[str, str, float], int] = {}
    for unit in line:
        lost = max(0.0, unit["points_of"] - unit["points"])
        damage = round(min(lost, unit["points_of"] - LAST_POINTS), 1)
        kind = (unit["hull"], unit["design"], damage)
        rows[kind] = rows.get(kind, 0) + 1
    return [
        {"hull": hull, "design": design, "damage": damage, "count": number}
        for (hull, design, damage), number in rows.items()
    ]
