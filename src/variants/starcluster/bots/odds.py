"""The bots' odds calculator: the battle calculator, asked about the worst of what may be met."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from variants.starcluster.bots.races import BASES, EL_TURNS, SILOS, Race
from variants.starcluster.combat import Resolver
from variants.starcluster.designs.text import written
from variants.starcluster.model import Race as Stock
from variants.starcluster.setup.natives import DESTROYER, STARBASE, native_design

#: Battles fought for an answer.
RUNS = 20
#: Pairs of weapons that a race may have, among them the worst to meet (SC-NPR-001).
WEAPONS = (("K", "E"), ("R", "G"), ("Pt", "Lj"))
OURS, THEIRS = "we", "they"


def chance_to_win(
    combat: Resolver, ships: Sequence[Mapping[str, Any]], race: Race, turn: int
) -> float:
    """How likely ships (units of the view) beat all that a race may have at home in a turn.

    Of the weapons that the race may have, those count that are worst for the ships.
    """
    line = [one for one in ships if one["in_line"]]
    if not line:
        return 0.0
    level = 1 + turn // EL_TURNS
    return min(_chance(combat, line, race, turn, level, pair) for pair in WEAPONS)


def _chance(
    combat: Resolver,
    line: Sequence[Mapping[str, Any]],
    race: Race,
    turn: int,
    level: int,
    pair: tuple[str, str],
) -> float:
    stock = Stock(long_range=pair[0], short_range=pair[1])
    designs = {name: native_design(name, stock, level) for name in (DESTROYER, STARBASE)}
    theirs = [
        {"hull": "DD", "design": written(designs[DESTROYER].systems), "count": race.ships_in(turn)},
        {"hull": "BS2", "design": written(designs[STARBASE].systems), "count": BASES},
    ]
    battle = combat.battle(
        {
            "sides": {OURS: list(_alike(line)), THEIRS: [one for one in theirs if one["count"]]},
            "doctrines": {
                OURS: {"band": "LONG", "target": "SMALL", "break": 100},
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


def _alike(line: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Units of a side, those together that are alike in design and damage."""
    rows: dict[tuple[str, str, float], int] = {}
    for unit in line:
        damage = max(0.0, unit["points_of"] - unit["points"])
        kind = (unit["hull"], unit["design"], damage)
        rows[kind] = rows.get(kind, 0) + 1
    return [
        {"hull": hull, "design": design, "damage": damage, "count": number}
        for (hull, design, damage), number in rows.items()
    ]
