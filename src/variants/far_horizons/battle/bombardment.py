"""Bombardment and germ warfare, and colonies whose people are wiped out (FH-BOMB-003)."""

from __future__ import annotations

from collections import defaultdict

from attrs import define, field, frozen

from variants.far_horizons.battle import messages
from variants.far_horizons.battle.battle_rules import BattleRules
from variants.far_horizons.battle.fight import ActionResults, CombatLog, EventReporter
from variants.far_horizons.battle.model import (
    Action,
    BattleFighter,
    FighterKind,
    FighterState,
    Scene,
    SectorBattle,
    Side,
)
from variants.far_horizons.constants import ITEM_OF
from variants.far_horizons.economy import RULEBOOK_ECONOMY, Economy
from variants.far_horizons.formulas import percent, power
from variants.far_horizons.model import Colony, Species, Status, transactions
from variants.far_horizons.step_context import StepContext


def remember_base(species: Species, colony: Colony, base: int) -> None:
    """Record the highest base of a home planet before it was bombed (FH-BOMB-006)."""
    if colony.home:
        species.home_base = max(species.home_base, base)


def wipe_out(
    battle: SectorBattle,
    species: Species,
    target: BattleFighter,
    economy: Economy = RULEBOOK_ECONOMY,
) -> None:
    """Remove everything from a colony, and all ships of the species at that planet.

    (FH-BOMB-002, FH-GERM-006)
    """
    colony = target.colony
    assert colony is not None  # noqa: S101 - the target is a colony
    colony.mining_base = colony.manufacturing_base = colony.population = 0
    colony.lose_units(plans=economy.plans_outlast_colonies)
    colony.items.clear()
    colony.shipyards = colony.hiding = colony.hidden = colony.ambush = colony.siege = 0
    colony.status &= Status.HOME | Status.COLONY
    target.defenses = 0
    departed = {id(fighter.ship) for fighter in battle.fighters if fighter.gone}
    for slot, ship in enumerate(species.ships):
        if ship is not None and ship.place == colony.place and id(ship) not in departed:
            species.ships[slot] = None
    for fighter in battle.fighters:
        at_planet = fighter.ship is not None and fighter.ship.place == colony.place
        if at_planet and fighter.side == target.side and not fighter.gone:
            fighter.state = FighterState.DESTROYED


#: The reference damage: 400 times the power of a strike cruiser.
_REFERENCE = 400 * power(25)


@frozen
class _Bases:
    """The bases and population of a colony before a bombardment."""

    mining: int
    manufacturing: int
    population: int


def bombard(
    context: StepContext,  # noqa: ARG001
    scene: Scene,
    action: Action,
    fight: ActionResults,
    log: CombatLog,
) -> None:
    """Run the imagined rounds, then damage every targeted colony."""
    damages: dict[int, int] = defaultdict(int)
    bombers: dict[int, set[int]] = defaultdict(set)
    for shooter, target, damage in fight.aims(action, log):
        if target.kind is FighterKind.COLONY:
            damages[id(target)] += damage
            bombers[id(target)].add(shooter.side)
    for target in action.fighters:
        if id(target) in damages:
            for side in sorted(bombers[id(target)]):
                _report_bomber(scene.battle, side, target, log)
            damage_colony(scene, target, damages[id(target)], log)


def _report_bomber(
    battle: SectorBattle, side: int, target: BattleFighter, notify: EventReporter
) -> None:
    victim = battle.side_of(target).name
    notify(messages.BOMBARDS, side=battle.sides[side].name, victim=victim, planet=target.name)


def damage_percent(damage: int, colony: Colony) -> int:
    """Return the loss z in percent for a bombardment of total damage B (FH-BOMB-002)."""
    people = colony.base + (1 if colony.items.get("CU", 0) else 0)
    if people <= 0:
        return 0
    reference = _REFERENCE
    while damage > 1000:
        damage, reference = damage // 10, reference // 10
    share = 250_000 * damage // reference // people if reference else 101
    return share if share <= 100 else 101


def damage_colony(scene: Scene, target: BattleFighter, damage: int, notify: EventReporter) -> None:
    """Apply total damage B of bombs to a colony (FH-BOMB-002, FH-BOMB-004)."""
    battle, always_hurts = scene.battle, scene.rules.bombardment_always_hurts
    colony, species = target.colony, battle.side_of(target).species
    assert colony is not None  # noqa: S101 - the target is a colony
    assert species is not None  # noqa: S101 - colonies have owners
    if colony.base <= 0 and not colony.items.get("CU", 0):
        notify(messages.INSIGNIFICANT)
        return
    share = damage_percent(damage, colony)
    before = _Bases(colony.mining_base, colony.manufacturing_base, colony.population)
    base = colony.base
    _reduce(colony, share)
    if before == _Bases(colony.mining_base, colony.manufacturing_base, colony.population):
        if not always_hurts:
            notify(messages.INSIGNIFICANT)
            return
        _least_damage(colony)
        share = 0
    remember_base(species, colony, base)
    if max(colony.mining_base, colony.manufacturing_base, colony.population) <= 0 and share:
        wipe_out(battle, species, target, scene.economy)
        notify(messages.WIPED_OUT, planet=target.name)
        return
    if colony.base == base and always_hurts:
        notify(messages.LITTLE_DAMAGE)
    _report_bases(colony, before, target.name, notify)
    _lose_stock(target, share, notify)


