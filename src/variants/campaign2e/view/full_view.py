"""The whole game for the umpire and gamemaster, and the public part for spectators."""

from __future__ import annotations

from typing import Any

from horizons_core.report import (
    OwnerCell,
    data_of,
    described,
    number_column,
    row_of,
    schema_of,
    shape,
    text_column,
)
from horizons_core.sums import int_sum, ordered_sum
from variants.campaign2e.constants import CREDITS
from variants.campaign2e.economy import Logistics
from variants.campaign2e.model import (
    Assault,
    Campaign,
    PendingBattle,
    Player,
    World,
    place_id,
    place_of,
)
from variants.campaign2e.view import fields, fleets, knowledge
from variants.campaign2e.view.knowledge import lane_rows, proposals_of
from variants.campaign2e.view.shapes import OfferShown, SeenCounter


def _rows(description: str) -> Any:
    return described(description, written=True)


@shape(kw_only=True)
class FullPlayer:
    """A player with all private facts."""

    name: str = fields.named_field("Player", OwnerCell)
    active: bool = fields.named_field("State", fields.out)
    treasury: float = fields.credits_field("in credits", "Treasury", None)
    income: float = fields.credits_field(
        "income of all worlds last week, in credits", "Income", None
    )
    capital: str = described(column="Capital")
    navy: str = described("the allied navy; empty for none")
    worlds: list[str] = described("their hexes", number_column("Worlds", fields.count_of, hint=""))
    access: list[str] = described("resources to which there was access last week")
    stances: dict[str, str] = described("towards others")
    bases: list[str] = described("who may use the player's bases")
    supply: list[str] = described("who may use the player's supply ships")
    points: int = described("of all ships", "Points", minimum=0)
    upkeep: float = fields.credits_field(
        "cost of all ships a week, in credits, without doubling", "A week", None
    )
    owed: float = fields.credits_field(
        "maintenance not paid, in credits", "Owed", None, show=fields.credits_if_any
    )
    designs: list[str] = described("the player's own, by name")


@shape(kw_only=True)
class FullWorld:
    """A world with all its secrets."""

    id: str
    name: str
    at: list[int] = described("column and row")
    owner: str = described(
        "empty for none", text_column("Owner", fields.owner, choose=True, hint="")
    )
    yours: bool = described("always false")
    surveyed: bool = described("always true")
    resource: str = fields.named_field("Resource", None, choose=True)
    points: int
    full: int
    blocked: bool
    interdicted: list[str]
    controlled: str
    allegiance: str | None
    power: str = described("the player to whom the allegiance refers")
    partner: str = described("the hex of its trading partner; empty for none", "Trades with")
    share: int | None = described("percent that a deal gives its owner")
    visitors: list[str] = described("players who know its allegiance", "Visited by")
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


def full_view(game: Campaign, economy: Logistics) -> dict[str, Any]:
    """Return all players, worlds, groups and ships, with all secrets (C2E-15.3-01)."""
    return data_of(_build_view(game, fleets.FleetLookup(game, economy)))


def _build_view(game: Campaign, forces: fleets.FleetLookup) -> UmpireView:
    return UmpireView(
        week=game.week,
        round=game.round,
        waits=game.halted,
        pending=[_pending(game, battle) for battle in game.pending],
        players=[_player(game, player, forces.economy) for player in game.empires],
        worlds=[_world(game, world) for world in game.worlds],
        lanes=lane_rows(game),
        empty=_empty(game),
        offers=[
            vars(row_of(OfferShown, offer, by=player.id))
            for player in game.empires
            for offer in player.offers
        ],
        stores=[
            {"owner": player.id, **data_of(store)}
            for player in game.empires
            for store in knowledge.stores_of(player)
        ],
        groups=[fleets.group_for_umpire(forces, group) for group in game.groups],
        ships=[fleets.ship_for_umpire(forces, ship) for ship in game.ships],
        jobs=[
            {"owner": player.id, **data_of(job)}
            for player in game.empires
            for job in knowledge.jobs_of(game, player)
        ],
        dummies=[
            {"owner": dummy.owner, **data_of(fleets.dummy_of(game, dummy))}
            for dummy in game.dummies
        ],
        counters=_counters(game),
        proposals=proposals_of(game),
    )


def public_view(known: Campaign) -> dict[str, Any]:
    """Return public information: owners and yields of worlds, and counters."""
    return {
        "week": known.week,
        "round": known.round,
        "waits": known.halted,
        "players": [
            {
                "name": player.name,
                "active": player.active,
                "worlds": len(known.worlds_of(player.id)),
                "income": ordered_sum(world.points for world in known.worlds_of(player.id)),
            }
            for player in known.empires
        ],
        "worlds": [_public_world(world) for world in known.worlds],
        "lanes": lane_rows(known),
        "empty": [],
        "groups": [],
        "counters": _counters(known),
        "proposals": proposals_of(known),
    }


def _counters(game: Campaign) -> list[dict[str, Any]]:
    return [
        vars(row_of(SeenCounter, counter))
        for counter in sorted(game.counters, key=lambda item: (item.at, item.owner, item.number))
    ]


def _pending(game: Campaign, battle: PendingBattle) -> WaitingBattle:
    names = {ship.id: ship.name for ship in game.ships}
    return WaitingBattle(
        id=battle.id,
        at=place_id(battle.at),
        sides=[list(side) for side in battle.sides],
        ships=[[names.get(ship, ship) for ship in side] for side in battle.ships],
    )


def _player(game: Campaign, player: Player, economy: Logistics) -> FullPlayer:
    ships = game.ships_of(player.id)
    return row_of(
        FullPlayer,
        player,
        treasury=player.stock.get(CREDITS, 0),
        income=int_sum(player.income.values()),
        worlds=[world.id for world in game.worlds_of(player.id)],
        points=int_sum(ship.design.points for ship in ships),
        upkeep=int_sum(fleets.upkeep_of(ship, economy) for ship in ships),
        owed=int_sum(ship.owed for ship in ships),
        designs=list(player.designs),
    )


def _public_world(world: World) -> dict[str, Any]:
    return {
        "id": world.id,
        "name": world.called or world.id,
        "at": list(world.at),
        "owner": world.owner,
        "yours": False,
        "surveyed": True,
        "resource": world.resource,
        "points": world.points,
        "full": world.full,
        "blocked": world.is_blocked,
        "interdicted": list(world.interdicted),
        "controlled": world.controlled,
    }


def _world(game: Campaign, world: World) -> FullWorld:
    return row_of(
        FullWorld,
        world,
        **_public_world(world),
        allegiance=world.allegiance.name.lower() if world.allegiance else None,
        visitors=[player.id for player in game.empires if world.id in player.visited],
        abstract=world.abstract > 0,
        assault=_assault(world.assault) if world.assault else None,
        keels=[knowledge.keel_of(keel) for keel in world.keels],
    )


def _assault(assault: Assault) -> dict[str, Any]:
    return {"by": assault.by, "taken": assault.taken, "destroyed": assault.destroyed}


def _empty(game: Campaign) -> list[str]:
    worlds = {world.id for world in game.worlds}
    return sorted((name for name in game.explored if name not in worlds), key=place_of)
