"""A planet with exactly so much to spend, and what its orders cost, for the tests of production."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.variants.far_horizons.single_steps import Stepped, game_with, step
from variants.far_horizons.economy import Economy

PLAYERS = ("Human", "Klingon", "Romulan")
#: Planet 2 of the Humans' home system (LSN 6), and one elsewhere that is like home.
MARS, VEGA = "10 10 10 #2", "12 13 10 #2"


def like_home(**fields: Any) -> dict[str, Any]:
    """A star where VEGA is as pleasant as a home planet, with mining difficulty 1.00."""
    air = {"temperature": 10, "pressure": 10, "gases": {"N2": 80, "O2": 20}}
    planet = {**air, "mining_difficulty": 1.0, "gravity": 0.9, **fields}
    return {"12 13 10": {"planets": {2: planet}}}


def spending(balance: int, **fields: Any) -> dict[str, Any]:
    """A normal planet that can spend so much: raw material is in stock, capacity is ample."""
    items = {"RM": balance, **fields.pop("items", {})}
    return {"mining_base": 0, "manufacturing_base": 1000.0, "items": items, **fields}


def made(
    orders: str,
    balance: int = 500,
    *,
    earth: Mapping[str, Any] | None = None,
    planets: Mapping[str, Any] | None = None,
    others: Mapping[str, Any] | None = None,
    state: Mapping[str, Any] | None = None,
    in_1999: bool = False,
    economy: Economy | None = None,
    chance: Any = None,
    also: Mapping[str, str] | None = None,
    opened: str = "Earth",
    players: tuple[str, ...] = PLAYERS,
    ways: tuple[str, ...] = (),
    **human: Any,
) -> Stepped:
    """The production of the Humans with these orders for Earth, which can spend `balance`.

    `earth` and `planets` are fields of planets, `human` of the species, `others` are the other
    species, `also` their orders. As in 1999, orders are read so, too.
    """
    home = spending(balance, **(earth or {}))
    species = {"Human": {**human, "planets": {"Earth": home, **(planets or {})}}, **(others or {})}
    game = game_with({"stars": like_home(), "species": species, **(state or {})}, players)
    text = f"PRODUCTION PL {opened}\n{orders}" if opened else orders
    given = {"Human": text, **(also or {})}
    return step(
        "production",
        game,
        given,
        in_1999=in_1999,
        forgiving=in_1999,
        economy=economy,
        chance=chance,
        ways=ways,
    )


def spent(result: Stepped, who: str = "Human") -> int:
    """What a species' orders cost in all, less what recycling brought."""
    begun = sum(told.data["balance"] for told in result.told(who, "production-start"))
    return begun - sum(amount for name, amount, _ in result.ledger if name == who)


def reasons(result: Stepped, who: str = "Human") -> list[str]:
    """The sentences with which the log rejects a species' orders."""
    return [told.data["reason"] for told in result.told(who, "order-ignored")]


def warnings(result: Stepped, who: str = "Human") -> list[str]:
    """The sentences with which the log says that orders were changed."""
    return [told.data["reason"] for told in result.told(who, "order-adjusted")]


def items(result: Stepped, planet: str = "Earth", who: str = "Human") -> dict[str, int]:
    """What lies on a planet."""
    stock: dict[str, int] = result.colony(who, planet).items
    return stock
