"""Starcluster's battles in the design note, with shares of wins by the kernel.

Weapons and hulls are compared at equal prices. A larger hull has the destroyer's systems in the
same proportions (SC-HULL-002); a destroyer of any two weapons has about half of its room for each
(SC-DES-002).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product

import numpy as np

from benchmarks.mutation.reporting import interval
from benchmarks.starcluster_battle import BOTH, FAR, FIGURES, KEY
from horizons_core.combat import BattleStatistics
from tests.variants.starcluster.battles import (
    DESTROYER,
    FRIGATE,
    RESOLVER,
    STARBASE,
    duel,
    of,
)
from variants.starcluster.designs.design import Design
from variants.starcluster.designs.hulls import hull_named
from variants.starcluster.designs.tables import COMPONENTS, HS, WEAPONS
from variants.starcluster.designs.text import read_systems

#: MC of the fleets for comparing hulls, and weapons.
HULL_FLEET, WEAPON_FLEET = 20_000, 4_000
#: By hull: its hull spaces, its speed, and the note's wins of 100 without a CIC and with one.
HULLS = {
    "FG": (22, 5, "68 - 76"),
    "CL": (45, 5, "76 - 83"),
    "CA": (60, 5, "67 - 78"),
    "BC": (80, 5, "69 - 85"),
    "BB": (100, 4, "89 - 95"),
    "SD": (130, 4, "67 - 83"),
    "MT": (160, 3, "62 - 80"),
}
LONG_RANGE, SHORT_RANGE = ("R", "Pt", "K"), ("L", "E", "F", "G", "Lj")
#: A destroyer with K alone; the note's fleet of eight holds Long against starbases.
KINETIC = {"hull": "DD", "design": "(SS)1(AAAAA)1(QQQ)1[Y1](K)x14 1(IIIII)1"}
BASES_AT_LONG = "8 DD with two K at Long, 4 BS2"
#: Further duels of the note, with the share of wins of the first side.
DUELS = {
    "5 FGf, 4 FGf": (duel([of(FRIGATE, 5)], [of(FRIGATE, 4)], BOTH), 1.0),
    BASES_AT_LONG: (duel([of(KINETIC, 8)], [of(STARBASE, 4)], FAR), 1.0),
}
#: Points that land on a PDC of 100: the note's share of wins, and rounds.
GROUND_RUNS = 10  # per run in space, because they are that much faster
LANDINGS = {150: ("49%", ""), 200: ("100%", "28"), 300: ("100%", "16")}
Row = tuple[str, str, str]


def rows(runs: int) -> Iterator[Row]:
    """Yield each figure with the note's value and the game's over a number of battles."""
    mirror = RESOLVER.simulate(duel([of(FRIGATE, 5)], [of(FRIGATE, 5)], BOTH), runs, KEY)
    yield "rounds of 5 FGf against 5", "9.9", mean(mirror.rounds)
    left = mirror.measures["units left"]
    yield "... frigates left of the first side", "1.9", mean(left[..., 0])
    for name, (battle, share) in {**FIGURES, **DUELS}.items():
        yield f"wins: {name}", f"{share:.0%}", wins(RESOLVER.simulate(battle, runs, KEY), "one")
    yield from landings(runs)
    for hull, (spaces, speed, note) in HULLS.items():
        shares = [of_hull(hull, spaces, speed, runs, center=center) for center in (False, True)]
        yield f"{hull} against DD, {HULL_FLEET} MC", f"{note} of 100", " - ".join(shares)
    for weapon, (margin, half) in weapons(runs).items():
        yield f"margin of pairs with {weapon}", "within 0.25", f"{margin:+.3f} ± {half:.3f}"


def mean(values: Sequence[float]) -> str:
    """Format a mean with the half width of its interval of 95 per cent."""
    half = 1.96 * float(np.std(values, ddof=1)) / math.sqrt(len(values))
    return f"{np.mean(values):.2f} ± {half:.2f}"


def wins(results: BattleStatistics, side: str) -> str:
    """Format the share of battles that a side wins, with its interval of 95 per cent."""
    won = int(results.wins(side))
    low, high = interval(won, results.runs)
    return f"{won / results.runs:.1%} ({low:.1%} to {high:.1%})"


def landings(runs: int) -> Iterator[Row]:
    """Yield battles of troops against a garrison of 100 that a PDC shelters."""
    for points, (share, rounds) in LANDINGS.items():
        spec = {"attacker": {"landed": points}, "defender": {"garrison": 100, "pdc": True}}
        results = RESOLVER.simulate(RESOLVER.battle({"planet": spec}), GROUND_RUNS * runs, KEY)
        yield f"wins: {points} points on a PDC of 100", share, wins(results, "attacker")
        if rounds:
            yield "... in rounds", rounds, mean(results.rounds)


def of_hull(hull: str, spaces: int, speed: int, runs: int, *, center: bool) -> str:
    """Return the wins in 100 battles of a hull against destroyers of the same price.

    With `center` one ship of each side has a CIC.
    """
    mine = [alike(hull, spaces, speed), alike(hull, spaces, speed, center=True)]
    yours = [DESTROYER, alike("DD", 30, 5, center=True)]
    if not center:
        del mine[1], yours[1]
    return wins(RESOLVER.simulate(duel(fleet(*mine), fleet(*yours), BOTH), runs, KEY), "one")


def fleet(
    kind: Mapping[str, str], leader: Mapping[str, str] | None = None
) -> list[dict[str, object]]:
    """Return as many units of a kind as the money buys, one of them a leader if there is one."""
    count = int(HULL_FLEET / price(kind))
    return [of(leader), of(kind, count - 1)] if leader else [of(kind, count)]


def price(kind: Mapping[str, str]) -> float:
    """Return the price of a unit in MC."""
    return Design(hull_named(kind["hull"]), read_systems(kind["design"])).list_price / 100


def alike(hull: str, spaces: int, speed: int, *, center: bool = False) -> dict[str, str]:
    """Return a ship of a hull with the destroyer's systems in the same proportions."""
    rooms = math.ceil(hull_named(hull).type.power * speed)
    crew = math.ceil(spaces / 11)
    free = spaces - rooms - crew - 2
    kinetic, sprint, shields = round(free / 20), round(free / 10), round(free / 10)
    kinetic, sprint = max(1, kinetic), max(1, sprint)
    magazines = math.ceil(sprint / 2)
    armor = free - 7 * kinetic - 3 * sprint - magazines - shields - 3 * center
    if armor < 1:
        shields, armor = shields + armor - 1, 1
    text = (
        f"{systems('S', shields)}{systems('A', armor)}{systems('Q', crew)}[Y1]"
        f"{systems('K', kinetic)}[Bsa]{systems('G', sprint)}"
        f"{systems('Mg', magazines)}{systems('I', rooms)}{'[CIC1]' if center else ''}"
    )
    return {"hull": hull, "design": text}


