"""The actions of a battle, with the fighters in each and their roles (FH-BATTLE-010)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from variants.far_horizons.battle.battle_rules import BattleRules
from variants.far_horizons.battle.model import (
    AGAINST_PLANETS,
    DEEP_SPACE_DEFENSE,
    Action,
    ActionKind,
    BattleFighter,
    BattleOption,
    BattleStage,
    Belligerent,
    FighterKind,
    FighterState,
    Scene,
    SectorBattle,
)

TAKES_PART, ATTACKS, DEFENDS = 1, 2, 4
#: Origin of a role: options against planets, options for deep space, and ENGAGE 1.
AT_PLANETS, IN_DEEP_SPACE, WANTS_DEEP_SPACE = 8, 16, 32


def ship_role(ship: BattleFighter, party: Belligerent, stage: BattleStage, *, at_home: bool) -> int:
    """Return the role of a ship in a stage; 0 for none.

    `at_home` means that its species has a colony in the sector. All its options count, so a fight
    in deep space combines with the defense of planets (FH-ENGAGE-015).
    """
    if not _may_move(ship, stage):
        return 0
    combined = 0
    for option in party.intent.options:
        role = _role_by(option, ship, stage, at_home=at_home)
        if role:
            combined |= TAKES_PART | role
            combined |= IN_DEEP_SPACE * (option.number in (1, 3))
            combined |= AT_PLANETS * (option.number >= ActionKind.ATTACK)
            combined |= WANTS_DEEP_SPACE * (option == DEEP_SPACE_DEFENSE)
    return combined


def colony_role(colony: BattleFighter, party: Belligerent, stage: BattleStage) -> int:
    """Return the role of a colony in a stage; it attacks with its defenses only (FH-PD-001)."""
    if colony.orbit != stage.planet or not stage.planet:
        return 0
    attacks = any(
        party.intent.has(number, stage.planet)
        for number in AGAINST_PLANETS
        if stage.act in (ActionKind.ATTACK, number)
    )
    return TAKES_PART | ATTACKS * attacks


def _may_move(ship: BattleFighter, stage: BattleStage) -> bool:
    """Return whether a ship may join a stage elsewhere; transports do so only for germ warfare.

    (FH-ENGAGE-006, FH-GERM-003)
    """
    if ship.kind is not FighterKind.TRANSPORT or stage.act is ActionKind.GERM_WARFARE:
        return True
    return ship.orbit == stage.planet


def _role_by(
    option: BattleOption, ship: BattleFighter, stage: BattleStage, *, at_home: bool
) -> int:
    """Return a ship's role in a stage by one option: attacker, defender, both or neither.

    With option 0 it fights where it is (FH-ENGAGE-003), with options 0 to 2 it starts no fight
    (FH-ENGAGE-005, FH-BATTLE-008), with option 3 it attacks in deep space only (FH-ENGAGE-007,
    FH-STRIKE-007). Starbases take part only where they are (FH-BAS-006).
    """
    at_stage = ship.orbit == stage.planet
    if not at_stage and ship.kind is FighterKind.STARBASE:
        return 0
    if not at_stage and ship.kind is FighterKind.TRANSPORT and option.number < ActionKind.ATTACK:
        return 0
    if option.number >= ActionKind.ATTACK:
        return _attacker_role(option, ship, stage, at_home=at_home)
    deep = stage.act is ActionKind.DEEP_SPACE
    qualifies = (at_stage, deep, option.planet == stage.planet, deep)
    roles = (DEFENDS, DEFENDS, DEFENDS, ATTACKS | DEFENDS)
    return roles[option.number] if qualifies[option.number] else 0


def _attacker_role(
    option: BattleOption, ship: BattleFighter, stage: BattleStage, *, at_home: bool
) -> int:
    """Return an attacker's role; in deep space only attackers from elsewhere meet defenders."""
    if ship.kind is FighterKind.TRANSPORT and stage.act is ActionKind.SIEGE:
        return 0
    if stage.act is ActionKind.DEEP_SPACE:
        return 0 if at_home else ATTACKS
    named = option.planet == stage.planet
    return ATTACKS if named and stage.act in (ActionKind.ATTACK, option.number) else 0


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
    """Return whether a defender's option 1 or 3 moves the start of the battle to deep space.

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
        if fighter.is_ship:
            _add_ship(action_roles, fighter, party, stage, at_home=fighter.side in settled)
        else:
            _add_colony(action_roles, fighter, party, stage)
    if rules.follow_ups_need_victory and stage.act.imagined:
        _keep_victors(battle, action_roles)
    if not _takes_place(battle, action_roles, rules):
        return None
    action_roles.action.most_rounds = _max_rounds(battle, action_roles, rules)
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
    role = ship_role(ship, party, stage, at_home=at_home)
    if role:
        action_roles.action.fighters.append(ship)
        action_roles.roles[ship.side] = action_roles.roles.get(ship.side, 0) | role


def _add_colony(
    action_roles: ActionRoles, colony: BattleFighter, party: Belligerent, stage: BattleStage
) -> None:
    role = colony_role(colony, party, stage)
    if role:
        action_roles.action.fighters.append(colony)
        if role & ATTACKS and colony.defenses > 0:
            action_roles.armed_planets.add(colony.side)


def _keep_victors(battle: SectorBattle, action_roles: ActionRoles) -> None:
    """Keep only the attackers whose enemies at the planet are beaten (FH-ENGAGE-012).

    Planetary defenses are such enemies (FH-PD-001), before bombs and germs (FH-BOMB-001). Colonies
    of other sides stay as targets; all other fighters leave the action.
    """
    fighters = action_roles.action.fighters
    armed = {fighter.side for fighter in fighters if fighter.is_ship or fighter.defenses > 0}
    attackers = action_roles.sides(ATTACKS)
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


def _takes_place(battle: SectorBattle, action_roles: ActionRoles, rules: BattleRules) -> bool:
    """Return whether an action has attackers, and enemies for them."""
    act, fighters = action_roles.action.act, action_roles.action.fighters
    ready = bool(action_roles.sides(ATTACKS))
    if act is ActionKind.DEEP_SPACE:
        ready = ready and bool(action_roles.sides(DEFENDS))
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
    """Return whether a fighter is a transport or undefended: no battle starts (FH-BATTLE-007)."""
    if fighter.is_ship:
        return fighter.kind is FighterKind.TRANSPORT
    return fighter.defenses == 0


def _max_rounds(battle: SectorBattle, action_roles: ActionRoles, rules: BattleRules) -> int:
    """Return the maximum number of rounds of an action (FH-ENGAGE-016, FH-BATTLE-010)."""
    act = action_roles.action.act
    if act is not ActionKind.DEEP_SPACE:
        if act is ActionKind.BOMBARDMENT:
            return rules.bombardment_rounds
        return 1 if act.imagined else rules.most_rounds
    arriving, defending = (
        action_roles.sides(AT_PLANETS),
        action_roles.sides(IN_DEEP_SPACE),
    )
    attackers = max((battle.sides[side].military for side in arriving), default=0)
    defenders = max((battle.sides[side].military for side in defending), default=0)
    if rules.deep_space_for_defenders:
        limited = any(foe in battle.sides[side].enemies for side in defending for foe in arriving)
    else:
        deep_space = bool(action_roles.sides(WANTS_DEEP_SPACE))
        limited = attackers > 0 and defenders > 0 and deep_space
    return max(defenders - attackers, 1) if limited else rules.most_rounds
