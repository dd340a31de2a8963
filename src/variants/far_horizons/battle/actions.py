"""The list of actions of a battle, and the fighters of each (FH-BATTLE-010)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from variants.far_horizons.battle import roles
from variants.far_horizons.battle.battle_rules import BattleRules
from variants.far_horizons.battle.intents import (
    AGAINST_PLANETS,
    DEEP_SPACE_DEFENSE,
    BattleOption,
    Belligerent,
)
from variants.far_horizons.battle.model import (
    Action,
    ActionKind,
    BattleFighter,
    BattleStage,
    FighterKind,
    FighterState,
    SectorBattle,
)
from variants.far_horizons.battle.scene import Scene


def stages_of(scene: Scene) -> list[BattleStage]:
    """Return the actions of a battle, in their order (FH-BATTLE-010)."""
    stages: list[BattleStage] = []
    if _deep_space_first(scene):
        stages.append(BattleStage(ActionKind.DEEP_SPACE))
    for party in scene.parties:
        for option in party.intent.options:
            for stage in _stages_for(option):
                if stage not in stages:
                    stages.append(stage)
    return stages


def _stages_for(option: BattleOption) -> Iterator[BattleStage]:
    """Yield the stages that an option adds: a follow-up comes after the attack on its planet."""
    if option.number == ActionKind.DEEP_SPACE:
        yield BattleStage(ActionKind.DEEP_SPACE)
    elif option.number >= ActionKind.ATTACK:  # FH-BATTLE-009, FH-ENGAGE-008
        yield BattleStage(ActionKind.ATTACK, option.planet)
        # FH-ENGAGE-009, FH-ENGAGE-010, FH-ENGAGE-011
        if option.number > ActionKind.ATTACK:
            yield BattleStage(ActionKind(option.number), option.planet)


def _deep_space_first(scene: Scene) -> bool:
    """Tell whether a defender's option 1 or 3 moves the start of the battle to deep space.

    (FH-ENGAGE-005, FH-ENGAGE-015, FH-ENGAGE-017)
    """
    parties, sides = scene.parties, scene.battle.sides
    if any(DEEP_SPACE_DEFENSE in party.intent.options for party in parties):
        return True
    return scene.rules.deep_space_for_defenders and any(
        BattleOption(3) in defender.intent.options
        and _attacks_planets(attacker)
        and attacker.side.index in sides[defender.side.index].enemies
        for defender in parties
        for attacker in parties
    )


def _attacks_planets(party: Belligerent) -> bool:
    return any(option.number in AGAINST_PLANETS for option in party.intent.options)


@define
class ActionRoles:
    """The fighters of an action, and the roles that the units of each side have in it."""

    action: Action
    roles: dict[int, int] = field(factory=dict)
    armed_planets: set[int] = field(factory=set)

    def sides(self, role: int) -> set[int]:
        """Return the sides with ships in this role."""
        return {side for side, roles_of_side in self.roles.items() if roles_of_side & role}


def action_for(scene: Scene, stage: BattleStage) -> Action | None:
    """Create the action of a stage with its fighters; None if it does not take place."""
    battle, rules = scene.battle, scene.rules
    action_roles = ActionRoles(Action(act=stage.act, planet=stage.planet))
    settled = {fighter.side for fighter in battle.fighters if fighter.kind is FighterKind.COLONY}
    for fighter in battle.fighters:
        party = scene.parties[fighter.side]
        if fighter.a_ship:
            _add_ship(action_roles, fighter, party, stage, at_home=fighter.side in settled)
        else:
            _add_colony(action_roles, fighter, party, stage)
    if rules.follow_ups_need_victory and stage.act.imagined:
        _keep_victors(battle, action_roles)
    if not _happens(battle, action_roles, rules):
        return None
    action_roles.action.most_rounds = _rounds(battle, action_roles, rules)
    return action_roles.action


def _add_ship(
    action_roles: ActionRoles,
    ship: BattleFighter,
    party: Belligerent,
    stage: BattleStage,
    *,
    at_home: bool,
) -> None:
    if ship.gone:
        return
    if ship.state == FighterState.RESERVE and stage.act in (
        ActionKind.BOMBARDMENT,
        ActionKind.SIEGE,
    ):
        return
    role = roles.role_of_ship(ship, party, stage, at_home=at_home)
    if role:
        action_roles.action.fighters.append(ship)
        action_roles.roles[ship.side] = action_roles.roles.get(ship.side, 0) | role


def _add_colony(
    action_roles: ActionRoles, colony: BattleFighter, party: Belligerent, stage: BattleStage
) -> None:
    role = roles.role_of_colony(colony, party, stage)
    if role:
        action_roles.action.fighters.append(colony)
        if role & roles.ATTACKS and colony.defenses > 0:
            action_roles.armed_planets.add(colony.side)


def _keep_victors(battle: SectorBattle, action_roles: ActionRoles) -> None:
    """Keep only the attackers whose enemies at the planet are beaten (FH-ENGAGE-012).

    Planetary defenses are such enemies (FH-PD-001), before bombs and germs (FH-BOMB-001). Colonies
    of other sides stay as targets; all other fighters leave the action.
    """
    fighters = action_roles.action.fighters
    armed = {fighter.side for fighter in fighters if fighter.a_ship or fighter.defenses > 0}
    attackers = action_roles.sides(roles.ATTACKS)
    victors = {
        side
        for side in attackers | action_roles.armed_planets
        if not armed.intersection(set(battle.sides[side].enemies) - {side})
    }
    action_roles.roles = {
        side: role for side, role in action_roles.roles.items() if side in attackers & victors
    }
    action_roles.armed_planets &= victors
    action_roles.action.fighters = [
        fighter
        for fighter in fighters
        if fighter.side in action_roles.roles or fighter.kind is FighterKind.COLONY
    ]
    action_roles.action.firing = set(action_roles.roles) | action_roles.armed_planets


def _happens(battle: SectorBattle, action_roles: ActionRoles, rules: BattleRules) -> bool:
    """Tell whether an action has attackers, and enemies for them."""
    act, fighters = action_roles.action.act, action_roles.action.fighters
    ready = bool(action_roles.sides(roles.ATTACKS))
    if act is ActionKind.DEEP_SPACE:
        ready = ready and bool(action_roles.sides(roles.DEFENDS))
    elif act in (ActionKind.ATTACK, ActionKind.BOMBARDMENT):
        ready = ready or bool(action_roles.armed_planets)
    if not ready:
        return False
    if rules.transports_need_warships and all(_harmless(fighter) for fighter in fighters):
        return False
    sides = {fighter.side for fighter in fighters}
    # only sides that attack someone, or are attacked, have enemies: FH-ENGAGE-014
    return any(sides & battle.sides[side].enemies.keys() for side in sides)


def _harmless(fighter: BattleFighter) -> bool:
    """Tell whether a fighter makes no battle: transport, undefended planet (FH-BATTLE-007)."""
    if fighter.a_ship:
        return fighter.kind is FighterKind.TRANSPORT
    return fighter.defenses == 0


def _rounds(battle: SectorBattle, action_roles: ActionRoles, rules: BattleRules) -> int:
    """Return the greatest number of rounds of an action (FH-ENGAGE-016, FH-BATTLE-010)."""
    act = action_roles.action.act
    if act is not ActionKind.DEEP_SPACE:
        if act is ActionKind.BOMBARDMENT:
            return rules.bombardment_rounds
        return 1 if act.imagined else rules.most_rounds
    arriving, defending = (
        action_roles.sides(roles.AT_PLANETS),
        action_roles.sides(roles.IN_DEEP_SPACE),
    )
    attackers = max((battle.sides[side].military for side in arriving), default=0)
    defenders = max((battle.sides[side].military for side in defending), default=0)
    if rules.deep_space_for_defenders:
        limited = any(foe in battle.sides[side].enemies for side in defending for foe in arriving)
    else:
        deep_space = bool(action_roles.sides(roles.WANTS_DEEP_SPACE))
        limited = attackers > 0 and defenders > 0 and deep_space
    return max(defenders - attackers, 1) if limited else rules.most_rounds
