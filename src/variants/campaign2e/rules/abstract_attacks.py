"""Abstract attacks on worlds, and the surrender that follows a success.

A world is attacked in this way if it is unowned, or if its owner has chosen abstract attacks (from
C2E-8.3). All groups of a player and of allies that attack a world in a week make one attack with
one die. The effects of a surrender are those of C2E-8.6-01 and C2E-8.6b-01.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.rng import Stream
from horizons_core.sums import int_sum
from horizons_core.turn import TurnContext
from variants.campaign2e.economy import Logistics, economy_of
from variants.campaign2e.model import Campaign, Player, Ship, TaskGroup, World
from variants.campaign2e.references import GROUP, WORLD, world_name
from variants.campaign2e.rules.departures import damage_groups, drive_off
from variants.campaign2e.rules.fleets import (
    allied,
    allied_parties,
    audience_of,
    can_act,
    construction_points,
    defenders_of,
    group_ships,
    groups_at,
)
from variants.campaign2e.rules.ground_assaults import pass_world_to
from variants.campaign2e.rules.postures import must_act_at_world
from variants.campaign2e.rules.supply import count_combat
from variants.campaign2e.rules.task_groups import remove_ships
from variants.campaign2e.rules.trade import end_trade
from variants.campaign2e.rules.umpire_forces import provoke_force

SURRENDERED = EventKind(
    "world.surrendered",
    "{world} surrenders to {by}: {points} income points and {defences} of defences are left.",
    ("C2E-8.4-02", "C2E-8.6-01"),
)
DEFENCES_GONE = EventKind(
    "defences.surrendered",
    "The defences of {world} surrender to {by}; the world has yet to be assaulted.",
    ("C2E-8.6-01", "C2E-8.6b-01"),
)

#: C2E-8.6-01: thirds left, by the die.
THIRDS_LEFT = {1: 0, 2: 1, 3: 1, 4: 2, 5: 2, 6: 3}


def left_after_surrender(die: int, before: int) -> int:
    """Return the income or defences left after the die of 8.6-01, rounded down."""
    return before * THIRDS_LEFT[die] // 3


def surrender_world(
    context: TurnContext[Campaign], world: World, by: str, remaining: Sequence[Ship]
) -> None:
    """Carry out the surrender of a world to the leader of the attack (C2E-8.4-02).

    An unowned world passes to the attacker with what is left of it. An owned world only loses its
    defences: it can be conquered only by rule 7, and its income is unchanged.
    """
    stream = context.stream("surrender", world.id)
    if world.owner:
        audience = audience_of(world.owner, by)
        context.emit(DEFENCES_GONE, audience, place=world.id, world=world_name(world), by=by)
        world.defences = 0
        if remaining:
            _lose_defenders(context, world, remaining, stream)
        return
    economy = economy_of(context)
    defences = economy.neutral_defence(world)
    die = stream.die(6)
    dice = [context.dice(stream, "surrender", world.id)]
    pass_world_to(context, world, by)
    world.points, world.defences = (
        left_after_surrender(die, world.points),
        left_after_surrender(die, defences),
    )
    context.emit(
        SURRENDERED,
        audience_of(by),
        place=world.id,
        dice=dice,
        world=world_name(world),
        by=by,
        points=world.points,
        defences=world.defences,
        die=die,
    )


def _lose_defenders(
    context: TurnContext[Campaign], world: World, defenders: Sequence[Ship], stream: Stream
) -> None:
    """Remove defence units; some of the other ships are destroyed, and the rest withdraw.

    A die on the table of 8.6-01 gives the part of their points that is lost, in random order.
    """
    game = context.game
    defences = defenders_of(game, world)
    units = [ship for ship in defenders if defences is not None and ship.group == defences.id]
    ships = stream.shuffled([ship for ship in defenders if ship not in units])
    lost = construction_points(ships) - left_after_surrender(
        stream.die(6), construction_points(ships)
    )
    destroyed: list[Ship] = []
    for ship in ships:
        if construction_points(destroyed) + ship.design.points <= lost:
            destroyed.append(ship)
    groups = {ship.group for ship in ships}
    remove_ships(game, [*units, *destroyed])
    for group in [group for group in game.groups if group.id in groups]:
        drive_off(context, group)


WORLD_ATTACKED = EventKind(
    "attack.abstract",
    "{points} points attack {world}{defended}: {thrown}{result}.",
    ("C2E-8.4-01", "C2E-8.5-02"),
)
ATTACK_SUFFERED = EventKind(
    "attack.suffered",
    "{world}, with defences of {defence} points, is attacked by {by}: {thrown}{result}.",
    ("C2E-8.4-01", "C2E-8.6b-01"),
)

SURRENDER, DRIVEN_OFF, INCONCLUSIVE = "surrender", "driven_off", "inconclusive"
_RESULT_WORDS = {
    SURRENDER: "it surrenders",
    DRIVEN_OFF: "the attackers are driven off",
    INCONCLUSIVE: "nothing is decided",
}
#: C2E-8.4-03: damage per income point of the world.
HITS_A_POINT = 20
#: C2E-8.4-06: turns of combat that an attempt counts as.
COMBAT_TURNS = 5

#: In a turn's notes: attacks ordered this week.
_ATTACKS_ORDERED = "attacks on worlds"


@define
class AbstractAttack:
    """The combined attack of a player and allies on a world.

    Attributes:
        world: the target.
        groups: the attacking groups.
        orders: the ids of players with their orders.
    """

    world: World
    groups: list[TaskGroup] = field(factory=list)
    orders: list[tuple[str, Order]] = field(factory=list)


def order_attack(context: TurnContext[Campaign], sender: Player, order: Order) -> None:
    """ATTACK WORLD: join the week's attack on the world at the group's place."""
    game = context.game
    group = order[GROUP]
    world = must_act_at_world(context, sender, group)
    # A forecast does not know how another player defends a world.
    known = not context.forecast and bool(world.owner)
    if known and not is_abstract(game, world) and not world.defences:
        message = f"{world_name(world)} belongs to {world.owner} and is defended by ships"
        hint = "attack it with ENGAGE DEFENCES"
        raise Refused(Refusal("not-abstract", message, hint, "group", "warning"))
    stranger = _unallied_player(game, world, sender.id)
    if stranger:
        message = f"a fleet of {stranger} is also at {world_name(world)}"
        hint = "drive it off first"
        raise Refused(Refusal("fleet-there", message, hint, "group", "warning"))
    ordered: list[tuple[str, Order, World]] = context.notes.setdefault(_ATTACKS_ORDERED, [])
    ordered.append((sender.id, order, world))


def run_abstract_attacks(context: TurnContext[Campaign]) -> None:
    """Carry out the ordered attacks, world by world."""
    game = context.game
    ordered: list[tuple[str, Order, World]] = context.notes.pop(_ATTACKS_ORDERED, [])
    for world in {world.id: world for _, _, world in ordered}.values():
        orders = [(name, order) for name, order, target in ordered if target is world]
        for party in allied_parties(game, list(dict.fromkeys(name for name, _ in orders))):
            attack = AbstractAttack(world)
            for name, order in orders:
                if name in party:
                    attack.orders.append((name, order))
                    if order[GROUP] not in attack.groups:
                        attack.groups.append(order[GROUP])
            if not context.forecast:
                _attack(context, attack)
            elif _is_foreseen(game, attack):
                _must_be_strong(context, attack)


def _is_foreseen(game: Campaign, attack: AbstractAttack) -> bool:
    """Return whether the attackers know the defence, as at an unowned world of known income."""
    players = [game.empire(name) for name, _ in attack.orders]
    return not attack.world.owner and all(game.is_surveyed(attack.world, p) for p in players)


def elect_abstract_defence(context: TurnContext[Campaign], _sender: Player, order: Order) -> None:
    """ABSTRACT: switch die resolution of attacks on a world on or off.

    The switch takes effect in the week after the order (C2E-8.6b-01).
    """
    game = context.game
    world = order[WORLD]
    now = is_abstract(game, world)
    if order["switch"] == "ON":
        world.abstract = game.week + (not now)
    else:
        world.abstract = -(game.week + 1) if now else 0


def is_abstract(game: Campaign, world: World) -> bool:
    """Return whether the owner's choice of abstract attacks is in effect (C2E-8.6b-01)."""
    if world.abstract > 0:
        return game.week >= world.abstract
    return game.week < -world.abstract


