"""What a hit does: shields, age, planetary defences, cargo, capture (FH-SUMMARY-005)."""

from __future__ import annotations

from variants.far_horizons.battle import messages
from variants.far_horizons.battle.log import Tell
from variants.far_horizons.battle.model import LARGEST_AGE, Action, Battle, Enmity, Fighter, State
from variants.far_horizons.battle.spoils import spoils_of
from variants.far_horizons.dice import Dice
from variants.far_horizons.formulas import truncated


def hit(
    battle: Battle,
    action: Action,
    shooter: Fighter,
    target: Fighter,
    damage: int,
    dice: Dice,
    tell: Tell,
) -> None:
    """A shot of this damage hits."""
    through = damage if target.surprised else _absorb(target, damage)
    share = damage_share(through, target.defense, dice) if through > 0 else 0
    lost = 0
    if through > 0 and target.a_ship:
        lost = damage_ship(battle, action, shooter, target, share, tell)
    elif through > 0:
        lost = min(max(share * target.defenses_at_start // 100, 1), target.defenses)
        lose_defenses(shooter, target, lost, tell)
    if battle.film is not None:
        battle.film.shot(shooter, target, hit=True, absorbed=damage - through, damage=lost)


def damage_ship(
    battle: Battle, action: Action, shooter: Fighter, target: Fighter, share: int, tell: Tell
) -> int:
    """What the percentage r does to a ship: age, the end of it, cargo; answer the years."""
    years = min(share // 2, LARGEST_AGE + 1 - target.age)
    target.age += share // 2
    captured = _captures(battle, action, shooter, target)
    if target.age > LARGEST_AGE:
        _end(battle, shooter, target, tell, captured=captured)
    elif share > 0 and not captured:
        _lose_cargo(battle, target, share, tell)
    return years


def damage_share(through: int, defense: int, dice: Dice) -> int:
    """The percentage r of what passes the shields, with its own spread."""
    share = 50 * through // max(1, defense)
    share += truncated((dice(51) - 26) * share, 100)
    return min(share, 100)


def _absorb(target: Fighter, damage: int) -> int:
    """Shields take their part; what passes them. A ship's lose their percentage too."""
    if target.a_ship:
        absorbed = target.shield_percent * damage // 100
        through = damage - absorbed
        target.shields -= absorbed
        left = max(target.shields, 0)
        target.shield_percent = 100 * left // max(1, target.defense)
    else:
        through = 0
        target.shields -= damage
    if target.shields < 0:
        through -= target.shields
        target.shields = 0
    return through


def lose_defenses(shooter: Fighter, target: Fighter, lost: int, tell: Tell) -> None:
    """So many planetary defence units of a colony are destroyed."""
    target.defenses -= lost
    _take(target.cargo, "PD", lost)
    tell(
        messages.DEFENSES_LOST,
        count=lost,
        units="PD" if lost == 1 else "PDs",
        were="was" if lost == 1 else "were",
        planet=target.name,
        shooter=shooter.name,
    )
    if target.defenses == 0:
        tell(messages.DEFENSES_GONE, planet=target.name)


def _captures(battle: Battle, action: Action, shooter: Fighter, target: Fighter) -> bool:
    """Whether the shooter's species hijacks that of its target (FH-HIJACK-003)."""
    enmity = battle.side_of(shooter).enemies.get(target.side)
    return enmity is Enmity.HIJACK and not action.act.imagined


def _end(battle: Battle, shooter: Fighter, target: Fighter, tell: Tell, *, captured: bool) -> None:
    """A ship is destroyed or captured; what a distorted one was becomes known (FH-FD-008)."""
    target.state = State.HIJACKED if captured else State.DESTROYED
    if captured:
        side = battle.side_of(shooter)
        gain = spoils_of(target, battle.side_of(target).biology)
        side.gained += gain
        tell(messages.HIJACKED, ship=target.name, amount=gain)
    else:
        tell(messages.DESTROYED, ship=target.name)
    tell(messages.KILLER, shooter=shooter.name)
    reveal(battle, target, tell)


def _lose_cargo(battle: Battle, target: Fighter, share: int, tell: Tell) -> None:
    """So many percent of each kind of item aboard; nobody is told (FH-SUMMARY-004)."""
    lost_distortion = 0
    for item, count in list(target.cargo.items()):
        lost = share * count // 100
        _take(target.cargo, item, lost)
        if item == "FD":
            lost_distortion = lost
    if lost_distortion:
        reveal(battle, target, tell)


def _take(items: dict[str, int], item: str, count: int) -> None:
    left = items.get(item, 0) - count
    if left > 0:
        items[item] = left
    else:
        items.pop(item, None)


def reveal(battle: Battle, target: Fighter, tell: Tell) -> None:
    """Everybody learns which ship of whom it was, once."""
    side = battle.side_of(target)
    if not side.disguised or target.revealed or target.ship is None or side.species is None:
        return
    target.revealed = True
    tell(
        messages.REVEALED,
        disguise=target.name,
        ship=target.true_name,
        owner=side.species.name,
    )
