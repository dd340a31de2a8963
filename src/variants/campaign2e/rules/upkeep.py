"""Step 7, upkeep: maintenance, leases, gifts and bills.

Maintenance and lease fees are paid, then endurance and supply are updated (C2E-2.5-02, C2E-3.1-01).
Every ship costs its maintenance every week, wherever it is and whatever supply it carries
(C2E-3.8-06). Orders of this step are PAY for gifts, DISBAND, BILLS for the priority of bills
(C2E-2.5-02), and LEASE and RETURN for supply ships (C2E-3.8-03).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from attrs import frozen

from horizons_core.amounts import amount_text
from horizons_core.errors import did_you_mean
from horizons_core.model import EventKind, folded
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.sums import ordered_sum
from horizons_core.turn import TurnContext
from variants.campaign2e.constants import CREDITS
from variants.campaign2e.economy import HEADINGS, economy_of
from variants.campaign2e.model import Campaign, Player, Ship, TaskGroup
from variants.campaign2e.references import PLAYER, SHIP, WORLD
from variants.campaign2e.rules import repair_work, supply, supply_ships
from variants.campaign2e.rules.designs import market_design
from variants.campaign2e.rules.income import available_resources, trade_routes
from variants.campaign2e.rules.purchases import deliver, group_for_delivery, must_afford
from variants.campaign2e.rules.supply import is_neutral_friend, must_be_at_base
from variants.campaign2e.rules.task_groups import group_of, remove_ships

GIFT_PAID = EventKind("gift.paid", "{by} pays {to} {amount} credits.", ("C2E-2.5-02",))
DISBANDED = EventKind("ship.disbanded", "{ship} is disbanded at {place}.", ("C2E-2.5-02",))

#: In a turn's notes: gifts delivered at the end of the step.
_GIFTS = "gifts"


def order_gift(context: TurnContext[Campaign], sender: Player, order: Order) -> None:
    """PAY: deduct a gift at once; it is delivered at the end of the step."""
    other = order[PLAYER]
    amount: int = order["credits"]
    must_afford(sender, amount, "the gift")
    context.post(sender, CREDITS, -amount, f"Paid to {other.id}", ("C2E-2.5-02",))
    context.notes.setdefault(_GIFTS, []).append((sender.id, other.id, amount))


def settle_gifts(context: TurnContext[Campaign]) -> None:
    """Deliver gifts."""
    game = context.game
    for by, to, amount in context.notes.pop(_GIFTS, ()):
        context.post(game.empire(to), CREDITS, amount, f"Paid by {by}", ("C2E-2.5-02",))
        context.emit(GIFT_PAID, [by, to], by=by, to=to, amount=amount_text(amount))


def disband(context: TurnContext[Campaign], sender: Player, order: Order) -> None:
    """DISBAND: remove a ship at once and without compensation, with its debts."""
    game = context.game
    ship = order[SHIP]
    if ship.leased:
        message = f"{ship.name} is leased"
        raise Refused(Refusal("leased", message, f"give it back with RETURN {ship.name}", "ship"))
    base = must_be_at_base(game, sender.id, group_of(game, ship).at, ship.name)
    remove_ships(game, [ship])
    context.emit(DISBANDED, [sender.id], place=base.id, ship=ship.name)


def set_bills(context: TurnContext[Campaign], sender: Player, order: Order) -> None:
    """BILLS: set the ships and groups whose bills come first, in this order, until changed."""
    game = context.game
    payees: list[TaskGroup | Ship] = [*game.groups_of(sender.id), *game.ships_of(sender.id)]
    names = {folded(payee.name): payee.id for payee in payees}
    ids = []
    for word in order.several("payee"):
        if folded(word) not in names:
            message = f"you have no ship or task group {word}"
            hint = did_you_mean(word, [payee.name for payee in payees])
            raise Refused(Refusal("unknown-payee", message, hint, "payee"))
        ids.append(names[folded(word)])
    sender.bills = ids


LEASED = EventKind("ship.leased", "{ship} is leased at {place} for {fee} a week.", ("C2E-3.8-03",))
RETURNED = EventKind("ship.returned", "{ship} is given back at {place}.", ("C2E-3.8-03",))


def lease_ship(context: TurnContext[Campaign], sender: Player, order: Order) -> None:
    """LEASE: lease a supply ship of the market at a base; its fees are charged with bills."""
    game = context.game
    world = order[WORLD]
    design = market_design(game, order["design"], "design")
    if not design.is_supply_ship:
        message = f"{design.name} is not a supply ship: less than a quarter of it is cargo space"
        raise Refused(Refusal("not-a-supply-ship", message, "lease a freighter", "design"))
    must_be_at_base(game, sender.id, world.at, "the ship")
    economy = economy_of(context)
    group = group_for_delivery(game, sender, world, "")
    ship = deliver(game, economy, sender, design, group)
    ship.leased = True
    fee = amount_text(economy.lease_fee(design))
    context.emit(LEASED, [sender.id], place=world.id, ship=ship.name, fee=fee)


def return_ship(context: TurnContext[Campaign], sender: Player, order: Order) -> None:
    """RETURN: give back a leased ship with its load."""
    game = context.game
    ship = order[SHIP]
    if not ship.leased:
        message = f"{ship.name} is not leased"
        raise Refused(
            Refusal("not-leased", message, "give up ships of your own with DISBAND", "ship")
        )
    base = must_be_at_base(game, sender.id, group_of(game, ship).at, ship.name)
    remove_ships(game, [ship])
    context.emit(RETURNED, [sender.id], place=base.id, ship=ship.name)


BILLS_OWED = EventKind(
    "upkeep.owed",
    "{ship} is not paid: {amount} are owed, and it counts as out of supply.",
    ("C2E-2.5-02",),
)
BILLS_PAID = EventKind(
    "upkeep.paid",
    "Maintenance: {fuel} for fuel, {crew} for crews, {weaponry} for weaponry{more}.",
    ("C2E-3.1-01", "C2E-3.5-01", "C2E-3.5-02", "C2E-3.5-03"),
)
LEASE_ENDED = EventKind(
    "lease.ended", "The lease of {ship} ends: its fee of {amount} is not paid.", ("C2E-3.8-03",)
)


@frozen
class Bill:
    """A ship's payments in a week, in hundredths of a credit (C2E-3.1-01).

    Attributes:
        fuel, crew, weaponry: its maintenance by heading.
        lease: fee of a leased ship, maintenance included (C2E-3.8-03).
        surcharge: charge of a friendly neutral base (C2E-1.6-05).
        owed: earlier debt (C2E-2.5-02).
    """

    fuel: int = 0
    crew: int = 0
    weaponry: int = 0
    lease: int = 0
    surcharge: int = 0
    owed: int = 0

    @property
    def total(self) -> int:
        return self.fuel + self.crew + self.weaponry + self.lease + self.surcharge + self.owed


def run_upkeep(context: TurnContext[Campaign]) -> None:
    """Pay bills, update endurance, and supply groups from supply ships.

    Ships at bases are also inspected (C2E-11.3.4-01).
    """
    game = context.game
    routes = trade_routes(game)
    for player in game.empires:
        player.access = available_resources(game, routes, player)
        _pay_bills(context, player)
    supply.pass_week(context)
    context.carry_out()
    supply_ships.settle_resupply(context)
    repair_work.inspect_ship(context)


def bill_of(
    context: TurnContext[Campaign], ship: Ship, available: Collection[str], *, at_neutral: bool
) -> Bill:
    """Return a ship's bill for this week, including its debt.

    Headings double without their resource; a lease fee is based on undoubled costs. A friendly
    neutral base takes its surcharge. With the option `weapon_bill` weaponry may cost only in weeks
    with combat.
    """
    if not ship.needs_supply:
        return Bill(owed=ship.owed)
    economy = economy_of(context)
    if ship.leased:
        surcharge = economy.surcharge(economy.upkeep(ship.design).total) if at_neutral else 0
        fee = economy.lease_fee(ship.design)  # C2E-3.8-03
        return Bill(lease=fee, surcharge=surcharge, owed=ship.owed)
    upkeep = economy.upkeep(ship.design, available)  # C2E-2.4-01, C2E-3.8-02
    spared = context.game.options.get("weapon_bill") == "after_combat"
    # C2E-3.8-06
    weaponry = 0 if spared and ship.fought != context.game.week else upkeep.weaponry
    maintenance = upkeep.fuel + upkeep.crew + weaponry  # C2E-3.1-01
    surcharge = economy.surcharge(maintenance) if at_neutral else 0  # C2E-1.6-05
    return Bill(upkeep.fuel, upkeep.crew, weaponry, surcharge=surcharge, owed=ship.owed)


def sorted_by_bills(player: Player, ships: Collection[Ship]) -> list[Ship]:
    """Return ships in order of payment: BILLS, leased ships, the most expensive (C2E-2.5-02)."""
    places = {name: number for number, name in reversed(list(enumerate(player.bills)))}
    last = len(player.bills)

    def rank(ship: Ship) -> tuple[int, bool, int, str]:
        priority = min(places.get(ship.id, last), places.get(ship.group, last))
        return priority, not ship.leased, -ship.design.points, ship.name

    return sorted(ships, key=rank)


def _pay_bills(context: TurnContext[Campaign], player: Player) -> None:
    """Pay each bill in full or not at all; raided resources count (C2E-6.3-02)."""
    game = context.game
    available = {*player.access, *player.raided}
    friends = {world.at for world in game.worlds if is_neutral_friend(world, player.id)}
    at_friends = {group.id for group in game.groups_of(player.id) if group.at in friends}
    ended, paid = [], []
    for ship in sorted_by_bills(player, game.ships_of(player.id)):
        at_neutral = ship.group in at_friends
        detail = bill_of(context, ship, available, at_neutral=at_neutral)
        bill = detail.total
        if bill <= player.stock.get(CREDITS, 0):
            ship.owed = 0
            paid.append(detail)
            rules = ("C2E-3.8-03",) if ship.leased else ("C2E-3.1-01",)
            kind = "Lease" if ship.leased else "Maintenance"
            context.post(player, CREDITS, -bill, f"{kind} of {ship.name}", rules)
        elif ship.leased:
            context.emit(LEASE_ENDED, [player.id], ship=ship.name, amount=amount_text(bill))
            ended.append(ship)
        else:
            ship.owed = bill
            context.emit(BILLS_OWED, [player.id], ship=ship.name, amount=amount_text(bill))
    _report_headings(context, player, paid)
    if ended:
        remove_ships(game, ended)


def _report_headings(context: TurnContext[Campaign], player: Player, paid: Iterable[Bill]) -> None:
    """Report the week's bills by heading, and the missing resources that doubled them."""
    sums = {
        name: ordered_sum(getattr(bill, name) for bill in paid)
        for name in ("fuel", "crew", "weaponry", "lease", "surcharge", "owed")
    }
    if not any(sums.values()):
        return
    available = {*player.access, *player.raided}
    doubled = [heading for heading, resource in HEADINGS.items() if resource not in available]
    texts = {"lease": "leases", "surcharge": "neutral bases", "owed": "what was owed"}
    more = "".join(f", {amount_text(sums[n])} for {words}" for n, words in texts.items() if sums[n])
    if doubled:
        more += f"; doubled without their resource: {', '.join(doubled)}"
    amounts = {name: amount_text(amount) for name, amount in sums.items()}
    context.emit(BILLS_PAID, [player.id], more=more, doubled=doubled, data=amounts)
