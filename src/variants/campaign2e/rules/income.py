"""Step 6, income: trade routes, access to resources, and yields.

`TradeRoutes` finds the possible trades, and those that run in a week (C2E-2.3-04, C2E-10.1-01).
Trade also gives access to resources (C2E-2.4). Each world has a weekly yield (C2E-2.3, C2E-2.6-03,
C2E-10.1). All money is in hundredths of a credit; a world's income is rounded once, halves up
(C2E-1.6-08).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from attrs import frozen

from horizons_core.amounts import half_up
from horizons_core.model import EVERYONE, NO_ONE, EventKind
from horizons_core.turn import TurnContext
from variants.campaign2e.constants import CREDITS, JUMP
from variants.campaign2e.economy import Logistics, economy_of
from variants.campaign2e.model import Campaign, Player, World
from variants.campaign2e.model.places import distance
from variants.campaign2e.model.worlds import LUXURIES, RESOURCES
from variants.campaign2e.references import world_name
from variants.campaign2e.rules.fleets import allied
from variants.campaign2e.rules.jumps_and_lanes import networks
from variants.campaign2e.rules.reconstruction import helped_by
from variants.campaign2e.rules.supply import is_neutral_friend


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
    """The trade routes at one moment of a week; they must be recreated when worlds have changed.

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
        return distance(a.at, b.at) <= JUMP or _are_connected(self.lanes, a, b)

    def interruption(self, a: World, b: World) -> str:
        """Return why trade between two worlds does not run this week; "" if it does.

        Both worlds lose the trade, whichever of them is interdicted or controlled.
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
        """Return whether an open route along lanes connects two worlds (C2E-2.3-03)."""
        return _are_connected(self.open_lanes, a, b)

    def trade_value(self, economy: Logistics, world: World) -> int:
        """Return a world's trade value this week, in hundredths; 0 without trade (C2E-6.1-03).

        Shares of neutral partners, side deals and raids are not yet subtracted.
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


def _are_connected(networks: Mapping[str, int], a: World, b: World) -> bool:
    return a.id in networks and networks[a.id] == networks.get(b.id)


def available_resources(game: Campaign, routes: TradeRoutes, player: Player) -> list[str]:
    """Return the resources available to a player this week, in the order of C2E-2.4-02.

    They come from the player's worlds and their trade partners; one link serves the whole empire
    (C2E-2.4-03, C2E-10.2-01).
    """
    supplied = set()
    for world in game.worlds_of(player.id):
        supplied.add(_supplied_by(routes, world, player))
        link = routes.link(world)
        if link is not None:
            supplied.add(_supplied_by(routes, link.partner, player))
    return [resource for resource in RESOURCES if resource in supplied]


def _supplied_by(routes: TradeRoutes, world: World, player: Player) -> str:
    """Return the resource that a world supplies to a player; "" if blocked or controlled."""
    is_closed = world.controlled or routes.is_interdicted(world, player.id)
    return "" if is_closed else world.supplies


#: In a turn's notes, left by raiding: hundredths of a credit that raiders took from the trade of
#: each world.
RAIDED = "raided"

LUXURIES_ROLLED = EventKind(
    "income.luxuries", "Luxuries of {world} are worth {die} this week.", ("C2E-2.6-03",)
)
TRADE_INTERRUPTED = EventKind(
    "income.interrupted",
    "{world} gets nothing from its trade with {partner}: {why}.",
    ("C2E-2.3-04",),
)
INCOME_LOST = EventKind(
    "income.lost", "{world} yields nothing: it is under the control of {by}.", ("C2E-7.2-02",)
)
INCOME_FORGONE = EventKind(
    "income.forgone", "{world} forgoes its income to help rebuild {helped}.", ("C2E-9.1-02",)
)


@frozen
class WorldIncome:
    """A world's weekly yield by parts, in hundredths of a credit.

    Attributes:
        base: base income.
        added: trade value before sharing.
        shared: change by a neutral partner or a deal, positive or negative.
        raids: losses to raiders, 0 or below.
        link: the trade link, if any.
    """

    base: int
    added: int = 0
    shared: int = 0
    raids: int = 0
    link: TradeLink | None = None

    @property
    def total(self) -> int:
        return self.base + self.added + self.shared + self.raids


def roll_luxuries(context: TurnContext[Campaign]) -> None:
    """Roll the value of Luxuries for the new week (C2E-2.6-03)."""
    game = context.game
    for world in game.worlds:
        if world.resource == LUXURIES:
            # Beyond the initial area only some players know of the world, and so of its dice.
            known_to = EVERYONE if game.is_in_grid(world) else NO_ONE
            stream = context.stream("luxuries", world.id, known_to=known_to)
            world.die = stream.die(10)
            context.emit(
                LUXURIES_ROLLED,
                game.audience_knowing(world),
                place=world.id,
                dice=[context.dice(stream, "luxuries", world.id)],
                world=world_name(world),
                die=world.die,
            )


