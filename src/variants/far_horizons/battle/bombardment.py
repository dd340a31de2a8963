"""Bombardment of planets (FH-BOMB-003)."""

from __future__ import annotations

from collections import defaultdict

from attrs import frozen

from variants.far_horizons.battle import messages
from variants.far_horizons.battle.fight import ActionResults, CombatLog, EventReporter
from variants.far_horizons.battle.model import Action, BattleFighter, FighterKind, SectorBattle
from variants.far_horizons.battle.planets import remember_base, wipe_out
from variants.far_horizons.battle.scene import Scene
from variants.far_horizons.constants import ITEM_OF
from variants.far_horizons.formulas import percent, power
from variants.far_horizons.model import Colony
from variants.far_horizons.step_context import StepContext

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
    battle: SectorBattle, side: int, target: BattleFighter, tell: EventReporter
) -> None:
    victim = battle.side_of(target).name
    tell(messages.BOMBARDS, side=battle.sides[side].name, victim=victim, planet=target.name)


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


def damage_colony(scene: Scene, target: BattleFighter, damage: int, tell: EventReporter) -> None:
    """Apply total damage B of bombs to a colony (FH-BOMB-002, FH-BOMB-004)."""
    battle, always_hurts = scene.battle, scene.rules.bombardment_always_hurts
    colony, species = target.colony, battle.side_of(target).species
    assert colony is not None  # noqa: S101 - the target is a colony
    assert species is not None  # noqa: S101 - colonies have owners
    if colony.base <= 0 and not colony.items.get("CU", 0):
        tell(messages.INSIGNIFICANT)
        return
    share = damage_percent(damage, colony)
    before = _Bases(colony.mining_base, colony.manufacturing_base, colony.population)
    base = colony.base
    _reduce(colony, share)
    if before == _Bases(colony.mining_base, colony.manufacturing_base, colony.population):
        if not always_hurts:
            tell(messages.INSIGNIFICANT)
            return
        _least_damage(colony)
        share = 0
    remember_base(species, colony, base)
    if max(colony.mining_base, colony.manufacturing_base, colony.population) <= 0 and share:
        wipe_out(battle, species, target, scene.economy)
        tell(messages.WIPED_OUT, planet=target.name)
        return
    if colony.base == base and always_hurts:
        tell(messages.LITTLE_DAMAGE)
    _report_bases(colony, before, target.name, tell)
    _lose_stock(target, share, tell)


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


def _report_bases(colony: Colony, before: _Bases, planet: str, tell: EventReporter) -> None:
    changes = (
        ("Mining", before.mining, colony.mining_base),
        ("Manufacturing", before.manufacturing, colony.manufacturing_base),
    )
    for base, old, new in changes:
        if old != new:
            facts = {"before": _tenths(old), "after": _tenths(new)}
            tell(messages.BASE_LOST, base=base, planet=planet, **facts)


def _lose_stock(target: BattleFighter, share: int, tell: EventReporter) -> None:
    """Reduce every kind of stock and the shipyards by a percentage, too."""
    colony = target.colony
    assert colony is not None  # noqa: S101 - the target is a colony
    for item, count in list(colony.items.items()):
        lost = percent(share, count)
        if lost:
            colony.items[item] = count - lost
            kind = ITEM_OF[item]
            name = kind.name if lost == 1 else kind.plural
            were = "was" if lost == 1 else "were"
            tell(messages.STOCK_LOST, count=lost, units=name, planet=target.name, were=were)
    target.defenses = colony.items.get("PD", 0)
    lost = percent(share, colony.shipyards)
    if lost:
        colony.shipyards -= lost
        were, s = ("was", "") if lost == 1 else ("were", "s")
        tell(messages.SHIPYARDS_LOST, count=lost, s=s, planet=target.name, were=were)


def _tenths(number: int) -> str:
    return f"{number // 10}.{number % 10}"
