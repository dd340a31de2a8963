"""Germ warfare: bombs dropped on colonies, and their effects."""

from __future__ import annotations

from attrs import define, field

from variants.far_horizons.battle import messages
from variants.far_horizons.battle.battle_rules import BattleRules
from variants.far_horizons.battle.fight import ActionResults, CombatLog
from variants.far_horizons.battle.model import Action, BattleFighter, FighterKind, Side
from variants.far_horizons.battle.planets import remember_base, wipe_out
from variants.far_horizons.battle.scene import Scene
from variants.far_horizons.model import transactions
from variants.far_horizons.step_context import StepContext


@define
class _Drop:
    """Bombs dropped on colonies, by colony and attacking side; `used` are the carriers."""

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
    """Tell whether the bombs of a side wipe out a colony."""
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
