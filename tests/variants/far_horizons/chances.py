"""Random outcomes, sampled many times: mishaps, research, growth, estimates, as counts.

Each question plays a step of a turn once with given dice and yields the results as categories.
`counted` asks it many times; `unlike` compares two such counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from math import sqrt
from typing import Any

from tests.variants.far_horizons.single_steps import Fair, Stepped, game_with, step
from tools.far_horizons_parity.dice import EngineDice
from variants.far_horizons.dice import Chance
from variants.far_horizons.model import Game

#: A step played once with dice, yielding its results.
Question = Callable[[Chance], Iterable[Any]]

_AIR = {"temperature": 10, "pressure": 10, "gases": {"N2": 75, "O2": 25}}
_FLEET = 40
_ORDERS = 20
_RARE = 8


def _numbered(count: int, **fields: Any) -> dict[str, dict[str, Any]]:
    return {f"TR1 Ship {chr(65 + n // 10)}{n % 10}": fields for n in range(count)}


@cache
def _jumpers(gravitics: int) -> Game:
    ships = _numbered(_FLEET, at="Earth", cargo={"FS": 1})
    human = {"techs": {"GV": gravitics}, "ships": ships}
    return game_with({"species": {"Human": human}})


def jumps(chance: Chance, gravitics: int = 1) -> Iterator[str]:
    """Jumps of seven parsecs with a fail-safe unit: how far from the goal a ship ends."""
    game = _jumpers(gravitics)
    ships = game.empires[0].living_ships()
    orders = "\n".join(f"JUMP TR1 {ship.name}, 10 10 17" for ship in ships)
    result = step("jumps", game, {"Human": orders}, chance=chance)
    for ship in result.species("Human").ships:
        if ship is None:
            yield "lost"
        else:
            away = sum(abs(a - b) for a, b in zip(ship.place.sector, (10, 10, 17), strict=True))
            yield f"{min(away, 4)} parsecs, {ship.cargo.get('FS', 0)} left"


@cache
def _scholars() -> Game:
    points = (("MI", 10, 100), ("MA", 30, 2000), ("ML", 2, 9), ("LS", 60, 10_000), ("BI", 12, 0))
    techs = {tech: {"level": level, "points": spent} for tech, level, spent in points}
    planets = {
        f"Colony {n}": {"at": f"12 13 10 #{n}", "mining_base": 50.0, "manufacturing_base": 50.0}
        for n in range(1, 6)
    }
    stars = {"12 13 10": {"planets": [_AIR] * 5}}
    return game_with({"stars": stars, "species": {"Human": {"techs": techs, "planets": planets}}})


def research(chance: Chance) -> Iterator[str]:
    """The number of levels that each technology rises at the end of a turn."""
    before = _scholars().empires[0].techs
    after = _finished(chance).species("Human").techs
    for tech in before:
        yield f"{tech} {after[tech].level - before[tech].level}"


def growth(chance: Chance) -> Iterator[str]:
    """The new people of five colonies, per hundred."""
    species = _finished(chance).species("Human")
    for colony in list(species.living_colonies())[1:]:
        yield str(round(100 * colony.population / colony.base))


def _finished(chance: Chance) -> Stepped:
    return step("finish", _scholars(), {}, chance=chance)


@cache
def _spies() -> Game:
    human = {"treasury": 25 * _ORDERS, "met": ["Klingon"]}
    klingon = {"techs": {"MI": 12, "MA": 9, "ML": 0, "GV": 30, "LS": 5, "BI": 3}}
    return game_with({"species": {"Human": human, "Klingon": klingon}})


def estimates(chance: Chance) -> Iterator[str]:
    """Estimates of six levels, by technology."""
    orders = "PRODUCTION PL Earth\n" + _ORDERS * "ESTIMATE SP Klingon\n"
    result = step("production", _spies(), {"Human": orders}, chance=chance)
    for event in result.events("Human", "levels-estimated"):
        for tech in ("MI", "MA", "ML", "LS", "BI"):
            yield f"{tech} {event.data[tech]}"
        yield f"GV {event.data['GV'] // 6}"


@cache
def _watchers() -> Game:
    ships = {"BAS Eye": {"at": "Earth", "tons": 300_000, "cargo": {"GT": 10}, "age": 0}}
    human = {"techs": {"GV": 50}, "ships": ships}
    planets = {"Hidden": {"at": "12 13 10 #2", "mining_base": 9.0, "hidden": True}}
    klingon = {"ships": _numbered(_FLEET, at="10 10 12"), "planets": planets}
    return game_with({"species": {"Human": human, "Klingon": {**klingon, "techs": {"GV": 60}}}})


def sights(chance: Chance) -> Iterator[str]:
    """A telescope's sightings of forty transports, and the number of times it is noticed."""
    result = step("post-arrival", _watchers(), {"Human": "TELESCOPE BAS Eye"}, chance=chance)
    count = len(result.events("Human", "telescope-saw-ship"))
    noticed = sum(deal.facts.get("told") == 2 for deal in result.game.transactions)
    yield from ["seen"] * count + ["unseen"] * (_FLEET - count) + ["noticed"] * noticed


