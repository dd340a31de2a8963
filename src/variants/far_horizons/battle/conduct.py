"""A battle from its first line to its last: who is there, each action, what is left."""

from __future__ import annotations

from collections.abc import Callable

from variants.far_horizons.battle import (
    aftermath,
    ambushes,
    bombardment,
    germs,
    hostility,
    messages,
    sieges,
    strengths,
)
from variants.far_horizons.battle.actions import muster_for, stages_of
from variants.far_horizons.battle.fighting import ByDice, Fighting
from variants.far_horizons.battle.intents import Muster
from variants.far_horizons.battle.log import Chronicle, Tell
from variants.far_horizons.battle.model import Act, Action, Battle, State
from variants.far_horizons.battle.parties import Party, assemble
from variants.far_horizons.battle.replay import Film
from variants.far_horizons.model import Place, Sector
from variants.far_horizons.step_context import Desk

_TITLES = {
    Act.DEEP_SPACE: messages.DEEP_SPACE,
    Act.ATTACK: messages.PLANET_ATTACK,
    Act.BOMBARDMENT: messages.BOMBARDMENT,
    Act.GERM_WARFARE: messages.GERM_WARFARE,
}


def conduct(
    desk: Desk, muster: Muster, sector: Sector, enmities: aftermath.Enmities, title: str
) -> None:
    """Carry out one battle."""
    subject = _subject(sector)
    dice = desk.chance.dice(*subject)
    battle, parties = assemble(desk, muster, sector, dice)
    relations = hostility.settle(battle, parties, desk.habits)
    for party in parties:
        desk.title(party.intent.species, title)
    battle.film = Film(battle)
    tell = Chronicle(desk, battle)
    _open(battle, tell)
    _tell_bystanders(desk, muster, battle)
    if len(battle.sides) == 1:
        tell(messages.ALONE)
    else:
        _fight(desk, battle, parties, tell)
    enmities.note(desk, relations)
    aftermath.settle(desk, battle)
    tell(messages.GAP)
    tell.end([*desk.chance.drawn(*subject), *desk.chance.drawn(*_rounds_of(sector))])


def _subject(sector: Sector) -> tuple[str, ...]:
    """What the dice of a battle are named by, those of its rounds left out."""
    return ("battle", str(Place(sector)))


def _rounds_of(sector: Sector) -> tuple[str, ...]:
    """What the dice of its rounds are named by."""
    return (*_subject(sector), "rounds")


def _open(battle: Battle, tell: Tell) -> None:
    x, y, z = battle.sector
    tell(messages.GAP)
    tell(messages.PLACE, x=x, y=y, z=z)
    tell(messages.GAP)
    for side in battle.sides:
        tell(messages.READY if side.ready else messages.NOT_READY, side=side.name)


def _tell_bystanders(desk: Desk, muster: Muster, battle: Battle) -> None:
    """Who is there and takes no part learns who is on alert (FH-SURPRISE-004)."""
    if desk.habits.quiet_alerts:
        return
    x, y, z = battle.sector
    taking_part = {side.number for side in battle.sides}
    for species in muster.present.get(battle.sector, ()):
        if species.number not in taking_part:
            for side in battle.sides:
                if side.ready:
                    desk.tell(species, messages.ON_ALERT, side=side.name, x=x, y=y, z=z)


def _fight(desk: Desk, battle: Battle, parties: list[Party], tell: Tell) -> None:
    ambushed = ambushes.carry_out(desk, battle, parties, tell)
    hostility.make_mutual(battle)
    if not fight_out(desk, battle, parties, tell) and not ambushed:
        tell(messages.NO_FIGHT)


def fight_out(desk: Desk, battle: Battle, parties: list[Party], tell: Tell) -> int:
    """Carry out the list of actions of a battle; answer how many of them took place."""
    fought = 0
    stages = stages_of(battle, parties, desk.habits)
    fighting = _fighting(desk, battle, parties) if stages else None
    for number, stage in enumerate(stages):
        action = muster_for(battle, parties, stage, desk.habits)
        if action is not None and fighting is not None:
            if not fought:
                _tell_surprise(battle, tell)
            action.number = number
            _act(desk, battle, action, fighting, tell, first=not fought)
            fought += 1
    return fought


def _fighting(desk: Desk, battle: Battle, parties: list[Party]) -> Fighting:
    """By the kernel, unless the dice can only be asked for one after the other."""
    dice = desk.chance.dice(*_subject(battle.sector))
    stream = desk.chance.stream(*_rounds_of(battle.sector))
    if stream is None:
        return ByDice(battle, dice, desk.habits)
    from variants.far_horizons.battle.kernel_replay import Retold

    return Retold(battle, parties, desk.habits, stream, dice)


def _tell_surprise(battle: Battle, tell: Tell) -> None:
    for side in battle.sides:
        if side.surprised:
            tell(messages.GAP)
            tell(messages.SURPRISED, side=side.name)


def _act(
    desk: Desk, battle: Battle, action: Action, fighting: Fighting, tell: Tell, *, first: bool
) -> None:
    """One action, with its title and its units."""
    strengths.prepare(battle, action, desk.habits)
    if battle.film is not None:
        battle.film.stage(action)
    tell(messages.GAP)
    if action.act is Act.SIEGE:
        sieges.announce(battle, action, tell, desk.habits)
    else:
        goes = "begins" if first else "moves"
        if action.act is Act.DEEP_SPACE:
            goes += " in" if first else " into"
        tell(_TITLES[action.act], goes=goes, planet=action.planet)
        tell(messages.GAP)
        _list_units(battle, action, tell)
    if action.act.imagined:
        _CONSEQUENCES[action.act](desk, battle, action, fighting, tell)
    elif not fighting.fight(action, tell):
        tell(messages.NOTHING_TO_ATTACK)


def _list_units(battle: Battle, action: Action, tell: Tell) -> None:
    tell(messages.UNITS)
    place = f"O{action.planet}" if action.planet else "D"
    units: dict[int, list[str]] = {}
    present = [one for one in action.fighters if one.state != State.RESERVE]
    for one in present:
        units.setdefault(one.side, []).append(one.seen(place))
    if battle.film is not None:
        battle.film.listed(present)
    for side, names in sorted(units.items()):
        tell(messages.UNITS_OF_SIDE, side=battle.sides[side].name, units=", ".join(names))
    tell(messages.GAP)


_CONSEQUENCES: dict[Act, Callable[[Desk, Battle, Action, Fighting, Tell], None]] = {
    Act.BOMBARDMENT: bombardment.bombard,
    Act.GERM_WARFARE: germs.infect,
    Act.SIEGE: sieges.besiege,
}
