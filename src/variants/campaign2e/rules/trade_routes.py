"""Trade routes: possible trades, and those that run in a week (C2E-2.3-04, C2E-10.1-01)."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from variants.campaign2e.constants import JUMP
from variants.campaign2e.economy import Logistics
from variants.campaign2e.model import Campaign, World
from variants.campaign2e.model.places import distance
from variants.campaign2e.rules.lanes import networks
from variants.campaign2e.rules.stances import allied


@frozen
class TradeLink:
    """A running trade.

    Attributes:
        partner: the other world.
        on_lane: whether the route is an open lane, which doubles the trade value (C2E-2.3-03).
    """

    partner: World
    on_lane: bool


@frozen
class TradeRoutes:
    """The trade routes at one moment of a week; create new ones after changes of worlds.

    Attributes:
        game: the campaign.
        worlds: all worlds by id.
        lanes: network of each world's lanes, open or not.
        open_lanes: the same without blocked lanes (C2E-5.4-01).
    """

    game: Campaign
    worlds: Mapping[str, World]
    lanes: Mapping[str, int]
    open_lanes: Mapping[str, int]

    def can_trade(self, a: World, b: World) -> bool:
        """Return whether a jump or lanes lead from one world to the other (C2E-10.1-01)."""
        return distance(a.at, b.at) <= JUMP or _together(self.lanes, a, b)

    def interruption(self, a: World, b: World) -> str:
        """Return why trade between two worlds does not run this week; "" if it does.

        Both lose it, whichever of them is interdicted or controlled.
        """
        for world, other in ((a, b), (b, a)):
            if world.controlled:  # C2E-7.2-02
                return f"{world.id} is under hostile control"
            if self.is_interdicted(world, other.owner):  # C2E-6.1-02
                return f"{world.id} is interdicted"
        # C2E-2.3-04
        if distance(a.at, b.at) > JUMP and not self.on_open_lane(a, b):
            return "no open lane joins them"
        return ""

    def is_interdicted(self, world: World, trader: str) -> bool:
        """Return whether a world is interdicted against a trading owner.

        At an unowned world this affects only traders who are not allied with all interdictors
        (C2E-6.1-01).
        """
        if world.owner or not self.game.plays_by("1.1.0"):
            return bool(world.interdicted)
        return not all(allied(self.game, name, trader) for name in world.interdicted)

    def partner(self, world: World) -> World | None:
        """Return the trade partner of a world, whether trade runs or not (C2E-10.1-02)."""
        return self.worlds.get(world.partner)

    def link(self, world: World) -> TradeLink | None:
        """Return the running trade of a world this week, or None."""
        partner = self.partner(world)
        if partner is None or self.interruption(world, partner):
            return None
        return TradeLink(partner, self.on_open_lane(world, partner))

    def on_open_lane(self, a: World, b: World) -> bool:
        """Return whether an open way along lanes connects two worlds (C2E-2.3-03)."""
        return _together(self.open_lanes, a, b)

    def trade_value(self, economy: Logistics, world: World) -> int:
        """Return a world's trade value this week, in hundredths; 0 without trade (C2E-6.1-03).

        It is before shares of neutral partners, side deals and raids.
        """
        link = self.link(world)
        return economy.trade_added(link.partner, on_lane=link.on_lane) if link else 0


def trade_routes(game: Campaign) -> TradeRoutes:
    """Return the current trade routes."""
    return TradeRoutes(
        game,
        {world.id: world for world in game.worlds},
        networks(game, open_only=False),
        networks(game, open_only=True),
    )


def _together(networks: Mapping[str, int], a: World, b: World) -> bool:
    return a.id in networks and networks[a.id] == networks.get(b.id)
