"""Hostility, betrayal and surprise at the start of a battle."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from variants.far_horizons.battle.battle_rules import BattleRules
from variants.far_horizons.battle.intents import Belligerent
from variants.far_horizons.battle.model import HostileAct, SectorBattle, Side
from variants.far_horizons.battle.scene import Scene


@define
class Relations:
    """Betrayals and attacks at the start of a battle.

    `betrayals` are pairs of a victim and an attacker that it had declared an ally; `attacks` pairs
    of a victim and any attacker that is not distorted (FH-SURPRISE-006).
    """

    betrayals: list[tuple[Side, Side]] = field(factory=list)
    attacks: list[tuple[Side, Side]] = field(factory=list)


def determine_hostility(scene: Scene) -> Relations:
    """Fill in the enemies of all sides, and the surprised ones; enmity is not yet mutual."""
    relations, battle, parties = Relations(), scene.battle, scene.parties
    for party in parties:
        for other, enmity in _named(battle, party):
            party.side.enemies[other.index] = enmity
    for party in parties:
        for other, _ in _named(battle, party):
            _note_attack(party.side, other, relations, scene.rules)
    _draw_in_allies(battle)
    _set_surprise(scene)
    return relations


def make_mutual(battle: SectorBattle) -> None:
    """Make every object of hostility hostile in return (FH-ENGAGE-004)."""
    for side in battle.sides:
        for index in list(side.enemies):
            battle.sides[index].enemies.setdefault(side.index, HostileAct.ATTACK)


def _named(battle: SectorBattle, party: Belligerent) -> Iterator[tuple[Side, HostileAct]]:
    """Yield the sides that a party attacks, in its order, disguised or not (FH-ATTACK-008).

    Declared enemies count if the party named them as a group.
    (FH-ATTACK-002, FH-ATTACK-003, FH-ATTACK-006, FH-ENGAGE-004)
    """
    for naming in party.intent.named:
        for side in battle.sides:
            assert side.species is not None  # noqa: S101 - parties are species
            if naming.species is None:
                declared = side.species.id in party.intent.species.enemies
                if declared and side is not party.side:
                    yield side, naming.enmity
            elif side.number == naming.species:
                yield side, naming.enmity


def _allied(ally: Side, other: Side) -> bool:
    """Tell whether one side has declared the other ALLY."""
    assert ally.species is not None  # noqa: S101 - parties are species
    assert other.species is not None  # noqa: S101
    return other.species.id in ally.species.allies


def _note_attack(attacker: Side, victim: Side, relations: Relations, rules: BattleRules) -> None:
    """Record a betrayal, or alert a victim that cannot be surprised."""
    if attacker.disguised or not _allied(victim, attacker):
        if not rules.only_allies_surprise:
            victim.ready = True
    elif (victim, attacker) not in relations.betrayals:
        relations.betrayals.append((victim, attacker))
    if not attacker.disguised and (victim, attacker) not in relations.attacks:
        relations.attacks.append((victim, attacker))


def _draw_in_allies(battle: SectorBattle) -> None:
    """Draw in each species that has declared a victim ALLY, on its side (FH-ATTACK-005)."""
    friends = _friends(battle)
    for attacker in battle.sides:
        for victim in battle.sides:
            if victim.index not in attacker.enemies:
                continue
            for third in friends[victim.index]:
                if third is not attacker:
                    attacker.enemies.setdefault(third.index, HostileAct.ATTACK)
                    third.enemies.setdefault(attacker.index, HostileAct.ATTACK)


def _friends(battle: SectorBattle) -> list[list[Side]]:
    """Return for each side the others that have declared it ALLY."""
    places: dict[str, list[int]] = {}
    for side in battle.sides:
        if side.species is not None:
            places.setdefault(side.species.id, []).append(side.index)
    friends: list[list[Side]] = [[] for _ in battle.sides]
    for side in battle.sides:
        assert side.species is not None  # noqa: S101 - parties are species
        for ally in dict.fromkeys(side.species.allies):
            for index in places.get(ally, ()):
                if index != side.index:
                    friends[index].append(side)
    return friends


def _set_surprise(scene: Scene) -> None:
    """Surprise sides that are attacked by allies only and gave no BATTLE (FH-SURPRISE-001).

    (FH-SURPRISE-003)
    """
    for party in scene.parties:
        side = party.side
        attackers = [attacker for attacker in scene.battle.sides if side.index in attacker.enemies]
        if scene.rules.only_allies_surprise:
            side.surprised = (
                not party.intent.battle_ordered
                and bool(attackers)
                and all(_allied(side, other) and not other.disguised for other in attackers)
            )
        else:
            side.surprised = not side.ready and bool(attackers)
