"""Arguments of several topics, and the parts of a view and prices on which offers depend."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from horizons_core import LocalizedText
from horizons_core.amounts import amount_of
from horizons_core.model import View, folded
from horizons_core.orders import (
    Argument,
    Choice,
    Chosen,
    Cost,
    Proposals,
    Range,
    name_of,
    proposed_names,
)
from horizons_core.sums import int_sum
from variants.starcluster import references
from variants.starcluster.constants import TREASURY
from variants.starcluster.designs.design import ShipSystem
from variants.starcluster.designs.text import read_systems
from variants.starcluster.economy import StarclusterEconomy
from variants.starcluster.model import Race
from variants.starcluster.view.figures import compact
from variants.starcluster.view.model import spendable

#: A row of a view.
Row = Mapping[str, Any]

#: The maximum length of a name.
MAX_NAME_LENGTH = 30

#: Names of this form are reserved for systems, planets, warp points, new fleets and NPRs.
_RESERVED_NAMES = re.compile(r"(?:W|F|NPR)?[0-9]+|C[0-9]{3}", re.IGNORECASE)
#: Words with a meaning as arguments; keywords are added to them.
_ARGUMENTS = frozenset(
    {
        "ADM", "ALL", "AT", "AVOID", "BAND", "BREAK", "CGB", "CHANCE", "CMS", "CRAFT", "DATA",
        "DEDICATED", "EL", "ENGAGE", "FIRE", "FLEET", "FROM", "GENERIC", "GUARD",
        "HOLD", "HULL", "INCITE",
        "LARGE", "LONG", "MAX", "MC", "MS", "OFF", "ON", "PDC", "POOL", "PROJECT", "PU",
        "REPORT", "SCIENCE", "SHORT", "SMALL", "STEAL", "SURVEY", "SY", "SYM", "SYSTEM",
        "TARGET", "TECH", "TIME", "TO", "UNIT", "WAVE",
    }
)  # fmt: skip


def parse_name(words: str) -> str:
    """Check a new name; raises ValueError with the reason (SC-ORD-003)."""
    name: str = name_of(MAX_NAME_LENGTH)(words)
    if any(character in name for character in '";#:.'):
        raise ValueError("the name contains a character that names cannot have")
    if _RESERVED_NAMES.fullmatch(name) or name.upper() in order_words():
        raise ValueError(f"'{name}' is a word of the order language")
    return name


@cache
def order_words() -> frozenset[str]:
    """The words of the order language, which are not allowed as names (SC-ORD-003)."""
    grammar = files("variants.starcluster").joinpath("orders.lark").read_text(encoding="utf-8")
    return _ARGUMENTS | frozenset(re.findall(r'"([A-Z]+)"i', grammar))


def parse_switch(word: str) -> bool:
    """ON or OFF; raises ValueError for another word."""
    if word.upper() not in ("ON", "OFF"):
        raise ValueError(f"'{word}' is not ON or OFF")
    return word.upper() == "ON"


def money_converter(*words: str) -> Callable[[str], int | str]:
    """A converter for an amount of MC or one of these words."""

    def convert(word: str) -> int | str:
        return word.upper() if word.upper() in words else amount_of(word)

    return convert


def chosen_rows(rows: Iterable[Row], chosen: Chosen, argument: str, key: str = "name") -> list[Row]:
    """The rows of a view that an argument may mean: the chosen one, or all if none is chosen."""
    word = chosen.get(argument)
    if word is None:
        return list(rows)
    return [row for row in rows if isinstance(word, str) and folded(row[key]) == folded(word)]


def chosen_words(chosen: Chosen, argument: str) -> Sequence[str]:
    """The values chosen so far for an argument with several values."""
    words = chosen.get(argument, ())
    return (words,) if isinstance(words, str) else words


def own_fleets(view: View) -> list[str]:
    """The names of the player's fleets."""
    return [fleet["name"] for fleet in view["fleets"]]


