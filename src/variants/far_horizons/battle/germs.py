"""Germ warfare (FH-GERM-001 to FH-GERM-009)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field

from variants.far_horizons.battle import messages
from variants.far_horizons.battle.log import Tell
from variants.far_horizons.battle.model import Action, Battle, Fighter, Kind, Side
from variants.far_horizons.battle.planets import remember_base, wipe_out
from variants.far_horizons.model.transactions import Kind as Deal
from variants.far_horizons.model.transactions import transaction
from variants.far_horizons.step_context import Desk

if TYPE_CHECKING:
    from variants.far_horizons.battle.fighting import Fighting

_LOOT_AT_HOME = 5


@define
class _Drop:
    """The bombs that fall on colonies: by colony and attacking side; `used` are the carriers."""

    bombs: dict[tuple[int, int], int] = field(factory=dict)
    used: set[int] = field(factory=set)

    def drop(self, carrier: Fighter, target: Fighter) -> None:
        """A carrier drops all that it has, once."""
        if target.kind is not Kind.COLONY:
            return
        key = (id(target), carrier.side)
        self.bombs.setdefault(key, 0)
        if id(carrier) not in self.used:
            self.used.add(id(carrier))
            self.bombs[key] += carrier.cargo.pop("GW", 0)


def infect(desk: Desk, battle: Battle, action: Action, fighting: Fighting, tell: Tell) -> None:
    """One imagined round, then a check for every bomb."""
    dropped = _Drop()

    def mark(shooter: Fighter, target: Fighter, damage: int) -> None:  # noqa: ARG001
        dropped.drop(shooter, target)

    fighting.imagine(action, mark, tell)
    for carrier, target in fighting.silent_drops(action):
        dropped.drop(carrier, target)
    for target in [one for one in action.fighters if one.kind is Kind.COLONY]:
        for side in battle.sides:
            bombs = dropped.bombs.get((id(target), side.index))
            if bombs is None or target.colony is None or not target.colony.populated:
                continue
            if _try(battle, action, side, target, bombs, fighting, tell):
                _loot(desk, battle, side, target)


def chance_of(attacker: int, defender: int) -> int:
    """The chance of one bomb in percent, from both Biology levels (FH-GERM-001)."""
    return 50 + 2 * (attacker - defender)


def _try(
    battle: Battle,
    action: Action,
    side: Side,
    target: Fighter,
    bombs: int,
    fighting: Fighting,
    tell: Tell,
) -> bool:
    """Whether the bombs of a side wipe out a colony."""
    facts = {
        "side": side.name, "victim": battle.side_of(target).name, "planet": target.name
    }  # fmt: skip
    if bombs == 0:
        tell(messages.GERM_WITHOUT_BOMBS, **facts)
        return False
    facts |= {"bombs": str(bombs), "units": "bomb" if bombs == 1 else "bombs"}
    success = fighting.infects(action, side, target, bombs)
    tell(messages.GERM_SUCCESS if success else messages.GERM_FAILURE, **facts)
    return success


def _loot(desk: Desk, battle: Battle, side: Side, target: Fighter) -> None:
    """The planet is wiped out and looted; the money comes at the end of the turn (FH-GERM-008)."""
    attacker, species = side.species, battle.side_of(target).species
    colony = target.colony
    assert attacker is not None and species is not None  # noqa: S101, PT018
    assert colony is not None  # noqa: S101 - the target is a colony
    amount = colony.base * (_LOOT_AT_HOME if colony.home else 1)
    remember_base(species, colony, colony.base)
    wipe_out(battle, species, target)
    desk.deal(
        transaction(
            Deal.LOOTING,
            donor=species.number,
            recipient=attacker.number,
            amount=amount,
            donor_name=species.name,
            recipient_name=attacker.name,
            planet=colony.name,
        )
    )
