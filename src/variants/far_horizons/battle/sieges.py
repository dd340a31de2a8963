"""Sieges: who besieges which colony from now on until its production (FH-SIEGE-001)."""

from __future__ import annotations

from variants.far_horizons.battle import messages
from variants.far_horizons.battle.fighting import Fighting
from variants.far_horizons.battle.log import Tell
from variants.far_horizons.battle.model import Action, Battle, Fighter, Kind
from variants.far_horizons.compatibility import Habits
from variants.far_horizons.model import Place
from variants.far_horizons.model.transactions import Kind as Deal
from variants.far_horizons.model.transactions import transaction
from variants.far_horizons.step_context import Desk

#: The mark on a besieged planet until its production, where the siege's strength is found.
UNTIL_PRODUCTION = 1


def announce(battle: Battle, action: Action, tell: Tell, habits: Habits) -> None:
    """The title of a siege; or that there is none, and who cannot besiege or be besieged."""
    ships = [one for one in action.fighters if one.a_ship]
    colonies = [one for one in action.fighters if one.kind is Kind.COLONY
                and any(battle.hostile(ship, one) for ship in ships)]  # fmt: skip
    takes_place = habits.empty_sieges or any(
        ship.shots > 0 and battle.hostile(ship, one) and _yields(one)
        for ship in ships
        for one in colonies
    )
    tell(messages.SIEGE if takes_place else messages.NO_SIEGE, planet=action.planet)
    tell(messages.GAP)
    if takes_place:
        tell(messages.SIEGE_REMINDER)
    if habits.empty_sieges:
        return
    armed = {ship.side for ship in ships if ship.shots > 0}
    for side in dict.fromkeys(ship.side for ship in ships):
        if side not in armed:
            tell(messages.UNARMED_BESIEGER, side=battle.sides[side].name)
    for one in colonies:
        if not _yields(one):
            tell(messages.NOTHING_TO_TAX, planet=one.name)


def _yields(colony: Fighter) -> bool:
    """Whether a colony has an economic base, without which there is no siege (FH-SIEGE-002)."""
    return colony.colony is not None and colony.colony.base > 0


def besiege(desk: Desk, battle: Battle, action: Action, fighting: Fighting, tell: Tell) -> None:
    """One imagined round: every colony that is aimed at is besieged."""
    besieged: dict[int, Fighter] = {}
    aims: set[tuple[int, int]] = set()

    def mark(shooter: Fighter, target: Fighter, damage: int) -> None:  # noqa: ARG001
        aims.add((shooter.side, target.side))
        if target.kind is Kind.COLONY:
            besieged[id(target)] = target

    fighting.imagine(action, mark, tell)
    for target in action.fighters:
        if id(target) in besieged and (_yields(target) or desk.habits.empty_sieges):
            _record(desk, battle, action, target, aims)


def _record(
    desk: Desk, battle: Battle, action: Action, target: Fighter, aims: set[tuple[int, int]]
) -> None:
    colony, species = target.colony, battle.side_of(target).species
    assert colony is not None  # noqa: S101 - the target is a colony
    assert species is not None  # noqa: S101 - of a species
    colony.siege = UNTIL_PRODUCTION
    for one in action.fighters:
        if not one.a_ship or one.gone or (one.side, target.side) not in aims:
            continue
        if one.kind is Kind.TRANSPORT and not desk.habits.besieging_transports:
            continue
        _besiege_with(desk, battle, one, species.number, species.name, colony.place)


def _besiege_with(
    desk: Desk, battle: Battle, one: Fighter, number: int, name: str, place: Place
) -> None:
    besieger = battle.side_of(one).species
    assert besieger is not None  # noqa: S101 - fighters have one
    assert one.ship is not None  # noqa: S101 - it is a ship
    x, y, z = place.sector
    desk.deal(
        transaction(
            Deal.BESIEGED,
            besieger=besieger.number,
            besieger_name=besieger.name,
            besieged=number,
            besieged_name=name,
            ship=one.ship.name,
            x=x,
            y=y,
            z=z,
            orbit=place.orbit,
        )
    )