def own_units(view: View) -> list[str]:
    """The names of the player's units."""
    return [unit["name"] for unit in view["units"]]


def own_systems(view: View) -> list[str]:
    """The ids of the player's colonies."""
    return [system["id"] for system in view["colonies"]]


def units_by_fleet(view: View) -> dict[str, list[Row]]:
    """The player's units by the names of their fleets."""
    units: dict[str, list[Row]] = {}
    for unit in view["units"]:
        units.setdefault(unit["fleet"], []).append(unit)
    return units


def new_names(view: View) -> Proposals:
    """Names that no fleet or unit of the player has."""
    return proposed_names(view, [*own_fleets(view), *own_units(view)])


def race_of(view: View) -> Race:
    """The player's race."""
    race = view["race"]
    array = (race["determination"], race["chauvinism"], race["militancy"])
    return Race(array=array, traits=tuple(race["traits"]))


def money_in_hand(view: View, economy: StarclusterEconomy) -> float:
    """The MC that can be spent before this turn's income."""
    return min(float(view["treasury"]["treasury"]), spendable(view, economy))


def priced_choices(prices: Mapping[str, float], money: float) -> list[Choice]:
    """Choices with their prices in MC, limited by the money."""
    return [
        Choice(word, cost=Cost(TREASURY, price)) for word, price in prices.items() if price <= money
    ]


def affordable_range(price: float, money: float, maximum: int = 1_000) -> Range:
    """The numbers of things that the money can pay for, at a price in MC."""
    return Range(
        1, min(maximum, int(money // price)) if price else maximum, cost=Cost(TREASURY, price)
    )


def choices_of_amount(word: str, amount: float) -> list[Choice]:
    """A word for a whole amount, and its half and quarter as numbers."""
    parts = [Choice(str(int(amount / n))) for n in (2, 4) if amount / n >= 1]
    label = LocalizedText("all: {amount}", amount=compact(amount))
    return [Choice(word, label), *parts] if amount > 0 else []


def opposite_switches(states: Iterable[bool]) -> list[str]:
    """ON, OFF or both: the positions that differ from the present states of switches."""
    return ["OFF" if is_on else "ON" for is_on in sorted(set(states))]


def switch_argument(rows: str, argument: str, state: str) -> Argument:
    """The argument ON or OFF for a row that another argument names; offers the other position."""

    def offers(view: View, chosen: Chosen) -> Sequence[str]:
        return opposite_switches(row[state] for row in chosen_rows(view[rows], chosen, argument))

    return Argument(parse_switch, offers, label="on or off")


def systems_of(text: str) -> Counter[ShipSystem]:
    """The systems of a design string in a view, with their numbers."""
    return _systems_of(text) if text else Counter()


@lru_cache(1 << 10)
def _systems_of(text: str) -> Counter[ShipSystem]:
    return Counter(read_systems(text))


def count_systems(text: str, code: str) -> int:
    """The number of systems of a code in a design string."""
    return int_sum(number for system, number in systems_of(text).items() if system.code == code)


def known_routes(view: View, *, back: bool = False) -> dict[str, list[str]]:
    """The neighbors of each system along known warp points.

    With `back`, the routes are followed in the opposite direction.
    """
    routes: dict[str, list[str]] = {}
    for system in view["systems"]:
        for far in (point["leads"] for point in system["points"]):
            if far:
                near, end = (far, system["id"]) if back else (system["id"], far)
                routes.setdefault(near, []).append(end)
    return routes


def transits_from(start: Iterable[str], routes: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """Transits to each system that routes lead to, from the nearest of the systems `start`."""
    border = list(start)
    transits = dict.fromkeys(border, 0)
    for near in border:
        for far in routes.get(near, ()):
            if far not in transits:
                transits[far] = transits[near] + 1
                border.append(far)
    return transits


SYSTEM = Argument(find=references.system, things=("colony", "system"))
COLONY = Argument(find=references.own_system, offers=own_systems, things=("colony",))
