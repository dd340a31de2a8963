"""The list of actions, and who takes part in each (FH-BATTLE-010, FH-ENGAGE-003 to -016)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from variants.far_horizons.battle.intents import DEEP_SPACE_DEFENSE, Option
from variants.far_horizons.battle.model import (
    BOMBARDMENT_ROUNDS,
    MOST_ROUNDS,
    Act,
    Action,
    Battle,
    Fighter,
    Kind,
    State,
)
from variants.far_horizons.battle.parties import Party
from variants.far_horizons.compatibility import Habits

_ROUNDS = {Act.BOMBARDMENT: BOMBARDMENT_ROUNDS, Act.GERM_WARFARE: 1, Act.SIEGE: 1}
_AGAINST_PLANETS = range(4, 8)


@define(frozen=True)
class Stage:
    """An entry of the list of actions; planet 0 is deep space."""

    act: Act
    planet: int = 0


def stages_of(battle: Battle, parties: list[Party], habits: Habits) -> list[Stage]:
    """The list of actions of a battle, in their order (FH-BATTLE-010)."""
    stages: list[Stage] = []
    if _deep_space_first(battle, parties, habits):
        stages.append(Stage(Act.DEEP_SPACE))
    for party in parties:
        for option in party.intent.options:
            for stage in _stages_for(option):
                if stage not in stages:
                    stages.append(stage)
    return stages


def _stages_for(option: Option) -> Iterator[Stage]:
    """What an option adds: before a follow-up the attack on its planet."""
    if option.number == Act.DEEP_SPACE:
        yield Stage(Act.DEEP_SPACE)
    elif option.number >= Act.ATTACK:
        yield Stage(Act.ATTACK, option.planet)
        if option.number > Act.ATTACK:
            yield Stage(Act(option.number), option.planet)


def _deep_space_first(battle: Battle, parties: list[Party], habits: Habits) -> bool:
    if any(DEEP_SPACE_DEFENSE in party.intent.options for party in parties):
        return True
    return not habits.deep_space_as_ordered and any(
        Option(3) in one.intent.options
        and _attacks_planets(other)
        and other.side.index in battle.sides[one.side.index].enemies
        for one in parties
        for other in parties
    )


def _attacks_planets(party: Party) -> bool:
    return any(option.number in _AGAINST_PLANETS for option in party.intent.options)


@define
class Roll:
    """Who takes part in an action, and as what."""

    action: Action
    attackers: set[int] = field(factory=set)
    defenders: set[int] = field(factory=set)
    defended_by: set[int] = field(factory=set)
    attacked_by: set[int] = field(factory=set)
    armed_planets: set[int] = field(factory=set)
    keeps_away: bool = False


def muster_for(battle: Battle, parties: list[Party], stage: Stage, habits: Habits) -> Action | None:
    """The action of a stage with all who take part; None if it does not happen."""
    roll = Roll(Action(act=stage.act, planet=stage.planet))
    settled = {one.side for one in battle.fighters if one.kind is Kind.COLONY}
    for fighter in battle.fighters:
        party = parties[fighter.side]
        if fighter.a_ship:
            _enrol_ship(roll, fighter, party, stage, at_home=fighter.side in settled)
        elif fighter.orbit == stage.planet != 0:
            _enrol_colony(roll, fighter, party, stage)
    if not habits.unconditional_follow_ups and stage.act.imagined:
        _keep_victors(battle, roll)
    if not _happens(battle, roll, habits):
        return None
    roll.action.most_rounds = _rounds(battle, roll, habits)
    return roll.action


def _enrol_ship(roll: Roll, ship: Fighter, party: Party, stage: Stage, *, at_home: bool) -> None:
    if ship.gone or not may_move(ship, stage):
        return
    if ship.state == State.RESERVE and stage.act in (Act.BOMBARDMENT, Act.SIEGE):
        return
    roles = [role_of(ship, option, stage, at_home=at_home) for option in party.intent.options]
    if not any(roles):
        return
    roll.action.fighters.append(ship)
    side = ship.side
    for option, role in zip(party.intent.options, roles, strict=True):
        if "a" in role:
            roll.attackers.add(side)
        if "d" in role:
            roll.defenders.add(side)
        if role and option.number in (1, 3):
            roll.defended_by.add(side)
        if role and option.number >= Act.ATTACK:
            roll.attacked_by.add(side)
        roll.keeps_away |= bool(role) and option == DEEP_SPACE_DEFENSE


def may_move(ship: Fighter, stage: Stage) -> bool:
    """Transports fight where they are, but bring germs from anywhere (FH-ENGAGE-006)."""
    if ship.kind is not Kind.TRANSPORT or stage.act is Act.GERM_WARFARE:
        return True
    return ship.orbit == stage.planet


def role_of(ship: Fighter, option: Option, stage: Stage, *, at_home: bool) -> str:
    """As what a ship takes part by one option: a (attacker), d (defender), both or nothing."""
    here = ship.orbit == stage.planet
    if not here and ship.kind is Kind.STARBASE:
        return ""
    if not here and ship.kind is Kind.TRANSPORT and option.number < Act.ATTACK:
        return ""
    if option.number >= Act.ATTACK:
        return _attacking_role(ship, option, stage, at_home=at_home)
    deep = stage.act is Act.DEEP_SPACE
    qualifies = (here, deep, option.planet == stage.planet, deep)
    return ("d", "d", "d", "ad")[option.number] if qualifies[option.number] else ""


def _attacking_role(ship: Fighter, option: Option, stage: Stage, *, at_home: bool) -> str:
    """Attackers of a planet meet deep space defenders only if they have come from afar."""
    if ship.kind is Kind.TRANSPORT and stage.act is Act.SIEGE:
        return ""
    if stage.act is Act.DEEP_SPACE:
        return "" if at_home else "a"
    named = option.planet == stage.planet
    return "a" if named and stage.act in (Act.ATTACK, option.number) else ""


def _enrol_colony(roll: Roll, colony: Fighter, party: Party, stage: Stage) -> None:
    roll.action.fighters.append(colony)
    attacks = any(
        party.intent.has(number, stage.planet)
        for number in _AGAINST_PLANETS
        if stage.act in (Act.ATTACK, number)
    )
    if attacks and colony.defenses > 0:
        roll.armed_planets.add(colony.side)


def _keep_victors(battle: Battle, roll: Roll) -> None:
    """Only those follow up whose enemies there are beaten (FH-ENGAGE-012).

    All others but the colonies leave the action; colonies of others only suffer.
    """
    fighters = roll.action.fighters
    armed = {one.side for one in fighters if one.a_ship or one.defenses > 0}
    victors = {
        side
        for side in roll.attackers | roll.armed_planets
        if not armed.intersection(set(battle.sides[side].enemies) - {side})
    }
    roll.attackers &= victors
    roll.armed_planets &= victors
    roll.action.fighters = [
        one for one in fighters if one.side in roll.attackers or one.kind is Kind.COLONY
    ]
    roll.action.firing = roll.attackers | roll.armed_planets


def _happens(battle: Battle, roll: Roll, habits: Habits) -> bool:
    """Whether there is somebody to fight, and somebody who does."""
    act, fighters = roll.action.act, roll.action.fighters
    ready = bool(roll.attackers)
    if act is Act.DEEP_SPACE:
        ready = ready and bool(roll.defenders)
    elif act in (Act.ATTACK, Act.BOMBARDMENT):
        ready = ready or bool(roll.armed_planets)
    if not ready:
        return False
    if not habits.transports_fight_alone and all(_harmless(one) for one in fighters):
        return False
    sides = {one.side for one in fighters}
    return any(sides & battle.sides[side].enemies.keys() for side in sides)


def _harmless(fighter: Fighter) -> bool:
    """Transports, and planets without defences, make no battle (FH-BATTLE-007)."""
    if fighter.a_ship:
        return fighter.kind is Kind.TRANSPORT
    return fighter.defenses == 0


def _rounds(battle: Battle, roll: Roll, habits: Habits) -> int:
    """How many rounds an action lasts at most (FH-ENGAGE-016, FH-BATTLE-010)."""
    act = roll.action.act
    if act is not Act.DEEP_SPACE:
        return _ROUNDS.get(act, MOST_ROUNDS)
    attackers = max((battle.sides[side].military for side in roll.attacked_by), default=0)
    defenders = max((battle.sides[side].military for side in roll.defended_by), default=0)
    if habits.deep_space_as_ordered:
        limited = attackers > 0 and defenders > 0 and roll.keeps_away
    else:
        limited = any(
            other in battle.sides[side].enemies
            for side in roll.defended_by
            for other in roll.attacked_by
        )
    return max(defenders - attackers, 1) if limited else MOST_ROUNDS
