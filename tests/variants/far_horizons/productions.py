"""A planet with an exact budget, and the costs of its orders, for the tests of production."""

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
    """A normal planet with this budget: raw material is in stock, capacity is ample."""
    items = {"RM": balance, **fields.pop("items", {})}
    return {"mining_base": 0, "manufacturing_base": 1000.0, "items": items, **fields}


def produce(
    orders: str,
    balance: int = 500,
    *,
    earth: Mapping[str, Any] | None = None,
    planets: Mapping[str, Any] | None = None,
    aliens: Mapping[str, Any] | None = None,
    state: Mapping[str, Any] | None = None,
    in_1999: bool = False,
    economy: Economy | None = None,
    chance: Any = None,
    also: Mapping[str, str] | None = None,
    opened: str = "Earth",
    players: tuple[str, ...] = PLAYERS,
    habits: tuple[str, ...] = (),
    **human: Any,
) -> Stepped:
    """Run the production of the Humans with these orders for Earth, which can spend `balance`.

    `earth` and `planets` are fields of planets, `human` of the species, `aliens` are the other
    species, `also` their orders. With `in_1999` orders are parsed as in 1999.
    """
    home = spending(balance, **(earth or {}))
    species = {"Human": {**human, "planets": {"Earth": home, **(planets or {})}}, **(aliens or {})}
    game = game_with({"stars": like_home(), "species": species, **(state or {})}, players)
    text = f"PRODUCTION PL {opened}\n{orders}" if opened else orders
    texts = {"Human": text, **(also or {})}
    return step(
        "production",
        game,
        texts,
        in_1999=in_1999,
        forgiving=in_1999,
        economy=economy,
        chance=chance,
        habits=habits,
    )


def spent(result: Stepped, species: str = "Human") -> int:
    """The total cost of a species' orders, less the returns of recycling."""
    begun = sum(event.data["balance"] for event in result.events(species, "production-start"))
    return begun - sum(amount for name, amount, _ in result.ledger if name == species)


def reasons(result: Stepped, species: str = "Human") -> list[str]:
    """The log's reasons for rejecting a species' orders."""
    return [event.data["reason"] for event in result.events(species, "order-ignored")]


def warnings(result: Stepped, species: str = "Human") -> list[str]:
    """The log's warnings about changed orders."""
    return [event.data["reason"] for event in result.events(species, "order-adjusted")]


def items(result: Stepped, planet: str = "Earth", species: str = "Human") -> dict[str, int]:
    """The stock of a planet."""
    stock: dict[str, int] = result.colony(species, planet).items
    return stock
