"""Combat orders of a battle without a game, line by line, as a player writes them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from attrs import define

from horizons_core.errors import BattleError, did_you_mean
from variants.far_horizons.battle.model import (
    BattleOption,
    FighterKind,
    HostileAct,
    WithdrawalLimits,
)
from variants.far_horizons.constants import MAX_PLANETS

_KEYWORDS = (
    "BATTLE", "ENGAGE", "ATTACK", "HIJACK", "TARGET", "WITHDRAW", "HAVEN", "HIDE", "SUMMARY",
)  # fmt: skip
_LAST_OPTION, _LAST_TARGET = 7, 4
_AT_A_PLANET = (2, 4, 5, 6, 7)


@define
class SideOrders:
    """The orders of a side; `hidden` are class words and names of ships."""

    options: tuple[BattleOption, ...] = ()
    named: tuple[tuple[HostileAct, str | None], ...] = ()
    favourite: FighterKind | None = None
    limits: WithdrawalLimits | None = None
    hidden: tuple[tuple[str, str], ...] = ()


def read_orders(place: str, lines: Sequence[Any], sides: Sequence[str]) -> SideOrders:
    """Read the lines of a side; raises BattleError with the line and the remedy."""
    orders = SideOrders()
    for number, line in enumerate(lines, start=1):
        words = str(line).partition(";")[0].split()
        if words:
            _read(f"{place}[{number}]", words, sides, orders)
    return orders


def _read(place: str, words: Sequence[str], sides: Sequence[str], orders: SideOrders) -> None:
    keyword, *rest = words
    word = keyword.upper()
    matches = [known for known in _KEYWORDS if len(word) >= 3 and known.startswith(word)]
    if len(matches) != 1:
        raise BattleError(f"{place}: '{keyword}' is not an order", did_you_mean(word, _KEYWORDS))
    _READERS[matches[0]](place, rest, sides, orders)


def _ignore(place: str, rest: Sequence[str], sides: Sequence[str], orders: SideOrders) -> None:
    """Ignore BATTLE, HAVEN and SUMMARY, which do not influence the outcome."""


def _engage(place: str, rest: Sequence[str], _sides: Sequence[str], orders: SideOrders) -> None:
    number = _number(place, rest, 0, 0, _LAST_OPTION, "an option")
    planet = 0
    if number in _AT_A_PLANET:
        planet = _number(place, rest, 1, 1, MAX_PLANETS, "a planet")
    orders.options += (BattleOption(number, planet),)


def _attack(place: str, rest: Sequence[str], sides: Sequence[str], orders: SideOrders) -> None:
    orders.named += ((HostileAct.ATTACK, _name(place, rest, sides)),)


def _hijack(place: str, rest: Sequence[str], sides: Sequence[str], orders: SideOrders) -> None:
    orders.named += ((HostileAct.HIJACK, _name(place, rest, sides)),)


def _name(place: str, rest: Sequence[str], sides: Sequence[str]) -> str | None:
    """Return the named side; None for 0, all declared enemies."""
    if list(rest) == ["0"]:
        return None
    words = list(rest[1:]) if rest and rest[0].upper() == "SP" else list(rest)
    name = " ".join(words)
    for side in sides:
        if side.casefold() == name.casefold():
            return side
    raise BattleError(f"{place}: no side '{name}'", did_you_mean(name, sides))


def _target(place: str, rest: Sequence[str], _sides: Sequence[str], orders: SideOrders) -> None:
    orders.favourite = FighterKind(_number(place, rest, 0, 1, _LAST_TARGET, "a target"))


def _withdraw(place: str, rest: Sequence[str], _sides: Sequence[str], orders: SideOrders) -> None:
    limits = [_number(place, rest, at, 0, 100, "a limit") for at in range(3)]
    orders.limits = WithdrawalLimits(transports=limits[0], warships=limits[1], fleet=limits[2])


def _hide(place: str, rest: Sequence[str], _sides: Sequence[str], orders: SideOrders) -> None:
    if not rest:
        raise BattleError(f"{place} names no ship", "write HIDE DD Dawson")
    orders.hidden += ((rest[0], " ".join(rest[1:])),)


def _number(place: str, rest: Sequence[str], at: int, low: int, high: int, noun: str) -> int:
    word = rest[at].rstrip(",") if at < len(rest) else ""
    if not (word.isdecimal() and len(word) < 20 and low <= int(word) <= high):
        raise BattleError(f"{place}: '{word}' is not {noun}", f"write a number, {low} to {high}")
    return int(word)


_READERS: dict[str, Callable[[str, Sequence[str], Sequence[str], SideOrders], None]] = {
    "BATTLE": _ignore,
    "HAVEN": _ignore,
    "SUMMARY": _ignore,
    "ENGAGE": _engage,
    "ATTACK": _attack,
    "HIJACK": _hijack,
    "TARGET": _target,
    "WITHDRAW": _withdraw,
    "HIDE": _hide,
}