def systems(code: str, count: int) -> str:
    """Return this number of systems of generation 1 as in a design string."""
    room = COMPONENTS[code].size // HS if code in COMPONENTS else 1  # a drive room is one HS
    return f"({code})x{room * count} 1" if count > 0 else ""


# weapons


def armed(long_range: str, short_range: str) -> dict[str, str]:
    """Return a destroyer of two weapons, about half of the room for each, the rest armor."""
    pair = (long_range, short_range)
    room = {code: COMPONENTS[code].size // HS for code in pair}
    counts = {code: max(1, round(8 / room[code])) for code in pair}
    magazines = sum(WEAPONS[code].ammo for code in pair)
    armor = 19 - magazines - sum(room[code] * counts[code] for code in pair)
    text = (
        f"(SS)1{systems('A', armor)}(QQQ)1[Y1]{systems(long_range, counts[long_range])}"
        f"{systems(short_range, counts[short_range])}{systems('Mg', magazines)}(IIIII)1"
    )
    return {"hull": "DD", "design": text}


def weapons(runs: int) -> Mapping[str, tuple[float, float]]:
    """Return, by weapon, the mean of wins minus losses of pairs with it against all other pairs.

    The second number is the largest half width of its interval of 95 per cent.
    """
    kinds = {pair: armed(*pair) for pair in product(LONG_RANGE, SHORT_RANGE)}
    fleets = {pair: [of(kind, int(WEAPON_FLEET / price(kind)))] for pair, kind in kinds.items()}
    margins: dict[str, list[float]] = {code: [] for code in (*LONG_RANGE, *SHORT_RANGE)}
    for first, second in combinations(kinds, 2):
        results = RESOLVER.simulate(duel(fleets[first], fleets[second], BOTH), runs, KEY)
        margin = (results.wins("one") - results.wins("two")) / runs
        for pair, won in ((first, margin), (second, -margin)):
            for code in pair:
                margins[code].append(float(won))
    return {
        code: (float(np.mean(values)), 1.96 / math.sqrt(runs * len(values)))
        for code, values in margins.items()
    }
