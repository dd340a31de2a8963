"""A battle from its first line to its last: who is there, each action, what is left."""

from __future__ import annotations

from collections.abc import Callable

from variants.far_horizons.battles import (
    aftermath,
    ambushes,
    bombardment,
    germs,
    hostility,
    rounds,
    sieges,
    strengths,
    wording,
)
from variants.far_horizons.battles.actions import muster_for, stages_of
from variants.far_horizons.battles.chronicle import Chronicle, Tell
from variants.far_horizons.battles.intents import Muster
from variants.far_horizons.battles.model import Act, Action, Battle, State
from variants.far_horizons.battles.parties import Party, assemble
from variants.far_horizons.desk import Desk
from variants.far_horizons.dice import Dice
from variants.far_horizons.model import Place, Sector

_TITLES = {
    Act.DEEP_SPACE: wording.DEEP_SPACE,
    Act.ATTACK: wording.PLANET_ATTACK,
    Act.BOMBARDMENT: wording.BOMBARDMENT,
    Act.GERM_WARFARE: wording.GERM_WARFARE,
    Act.SIEGE: wording.SIEGE,
}


def conduct(
    desk: Desk, muster: Muster, sector: Sector, enmities: aftermath.Enmities, title: str
) -> None:
    """Carry out one battle."""
    subject = ("battle", str(Place(sector)))
    dice = desk.chance.dice(*subject)
    battle, parties = assemble(desk, muster, sector, dice)
    relations = hostility.settle(battle, parties, desk.habits)
    for party in parties:
        desk.title(party.intent.species, title)
    tell = Chronicle(desk, battle)
    _open(battle, tell)
    _tell_bystanders(desk, muster, battle)
    if len(battle.sides) == 1:
        tell(wording.ALONE)
    else:
        _fight(desk, battle, parties, dice, tell)
    enmities.note(desk, relations)
    aftermath.settle(desk, battle)
    x, y, z = sector
    tell(wording.GAP)
    tell(wording.END, x=x, y=y, z=z, dice=desk.chance.drawn(*subject))


def _open(battle: Battle, tell: Tell) -> None:
    x, y, z = battle.sector
    tell(wording.GAP)
    tell(wording.PLACE, x=x, y=y, z=z)
    tell(wording.GAP)
    for side in battle.sides:
        tell(wording.READY if side.ready else wording.NOT_READY, side=side.name)


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
                    desk.tell(species, wording.ON_ALERT, side=side.name, x=x, y=y, z=z)


def _fight(desk: Desk, battle: Battle, parties: list[Party], dice: Dice, tell: Tell) -> None:
    ambushed = ambushes.carry_out(desk, battle, parties, tell)
    hostility.make_mutual(battle)
    fought = 0
    for stage in stages_of(battle, parties, desk.habits):
        action = muster_for(battle, parties, stage, desk.habits)
        if action is not None:
            if not fought:
                _tell_surprise(battle, tell)
            _act(desk, battle, action, dice, tell, first=not fought)
            fought += 1
    if not fought and not ambushed:
        tell(wording.NO_FIGHT)


def _tell_surprise(battle: Battle, tell: Tell) -> None:
    for side in battle.sides:
        if side.surprised:
            tell(wording.GAP)
            tell(wording.SURPRISED, side=side.name)


def _act(
    desk: Desk, battle: Battle, action: Action, dice: Dice, tell: Tell, *, first: bool
) -> None:
    """One action, with its title and its units."""
    strengths.prepare(battle, action, desk.habits)
    tell(wording.GAP)
    goes = "begins" if first else "moves"
    if action.act is Act.DEEP_SPACE:
        goes += " in" if first else " into"
    tell(_TITLES[action.act], goes=goes, planet=action.planet)
    tell(wording.GAP)
    if action.act is Act.SIEGE:
        tell(wording.SIEGE_REMINDER)
    else:
        _list_units(battle, action, tell)
    _ACTS[action.act](desk, battle, action, dice, tell)


def _list_units(battle: Battle, action: Action, tell: Tell) -> None:
    tell(wording.UNITS)
    place = f"O{action.planet}" if action.planet else "D"
    units: dict[int, list[str]] = {}
    for one in action.fighters:
        if one.state != State.RESERVE:
            units.setdefault(one.side, []).append(one.seen(place))
    for side, names in sorted(units.items()):
        tell(wording.UNITS_OF_SIDE, side=battle.sides[side].name, units=", ".join(names))
    tell(wording.GAP)


def _fight_rounds(desk: Desk, battle: Battle, action: Action, dice: Dice, tell: Tell) -> None:
    course = rounds.fight(battle, action, dice, tell, desk.habits)
    if not course.rounds:
        tell(wording.NOTHING_TO_ATTACK)


def _bombard(desk: Desk, battle: Battle, action: Action, dice: Dice, tell: Tell) -> None:
    bombardment.bombard(battle, action, dice, tell, desk.habits)


_ACTS: dict[Act, Callable[[Desk, Battle, Action, Dice, Tell], None]] = {
    Act.DEEP_SPACE: _fight_rounds,
    Act.ATTACK: _fight_rounds,
    Act.BOMBARDMENT: _bombard,
    Act.GERM_WARFARE: germs.infect,
    Act.SIEGE: sieges.besiege,
}