def collect_income(context: TurnContext[Campaign]) -> None:
    """Credit every player with the week's income, one line per part (C2E-2.5-01)."""
    game = context.game
    routes = trade_routes(game)
    helped = {world.helper: world for world in game.worlds if helped_by(context, world)}
    for player in game.empires:
        player.income = {}
        for world in game.worlds_of(player.id):
            player.income[world.id] = _collect(context, routes, player, world, helped)


def income_of(
    economy: Logistics, routes: TradeRoutes, world: World, raided: int = 0, percent: int = 100
) -> WorldIncome:
    """Return the yield of an owned world, including its trade.

    Under interdiction only the base income remains, under hostile control nothing. Raids take at
    most what trade yields, never base income. `percent` is the factor of the option `income`.
    """
    if world.controlled:  # C2E-7.2-02
        return WorldIncome(0)
    link = routes.link(world)
    base = economy.base_income(world)
    # C2E-2.3-02, C2E-6.1-02
    gain = _trade_share(economy, world, link) if link else Fraction(0)
    # C2E-2.3-01, C2E-2.3-03
    added = economy.trade_added(link.partner, on_lane=link.on_lane) if link else 0
    base_share = half_up(base * percent, 100)
    gross = half_up((base + added) * percent, 100) - base_share
    net = _rounded((base + gain) * Fraction(percent, 100)) - base_share
    return WorldIncome(base_share, gross, net - gross, -min(raided, net), link)  # C2E-6.2-02


def _trade_share(economy: Logistics, world: World, link: TradeLink) -> Fraction:
    """Return the trade income of a world's owner."""
    partner = link.partner
    added = economy.trade_added(partner, on_lane=link.on_lane)
    if not partner.owner:  # C2E-1.6-04, C2E-10.1-06
        from_friend = is_neutral_friend(partner, world.owner)
        return added * (1 - economy.neutral_share(partner, from_friend=from_friend))
    if world.share is None:
        return Fraction(added)
    theirs = economy.trade_added(world, on_lane=link.on_lane)
    # C2E-10.1-05
    return Fraction((added + theirs) * world.share, 100)


def _rounded(amount: Fraction) -> int:
    return half_up(amount.numerator, amount.denominator)


def _collect(
    context: TurnContext[Campaign],
    routes: TradeRoutes,
    player: Player,
    world: World,
    helped: Mapping[str, World],
) -> int:
    """Enter a world's yield into the account; report missing income. Returns the income."""
    if world.id in helped:
        names = {"world": world_name(world), "helped": world_name(helped[world.id])}
        context.emit(INCOME_FORGONE, [player.id], place=world.id, data=names)
        return 0
    if world.controlled:
        context.emit(
            INCOME_LOST, [player.id], place=world.id, world=world_name(world), by=world.controlled
        )
        return 0
    raided: int = context.notes.get(RAIDED, {}).get(world.id, 0)
    percent = round(100 * context.game.options.get("income", 1.0))
    world_income = income_of(economy_of(context), routes, world, raided, percent)
    _book(context, player, world, world_income)
    partner = routes.partner(world)
    if partner is not None and world_income.link is None:
        reason = routes.interruption(world, partner)
        names = {"world": world_name(world), "partner": world_name(partner), "why": reason}
        context.emit(TRADE_INTERRUPTED, [player.id], place=world.id, data=names)
    return world_income.total


def _book(
    context: TurnContext[Campaign], player: Player, world: World, world_income: WorldIncome
) -> None:
    """Enter the lines of a world's yield into the account (C2E-2.5-01)."""
    name = world_name(world)
    rules = ("C2E-2.3-02",)
    context.post(player, CREDITS, world_income.base, f"Base income of {name}", rules)
    if world_income.link is None:
        return
    with_partner = f"with {world_name(world_income.link.partner)}"
    lane = ", on a lane" if world_income.link.on_lane else ""
    rules = ("C2E-2.3-03",) if lane else ("C2E-2.3-01",)
    context.post(
        player, CREDITS, world_income.added, f"Trade of {name} {with_partner}{lane}", rules
    )
    if not world_income.link.partner.owner:
        context.post(player, CREDITS, world_income.shared, f"Kept {with_partner}", ("C2E-10.1-06",))
    else:
        context.post(player, CREDITS, world_income.shared, f"Deal {with_partner}", ("C2E-10.1-05",))
    context.post(player, CREDITS, world_income.raids, f"Raids on {name}", ("C2E-6.2-02",))
