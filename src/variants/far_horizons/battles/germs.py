"""Germ warfare (FH-GERM-001 to FH-GERM-009)."""

from __future__ import annotations

from attrs import define, field

from variants.far_horizons.battles import rounds, wording
from variants.far_horizons.battles.chronicle import Tell
from variants.far_horizons.battles.model import Action, Battle, Fighter, Kind, State
from variants.far_horizons.battles.planets import remember_base, wipe_out
from variants.far_horizons.desk import Desk
from variants.far_horizons.dice import Dice
from variants.far_horizons.transactions import Kind as Deal
from variants.far_horizons.transactions import transaction

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


def infect(desk: Desk, battle: Battle, action: Action, dice: Dice, tell: Tell) -> None:
    """One imagined round, then a check for every bomb."""
    habits = desk.habits
    dropped = _Drop()

    def mark(shooter: Fighter, target: Fighter, damage: int) -> None:  # noqa: ARG001
        dropped.drop(shooter, target)

    rounds.imagine(battle, action, dice, mark, tell, habits)
    if not habits.silent_carriers:
        _drop_the_rest(battle, action, dropped, dice)
    for target in [one for one in action.fighters if one.kind is Kind.COLONY]:
        for side in battle.sides:
            bombs = dropped.bombs.get((id(target), side.index))
            if bombs is not None and target.colony is not None and target.colony.populated:
                _try(desk, battle, side.index, target, bombs, dice, tell)


def _drop_the_rest(battle: Battle, action: Action, dropped: _Drop, dice: Dice) -> None:
    """Carriers without a shot, and own colonies, drop their bombs on one drawn (FH-GERM-003)."""
    for carrier in action.fighters:
        if carrier.state != State.FIGHTING or not carrier.cargo.get("GW", 0):
            continue
        if action.firing is not None and carrier.side not in action.firing:
            continue
        targets = [
            one for one in action.fighters
            if one.kind is Kind.COLONY and battle.hostile(carrier, one)
        ]  # fmt: skip
        if targets:
            dropped.drop(carrier, targets[dice(len(targets)) - 1])


def chance_of(attacker: int, defender: int) -> int:
    """The chance of one bomb in percent, from both Biology levels (FH-GERM-001)."""
    return 50 + 2 * (attacker - defender)


def _try(
    desk: Desk, battle: Battle, side: int, target: Fighter, bombs: int, dice: Dice, tell: Tell
) -> None:
    attacker, victim = battle.sides[side], battle.side_of(target)
    facts = {"side": attacker.name, "victim": victim.name, "planet": target.name}
    if bombs == 0:
        tell(wording.GERM_WITHOUT_BOMBS, **facts)
        return
    facts |= {"bombs": str(bombs), "units": "bomb" if bombs == 1 else "bombs"}
    chance = chance_of(attacker.biology, victim.biology)
    if not any(dice(100) <= chance for _ in range(bombs)):
        tell(wording.GERM_FAILURE, **facts)
        return
    tell(wording.GERM_SUCCESS, **facts)
    _loot(desk, battle, side, target)


def _loot(desk: Desk, battle: Battle, side: int, target: Fighter) -> None:
    """The planet is wiped out and looted; the money comes at the end of the turn (FH-GERM-008)."""
    attacker, species = battle.sides[side].species, battle.side_of(target).species
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