def _reduce(colony: Colony, share: int) -> None:
    colony.mining_base -= percent(share, colony.mining_base)
    colony.manufacturing_base -= percent(share, colony.manufacturing_base)
    colony.population -= percent(share, colony.population)


def _least_damage(colony: Colony) -> None:
    """Apply the minimum damage of a bombardment (FH-BOMB-004)."""
    if colony.base > 0:
        if colony.mining_base >= colony.manufacturing_base:
            colony.mining_base -= 1
        else:
            colony.manufacturing_base -= 1
    elif colony.population > 0:
        colony.population -= 1
    elif colony.items.get("CU", 0):
        colony.items["CU"] -= 1


def _report_bases(colony: Colony, before: _Bases, planet: str, notify: EventReporter) -> None:
    changes = (
        ("Mining", before.mining, colony.mining_base),
        ("Manufacturing", before.manufacturing, colony.manufacturing_base),
    )
    for base, old, new in changes:
        if old != new:
            facts = {"before": _tenths(old), "after": _tenths(new)}
            notify(messages.BASE_LOST, base=base, planet=planet, **facts)


def _lose_stock(target: BattleFighter, share: int, notify: EventReporter) -> None:
    """Reduce every kind of stock and the shipyards by a percentage."""
    colony = target.colony
    assert colony is not None  # noqa: S101 - the target is a colony
    for item, count in list(colony.items.items()):
        lost = percent(share, count)
        if lost:
            colony.items[item] = count - lost
            kind = ITEM_OF[item]
            name = kind.name if lost == 1 else kind.plural
            were = "was" if lost == 1 else "were"
            notify(messages.STOCK_LOST, count=lost, units=name, planet=target.name, were=were)
    target.defenses = colony.items.get("PD", 0)
    lost = percent(share, colony.shipyards)
    if lost:
        colony.shipyards -= lost
        were, s = ("was", "") if lost == 1 else ("were", "s")
        notify(messages.SHIPYARDS_LOST, count=lost, s=s, planet=target.name, were=were)


def _tenths(number: int) -> str:
    return f"{number // 10}.{number % 10}"


@define
class _Drop:
    """Bombs dropped on colonies, by colony and attacking side, and the carriers used."""

    bombs: dict[tuple[int, int], int] = field(factory=dict)
    used: set[int] = field(factory=set)

    def drop(self, carrier: BattleFighter, target: BattleFighter) -> None:
        """Drop all bombs of a carrier, ship or colony, once (FH-GERM-003, FH-GERM-004)."""
        if target.kind is not FighterKind.COLONY:
            return
        key = (id(target), carrier.side)
        self.bombs.setdefault(key, 0)
        if id(carrier) not in self.used:
            self.used.add(id(carrier))
            self.bombs[key] += carrier.cargo.pop("GW", 0)  # FH-GERM-005


def infect(
    context: StepContext, scene: Scene, action: Action, fight: ActionResults, log: CombatLog
) -> None:
    """Run one imagined round, then check every bomb."""
    dropped = _Drop()
    for carrier, target, _ in fight.aims(action, log):
        dropped.drop(carrier, target)
    for target in [fighter for fighter in action.fighters if fighter.kind is FighterKind.COLONY]:
        for side in scene.battle.sides:
            bombs = dropped.bombs.get((id(target), side.index))
            if bombs is None or target.colony is None or not target.colony.populated:
                continue
            if _try(scene, action, side, target, bombs, fight, log):
                _loot(context, scene, side, target)


def chance_of(attacker: int, defender: int, rules: BattleRules) -> int:
    """Return the success chance of a bomb in percent, by Biology levels (FH-GERM-001)."""
    return rules.germ_percent + rules.germ_percent_per_level * (attacker - defender)


def _try(
    scene: Scene,
    action: Action,
    side: Side,
    target: BattleFighter,
    bombs: int,
    fight: ActionResults,
    log: CombatLog,
) -> bool:
    """Return whether the bombs of a side wipe out a colony."""
    victim = scene.battle.side_of(target).name
    facts = {"side": side.name, "victim": victim, "planet": target.name}
    if bombs == 0:
        log(messages.GERM_WITHOUT_BOMBS, **facts)
        return False
    facts |= {"bombs": str(bombs), "units": "bomb" if bombs == 1 else "bombs"}
    success = fight.infects(action, side, target, bombs)
    log(messages.GERM_SUCCESS if success else messages.GERM_FAILURE, **facts)
    return success


def _loot(context: StepContext, scene: Scene, side: Side, target: BattleFighter) -> None:
    """Wipe out and loot a planet; the money is paid at the end of the turn.

    The base of a home planet is remembered as after a bombardment.
    """
    attacker, species = side.species, scene.battle.side_of(target).species
    colony = target.colony
    assert attacker is not None  # noqa: S101 - parties are species
    assert species is not None  # noqa: S101
    assert colony is not None  # noqa: S101 - the target is a colony
    # FH-GERM-008
    amount = colony.base * (scene.rules.home_loot_factor if colony.home else 1)
    remember_base(species, colony, colony.base)  # FH-GERM-009
    wipe_out(scene.battle, species, target, scene.economy)  # FH-GW-003
    context.deal(
        transactions.transaction(
            transactions.TransactionKind.LOOTING,
            donor=species.number,
            recipient=attacker.number,
            amount=amount,
            donor_name=species.name,
            recipient_name=attacker.name,
            planet=colony.name,
        )
    )