@cache
def _intruders() -> Game:
    ships = {
        title: {"at": "10 10 10", "moved": "jumped"}
        for title in ("PB Claw", "ES Talon", "TR5 Pouch", "TR9 Sack", "DD Beak")
    }
    human = {"enemies": ["Klingon"], "treasury": 700}
    return game_with({"species": {"Human": human, "Klingon": {"ships": ships}}})


def interceptions(chance: Chance) -> Iterator[str]:
    """The intercepted ships among five, for 700."""
    orders = {"Human": "PRODUCTION PL Earth\nINTERCEPT 700", "Klingon": ""}
    result = step("production", _intruders(), orders, chance=chance)
    gone = [
        before.name
        for before, after in zip(_intruders().empires[1].ships, result.game.empires[1].ships,
                                 strict=True)
        if after is None
    ]  # fmt: skip
    yield " and ".join(gone) or "none"


@cache
def _terraformers() -> Game:
    air = {"temperature": 10, "pressure": 10, "gases": {"Cl2": 30, "N2": 25, "He": 20, "O2": 25}}
    stars = {"12 13 10": {"planets": {2: air}}}
    planets = {"Mars": {"at": "12 13 10 #2", "items": {"CU": 60, "TP": 3}}}
    human = {"planets": planets, "techs": {"BI": 40}}
    return game_with({"stars": stars, "species": {"Human": human}})


def terraforming(chance: Chance) -> Iterator[str]:
    """The distribution of a poisonous gas's share among the others, in fives."""
    result = step("post-arrival", _terraformers(), {"Human": "TERRAFORM 3 PL Mars"}, chance=chance)
    colony = result.colony("Human", "Mars")
    for gas in result.context.planet(colony).gases[1:]:
        yield f"{gas.code}: {gas.percent // 5}"


@cache
def _rioters() -> Game:
    return game_with({"species": {"Human": {"fleet": {"cost": 900, "percent": 150.0}}}})


def riots(chance: Chance) -> Iterator[str]:
    """The remains of a mining base after riots, in twelfths, where their chance is one half."""
    result = step("production", _rioters(), {"Human": "PRODUCTION PL Earth"}, chance=chance)
    yield (
        "none"
        if not result.events("Human", "riots")
        else (f"{result.colony('Human', 'Earth').mining_base // 84}")
    )


#: The questions, and how often each is asked.
QUESTIONS: dict[str, tuple[Question, int]] = {
    "jumps": (jumps, 60),
    "research": (research, 250),
    "growth": (growth, 120),
    "estimates": (estimates, 50),
    "sights": (sights, 60),
    "interceptions": (interceptions, 300),
    "terraforming": (terraforming, 300),
    "riots": (riots, 400),
}


def by_streams(question: Question, times: int) -> Counter[str]:
    """The results with the streams of games whose keys are 1, 2, 3 and so on."""
    return Counter(answer for key in range(times) for answer in question(Fair(key)))


def by_the_engine(question: Question, times: int, seed: str = "271828") -> Counter[str]:
    """The results with one long sequence of the engine's dice."""
    dice = EngineDice(seed)
    return Counter(answer for _ in range(times) for answer in question(dice))


def unlike(counts: Counter[str], other: Counter[str]) -> bool:
    """True if two counts have different probabilities: a chi-square test at one percent.

    Rare categories are pooled; the quantile is Wilson's and Hilferty's.
    """
    statistic, pools = 0.0, 0
    total, other_total = counts.total(), other.total()
    for first, second in _pooled(counts, other):
        expected = (first + second) * total / (total + other_total)
        statistic += (first - expected) ** 2 / expected
        statistic += (second - (first + second - expected)) ** 2 / (first + second - expected)
        pools += 1
    freedom = max(pools - 1, 1)
    spread = 2 / (9 * freedom)
    return statistic > freedom * (1 - spread + 2.326 * sqrt(spread)) ** 3


def _pooled(counts: Counter[str], other: Counter[str]) -> Iterator[tuple[int, int]]:
    rare = [0, 0]
    for category in sorted({*counts, *other}):
        first, second = counts[category], other[category]
        if min(first, second) < _RARE:
            rare[0] += first
            rare[1] += second
        else:
            yield first, second
    if sum(rare):
        yield rare[0], rare[1]