def defence_of(game: Campaign, economy: Logistics, world: World) -> int:
    """Return the strength against an abstract attack.

    An unowned world has its abstract defences, at full strength for each attempt. An owned world
    has the rest of its abstract defences and, if its owner has chosen abstract attacks, its defence
    units and the owner's ships that have not withdrawn.
    """
    if not world.owner:  # C2E-8.3-01, C2E-8.4-05
        return economy.neutral_defence(world)
    defence = world.defences or 0  # C2E-8.6-01
    if is_abstract(game, world):  # C2E-8.6b-01
        defence += construction_points(defending_ships(game, world))
    return defence


def defending_ships(game: Campaign, world: World) -> list[Ship]:
    """Return a world's defence units, and the owner's ships there that have not withdrawn."""
    groups = [group for group in groups_at(game, world.at) if group.owner == world.owner]
    return group_ships(game, groups)


def result_of(die: int, modifier: int) -> str:
    """Return the result of an abstract attack; natural 1 and 6 come before modified results."""
    if die in (1, 6):
        return SURRENDER if die == 6 else DRIVEN_OFF
    if die + modifier >= 6:
        return SURRENDER
    return DRIVEN_OFF if die + modifier <= 1 else INCONCLUSIVE


def _must_be_strong(
    context: TurnContext[Campaign], attack: AbstractAttack
) -> tuple[list[Ship], int, int]:
    """Return the attacking ships, their force, and the defence; raises Refused for weak attacks."""
    economy = economy_of(context)
    world, defence = attack.world, defence_of(context.game, economy, attack.world)
    ships = [ship for ship in group_ships(context.game, attack.groups) if can_act(ship)]
    force = int_sum(economy.attacking_force(ship) for ship in ships)
    if not ships or 2 * force < defence:  # C2E-8.5-01
        for name, order in attack.orders:
            message = f"{force} points are less than half of the defences of {world_name(world)}"
            refusal = Refusal(
                "too-weak", message, "add ships, or attack together with allies", "group", "warning"
            )
            context.refuse(name, order, refusal)
        return [], force, defence
    return ships, force, defence


