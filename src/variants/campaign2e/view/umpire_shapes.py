"""Data classes of the view for the umpire and gamemaster, including all secrets."""

from __future__ import annotations

from typing import Any

from horizons_core.report import described, schema_of, shape


def _rows(description: str) -> Any:
    return described(description, written=True)


@shape(kw_only=True)
class FullPlayer:
    """A player with all private facts."""

    name: str
    active: bool
    treasury: float = described("in credits")
    income: float = described("income of all worlds last week, in credits")
    capital: str
    navy: str = described("the allied navy; empty for none")
    worlds: list[str] = described("their hexes")
    access: list[str] = described("resources to which there was access last week")
    stances: dict[str, str] = described("towards others")
    bases: list[str] = described("who may use the player's bases")
    supply: list[str] = described("who may use the player's supply ships")
    points: int = described("of all ships", minimum=0)
    upkeep: float = described("cost of all ships a week, in credits, without doubling")
    owed: float = described("maintenance not paid, in credits")
    designs: list[str] = described("the player's own, by name")


@shape(kw_only=True)
class FullWorld:
    """A world with all its secrets."""

    id: str
    name: str
    at: list[int] = described("column and row")
    owner: str = described("empty for none")
    yours: bool = described("always false")
    surveyed: bool = described("always true")
    resource: str
    points: int
    full: int
    blocked: bool
    interdicted: list[str]
    controlled: str
    allegiance: str | None
    power: str = described("the player to whom the allegiance refers")
    partner: str = described("the hex of its trading partner; empty for none")
    share: int | None = described("per cent that a deal gives its owner")
    visitors: list[str] = described("players who know its allegiance")
    defences: int | None = described("points of abstract defences left")
    abstract: bool = described("whether attacks on it are abstract")
    peacekeepers: dict[str, int] = described("weeks of missions, by player")
    assault: dict[str, Any] | None = described("by whom, points taken and destroyed", written=True)
    rebuilding: int = described("weeks of work done on the next point")
    helper: str
    keels: list[dict[str, Any]] = _rows("as in the view of its owner")


@shape(kw_only=True)
class WaitingBattle:
    """A battle whose result the umpire has yet to enter."""

    id: str = described("its name for RESULT")
    at: str
    sides: list[list[str]] = described("the players of each side; empty for the umpire")
    ships: list[list[str]] = described("the ships of each side, by name")


@shape(kw_only=True)
class UmpireView:
    """The whole campaign."""

    week: int
    round: int = described("of the set-up whose orders come next; 0 when it is over")
    waits: bool = described("whether the week waits for a battle by hand")
    pending: list[WaitingBattle]
    players: list[FullPlayer]
    worlds: list[FullWorld]
    lanes: list[dict[str, Any]] = _rows("between worlds: a, b and whether open")
    empty: list[str] = described("hexes beyond the initial area that hold no world")
    offers: list[dict[str, Any]] = _rows("offers of trade: player, world and partner")
    stores: list[dict[str, Any]] = _rows("as in the views of players, with their owners")
    groups: list[dict[str, Any]] = _rows("as in the views of players, with their owners")
    ships: list[dict[str, Any]] = _rows("as in the views of players, with their owners")
    jobs: list[dict[str, Any]] = _rows("as in the views of players, with their owners")
    dummies: list[dict[str, Any]] = _rows("as in the views of players, with their owners")
    counters: list[dict[str, Any]] = _rows("as all players see them")
    proposals: list[dict[str, Any]] = _rows("non-standard equipment: by, name, and the answer")
    forecast: dict[str, Any] | None = described("in a forecast: the expected results", default=None)


UMPIRES_SCHEMA = schema_of(UmpireView, "The umpire's view of Campaign, second edition")
