"""Visibility rules of a campaign, contents of views, and objects that orders can name.

Orders can name task groups, ships and worlds (C2E-15.3).
"""

from __future__ import annotations

from typing import Any, ClassVar

from attrs import frozen

from horizons_core.model import Entity, Observer, SelectiveObserver, Sight, Thing, View, facts_in
from horizons_core.report import counted, data_of
from variants.campaign2e.constants import CREDITS
from variants.campaign2e.economy import Logistics
from variants.campaign2e.model import Campaign, Dummy, Player, Ship, TaskGroup, World
from variants.campaign2e.view import chart, fleets, full_view, knowledge
from variants.campaign2e.view.shapes import Known

_NOT_LISTED = ("id", "name", "at", "jumps", "lanes", "words")
#: The most important facts of groups, ships and worlds.
_OF_GROUPS = ("points", "force", "endurance", "contact", "bound_for")
_OF_SHIPS = ("hull", "hull_of", "endurance", "in_supply", "cargo", "points")
_OF_WORLDS = ("owner", "income", "resource", "points", "partner", "defence_points")


def things(view: View) -> list[Thing]:
    """Return the reader's groups, ships and keels at their places, and every known world."""
    groups = [
        Thing(
            group["name"],
            "group",
            group["at"],
            f"{group['name']}, {counted(len(group['ships']), 'ship')}",
            facts=facts_in(group, _NOT_LISTED, _OF_GROUPS),
        )
        for group in view["groups"]
    ]
    ships = [
        Thing(
            ship["name"],
            "ship",
            ship["at"],
            f"{ship['name']}, {ship['type']} {ship['design']}",
            facts=facts_in(ship, _NOT_LISTED, _OF_SHIPS),
            owner=view.empire or "",
            unit={"design": ship["design"]},
            sort=f"{ship['type']} {ship['design']}",
        )
        for ship in view["ships"]
    ]
    own_worlds = {world["id"]: world for world in view["own_worlds"]}
    worlds = [
        Thing(
            world["id"],
            "world",
            world["id"],
            world["name"] if world["name"] == world["id"] else f"{world['name']} ({world['id']})",
            world["yours"],
            is_place=True,
            facts=facts_in(
                {**world, **own_worlds.get(world["id"], {})}, (*_NOT_LISTED, "yours"), _OF_WORLDS
            ),
        )
        for world in view["worlds"]
    ]
    keels = [
        Thing(
            keel["name"],
            "keel",
            world["id"],
            f"{keel['name']}, {keel['type']} under construction",
            facts=facts_in(keel, ("name",)),
        )
        for world in view["own_worlds"]
        for keel in world["keels"]
    ]
    return [*groups, *ships, *keels, *worlds]


@frozen
class CampaignView:
    """The view model: public worlds, lanes and counters, and each player's own forces in full.

    Others' groups, ships and dummies are invisible; information from contacts and battles is stored
    with each player.
    """

    economy: Logistics
    kinds: ClassVar = ("group", "ship", "keel", "world")

    def observer(self, game: Campaign, empire: str) -> Observer:
        """Return an observer that sees the player's own forces, known worlds, and all players."""
        me = game.empire(empire)
        visited = set(me.visited)

        def sight(entity: Entity) -> Sight:
            if isinstance(entity, World):
                if not game.is_known(entity, me):
                    return Sight.NOTHING
                if entity.owner == empire:
                    return Sight.OWN
                return Sight.SCANNED if entity.id in visited else Sight.KNOWN
            if isinstance(entity, Ship | TaskGroup | Dummy):
                return Sight.OWN if entity.owner == empire else Sight.NOTHING
            return Sight.OWN if entity.id == empire else Sight.KNOWN

        def candidates(entities: list[Any]) -> list[Any]:
            if entities is game.ships or entities is game.groups or entities is game.dummies:
                return [entity for entity in entities if entity.owner == empire]
            return entities

        return SelectiveObserver(sight, candidates)

    def describe(self, known: Campaign, empire: str | None) -> dict[str, Any]:
        """Return a player's view; the whole game if `empire` is None."""
        if empire is None:
            return full_view.full_view(known, self.economy)
        me = known.empire(empire)
        forces = fleets.FleetLookup(known, self.economy)
        return data_of(
            Known(
                week=known.week,
                round=known.round,
                waits=known.halted,
                players=[knowledge.player_of(known, player, me) for player in known.empires],
                treasury=me.stock.get(CREDITS, 0),
                capital=me.capital,
                navy=me.navy,
                access=list(me.access),
                raided=list(me.raided),
                worlds=[knowledge.world_of(known, world, me) for world in known.worlds],
                own_worlds=[
                    knowledge.own_world_of(known, world, me, self.economy)
                    for world in known.worlds_of(empire)
                ],
                lanes=knowledge.lane_rows(known),
                empty=knowledge.empty_hexes(known, me),
                stores=knowledge.stores_of(me),
                groups=[fleets.group_of(forces, group) for group in known.groups_of(empire)],
                ships=[fleets.ship_of(forces, ship) for ship in known.ships_of(empire)],
                jobs=knowledge.jobs_of(known, me),
                dummies=[fleets.dummy_of(known, dummy) for dummy in known.dummies],
                counters=knowledge.counters_of(known, empire),
                offers=knowledge.offers_of(me),
                reports=knowledge.reports_of(me),
                sightings=knowledge.sightings_of(me),
                designs=fleets.designs_of(known, me, self.economy),
                umpire=any(seat.role == "umpire" for seat in known.seats),
                proposals=knowledge.proposals_of(known),
                cards=list(me.hand),
                arriving=list(me.arriving),
                commissioning=me.commissioning,
            )
        )

    def hypothesize(self, known: Campaign, empire: str) -> None:
        """Add nothing: the ships behind visible counters cannot be guessed."""

    def spectator(self, game: Campaign) -> Observer:
        """Return an observer that sees the players, and the worlds of the initial area."""

        def sight(entity: Entity) -> Sight:
            if isinstance(entity, World):
                return Sight.KNOWN if game.is_in_grid(entity) else Sight.NOTHING
            return Sight.KNOWN if isinstance(entity, Player) else Sight.NOTHING

        return sight

    def spectator_view(self, known: Campaign) -> dict[str, Any]:
        """Return the view of spectators, which is the public information."""
        return full_view.public_view(known)

    def spectator_map(self, view: View) -> dict[str, Any]:
        """Return the map of public information: worlds of the initial area, and counters."""
        return chart.chart(view)

    def map(self, view: View) -> dict[str, Any]:
        """Return the map document."""
        return chart.chart(view)

    def things(self, view: View) -> list[Thing]:
        """Return the objects that orders can name."""
        return things(view)

    def stocks(self, view: View) -> dict[str, float]:
        """Return the treasury, in credits."""
        return {CREDITS: view["treasury"]}
