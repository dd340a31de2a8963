"""Abstract attacks: on worlds of no player, and where an owner has elected them (C2E-8.3 on).

All groups of a player and of his allies that attack a world in a week make one attack: one die.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.rng import Stream
from horizons_core.sums import int_sum
from horizons_core.turn import TurnContext
from variants.campaign2e.economy import Logistics
from variants.campaign2e.model import Campaign, Group, Player, Ship, World
from variants.campaign2e.references import called
from variants.campaign2e.rules.fleets import (
    can_act,
    defenders_of,
    groups_at,
    points,
    ships_of_groups,
    together,
    told,
)
from variants.campaign2e.rules.losses import damage_groups, drive_off
from variants.campaign2e.rules.postures import must_act_at_world
from variants.campaign2e.rules.punitive_forces import provoke
from variants.campaign2e.rules.stances import allied
from variants.campaign2e.rules.supply import count_combat
from variants.campaign2e.rules.surrender import surrender
from variants.campaign2e.rules.trade import end_trade

ATTACKED = EventKind(
    "attack.abstract",
    "{points} points attack {world}{defended}: {thrown}{result}.",
    ("C2E-8.4-01", "C2E-8.5-02"),
)
SUFFERED = EventKind(
    "attack.suffered",
    "{world}, with defences of {defence} points, is attacked by {by}: {thrown}{result}.",
    ("C2E-8.4-01", "C2E-8.6b-01"),
)

SURRENDER, DRIVEN_OFF, INCONCLUSIVE = "surrender", "driven_off", "inconclusive"
_IN_WORDS = {
    SURRENDER: "it surrenders",
    DRIVEN_OFF: "the attackers are driven off",
    INCONCLUSIVE: "nothing is decided",
}
#: C2E-8.4-03: damage for each income point of the world.
HITS_A_POINT = 20
#: C2E-8.4-06: an attempt counts as so many turns of combat.
COMBAT_TURNS = 5

#: In a turn's notes: the attacks ordered this week.
_ORDERED = "attacks on worlds"


@define
class Attack:
    """The attacks of one player and his allies on a world.

    Attributes:
        world: the world.
        groups: what attacks.
        orders: by whom, the orders.
    """

    world: World
    groups: list[Group] = field(factory=list)
    orders: list[tuple[str, Order]] = field(factory=list)


def order_attack(context: TurnContext, sender: Player, order: Order) -> None:
    """ATTACK WORLD: join the week's attack on the world where the group is."""
    game: Campaign = context.game
    group: Group = order["group"]
    world = must_act_at_world(context, sender, group)
    # A forecast does not know how somebody else defends a world.
    known = not context.forecast and bool(world.owner)
    if known and not is_abstract(game, world) and not world.defences:
        message = f"{called(world)} belongs to {world.owner}, who meets attacks with ships"
        hint = "ENGAGE DEFENCES takes it on"
        raise Refused(Refusal("not-abstract", message, hint, "group", "warning"))
    stranger = _stranger(game, world, sender.id)
    if stranger:
        message = f"a fleet of {stranger} is at {called(world)}, too"
        hint = "it has to be driven off first"
        raise Refused(Refusal("fleet-there", message, hint, "group", "warning"))
    ordered: list[tuple[str, Order, World]] = context.notes.setdefault(_ORDERED, [])
    ordered.append((sender.id, order, world))


def carry_out(context: TurnContext) -> None:
    """Carry out the attacks that were ordered, world by world."""
    game: Campaign = context.game
    ordered: list[tuple[str, Order, World]] = context.notes.pop(_ORDERED, [])
    for world in {world.id: world for _, _, world in ordered}.values():
        here = [(name, order) for name, order, of in ordered if of is world]
        for party in together(game, list(dict.fromkeys(name for name, _ in here))):
            attack = Attack(world)
            for name, order in here:
                if name in party:
                    attack.orders.append((name, order))
                    if order["group"] not in attack.groups:
                        attack.groups.append(order["group"])
            if not context.forecast:
                _attack(context, attack)
            elif _is_foreseen(game, attack):
                _must_be_strong(context, attack)


def _is_foreseen(game: Campaign, attack: Attack) -> bool:
    """Return whether attackers know what they meet: at a world of nobody, and of a known income."""
    players = [game.empire(name) for name, _ in attack.orders]
    return not attack.world.owner and all(game.is_surveyed(attack.world, p) for p in players)


def elect(context: TurnContext, _sender: Player, order: Order) -> None:
    """ABSTRACT: have attacks on an own world resolved by the die, or no longer.

    That counts from the week after the order (C2E-8.6b-01).
    """
    game: Campaign = context.game
    world: World = order["world"]
    now = is_abstract(game, world)
    if order["switch"] == "ON":
        world.abstract = game.week + (not now)
    else:
        world.abstract = -(game.week + 1) if now else 0


def is_abstract(game: Campaign, world: World) -> bool:
    """Return whether the owner's choice of abstract attacks counts this week (C2E-8.6b-01)."""
    if world.abstract > 0:
        return game.week >= world.abstract
    return game.week < -world.abstract


def defence_of(game: Campaign, economy: Logistics, world: World) -> int:
    """The strength against an abstract attack.

    Of an unowned world its abstract defences, which each attempt meets in full. Of an owned one
    what is left of them; where the owner has elected abstract attacks, defence units and the
    owner's ships that have not withdrawn besides.
    """
    if not world.owner:  # C2E-8.3-01, C2E-8.4-05
        return economy.neutral_defence(world)
    defence = world.defences or 0  # C2E-8.6-01
    if is_abstract(game, world):  # C2E-8.6b-01
        defence += points(standing_with(game, world))
    return defence


