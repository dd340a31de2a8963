"""Sieges: who besieges which colony from now on until its production (FH-SIEGE-001)."""

from __future__ import annotations

from variants.far_horizons.battles.chronicle import Tell
from variants.far_horizons.battles.fighting import Fighting
from variants.far_horizons.battles.model import Action, Battle, Fighter, Kind
from variants.far_horizons.desk import Desk
from variants.far_horizons.model import Place
from variants.far_horizons.transactions import Kind as Deal
from variants.far_horizons.transactions import transaction

#: The mark on a besieged planet until its production, where the siege's strength is found.
UNTIL_PRODUCTION = 1


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
        if id(target) in besieged:
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