def _attack(context: TurnContext[Campaign], attack: AbstractAttack) -> None:
    game = context.game
    economy = economy_of(context)
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
    provoke_force(context, world, leader, force)
    if defence:
        die, modifier = stream.die(6), economy.odds_modifier(force, defence)
        result = result_of(die, modifier)
    else:
        die, modifier, result = 0, 0, SURRENDER
    _report_attack(context, attack, stream, (force, defence, die, modifier), result)
    if result == SURRENDER:
        chosen_abstract = is_abstract(game, world)
        surrender_world(
            context, world, leader, defending_ships(game, world) if chosen_abstract else []
        )
    elif result == INCONCLUSIVE:  # C2E-8.4-04
        world.attacked_by = leader
        world.interdicted = list(dict.fromkeys([*world.interdicted, leader]))
    else:
        _drive_off(context, attack)


def _drive_off(context: TurnContext[Campaign], attack: AbstractAttack) -> None:
    """Deal the damage of a repelled attack, and make its groups leave (C2E-8.4-03)."""
    world = attack.world
    hits = HITS_A_POINT * world.points
    damage_groups(context, attack.groups, hits, ("attack", world.id, attack.groups[0].id))
    for group in attack.groups:
        drive_off(context, group)


def _leader(economy: Logistics, ships: Sequence[Ship], stream: Stream) -> str:
    """Return the leader of an attack, who has most points; ties go to a die (C2E-8.4-01)."""
    worth: dict[str, int] = {}
    for ship in ships:
        worth[ship.owner] = worth.get(ship.owner, 0) + economy.attacking_force(ship)
    strongest = [owner for owner, points in worth.items() if points == max(worth.values())]
    return strongest[0] if len(strongest) == 1 else stream.choice(strongest)


def _unallied_player(game: Campaign, world: World, sender: str) -> str:
    """Return a player not allied with the attacker who has a fleet there, or "" (C2E-8.4-01).

    Ships that defend together with abstract defences are targets of the attack.
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


def _report_attack(
    context: TurnContext[Campaign],
    attack: AbstractAttack,
    stream: Stream,
    numbers: tuple[int, int, int, int],
    result: str,
) -> None:
    """Report the attack to both sides; only owners learn the strength of their own ships."""
    force, defence, die, modifier = numbers
    world, owners = attack.world, audience_of(*(name for name, _ in attack.orders))
    subject = ("attack", world.id, attack.groups[0].id)
    data = {
        "world": world_name(world),
        "die": die,
        "modifier": modifier,
        "thrown": f"the die is {die}{f' and {modifier:+d}' if modifier else ''}, " if die else "",
        "result": _RESULT_WORDS[result],
        "outcome": result,
    }
    dice = [context.dice(stream, *subject)]
    public = {"points": force, "defended": ""}
    if not world.owner:
        public |= {"defended": f", which has {defence}", "defence": defence}
    context.emit(WORLD_ATTACKED, owners, place=world.id, dice=dice, data=data | public)
    if world.owner:
        for_owner = {"defence": defence, "by": " and ".join(owners)}
        context.emit(
            ATTACK_SUFFERED, [world.owner], place=world.id, dice=dice, data=data | for_owner
        )