def standing_with(game: Campaign, world: World) -> list[Ship]:
    """The defence units of a world, and the owner's ships there that have not withdrawn."""
    groups = [group for group in groups_at(game, world.at) if group.owner == world.owner]
    return ships_of_groups(game, groups)


def result_of(die: int, modifier: int) -> str:
    """What an abstract attack leads to; the natural die comes first (C2E-8.4-02, C2E-8.4-03)."""
    if die in (1, 6):
        return SURRENDER if die == 6 else DRIVEN_OFF
    if die + modifier >= 6:
        return SURRENDER
    return DRIVEN_OFF if die + modifier <= 1 else INCONCLUSIVE


def _must_be_strong(context: TurnContext, attack: Attack) -> tuple[list[Ship], int, int]:
    """The ships of an attack, their force, and the defence; refused, without ships, if too weak."""
    economy: Logistics = context.variant.economy
    world, defence = attack.world, defence_of(context.game, economy, attack.world)
    ships = [ship for ship in ships_of_groups(context.game, attack.groups) if can_act(ship)]
    force = int_sum(economy.attacking_force(ship) for ship in ships)
    if not ships or 2 * force < defence:  # C2E-8.5-01
        for name, order in attack.orders:
            message = f"{force} points are less than half of what {called(world)} has"
            refusal = Refusal("too-weak", message, "allies attack together", "group", "warning")
            context.refuse(name, order, refusal)
        return [], force, defence
    return ships, force, defence


def _attack(context: TurnContext, attack: Attack) -> None:
    game: Campaign = context.game
    economy: Logistics = context.variant.economy
    world = attack.world
    ships, force, defence = _must_be_strong(context, attack)
    if not ships:
        return
    stream = context.stream("attack", world.id, attack.groups[0].id)
    leader = _leader(economy, ships, stream)
    partner = game.world(world.partner)
    if partner is not None and partner.owner in {name for name, _ in attack.orders}:
        end_trade(context, world)  # C2E-1.6-04
    for ship in ships:
        count_combat(context, ship, COMBAT_TURNS)
    provoke(context, world, leader, force)
    if defence:
        die, modifier = stream.die(6), economy.odds_modifier(force, defence)
        result = result_of(die, modifier)
    else:
        die, modifier, result = 0, 0, SURRENDER
    _tell(context, attack, stream, (force, defence, die, modifier), result)
    if result == SURRENDER:
        elected = is_abstract(game, world)
        surrender(context, world, leader, standing_with(game, world) if elected else [])
    elif result == INCONCLUSIVE:  # C2E-8.4-04
        world.attacked_by = leader
        world.interdicted = list(dict.fromkeys([*world.interdicted, leader]))
    else:
        _drive_off(context, attack)


def _drive_off(context: TurnContext, attack: Attack) -> None:
    """Deal the damage of a beaten attack, and make its groups leave (C2E-8.4-03)."""
    world = attack.world
    hits = HITS_A_POINT * world.points
    damage_groups(context, attack.groups, hits, ("attack", world.id, attack.groups[0].id))
    for group in attack.groups:
        drive_off(context, group)


def _leader(economy: Logistics, ships: Sequence[Ship], stream: Stream) -> str:
    """Who leads an attack: most points, then a die (C2E-8.4-01)."""
    worth: dict[str, int] = {}
    for ship in ships:
        worth[ship.owner] = worth.get(ship.owner, 0) + economy.attacking_force(ship)
    most = [owner for owner, points in worth.items() if points == max(worth.values())]
    return most[0] if len(most) == 1 else stream.choice(most)


def _stranger(game: Campaign, world: World, sender: str) -> str:
    """A player not allied with the attacker whose fleet is there, "" for none (C2E-8.4-01).

    Ships that stand with abstract defences are what is attacked.
    """
    defences = defenders_of(game, world)
    for group in groups_at(game, world.at):
        if group is defences or allied(game, group.owner, sender):
            continue
        if group.owner == world.owner and world.owner and is_abstract(game, world):
            continue
        if group.against in ("", sender):
            return group.owner or "the umpire"
    return ""


def _tell(
    context: TurnContext,
    attack: Attack,
    stream: Stream,
    numbers: tuple[int, int, int, int],
    result: str,
) -> None:
    """Tell both sides; how strong a player's ships are is told to that player alone."""
    force, defence, die, modifier = numbers
    world, owners = attack.world, told(*(name for name, _ in attack.orders))
    subject = ("attack", world.id, attack.groups[0].id)
    data = {
        "world": called(world),
        "die": die,
        "modifier": modifier,
        "thrown": f"the die is {die}{f' and {modifier:+d}' if modifier else ''}, " if die else "",
        "result": _IN_WORDS[result],
        "outcome": result,
    }
    dice = [context.dice(stream, *subject)]
    seen = {"points": force, "defended": ""}
    if not world.owner:
        seen |= {"defended": f", which has {defence}", "defence": defence}
    context.emit(ATTACKED, owners, place=world.id, dice=dice, data=data | seen)
    if world.owner:
        own = {"defence": defence, "by": " and ".join(owners)}
        context.emit(SUFFERED, [world.owner], place=world.id, dice=dice, data=data | own)
