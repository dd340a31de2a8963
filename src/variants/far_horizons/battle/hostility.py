"""Who is hostile to whom, who is betrayed, who is surprised."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from variants.far_horizons.battle.battle_rules import BattleRules
from variants.far_horizons.battle.intents import Party
from variants.far_horizons.battle.model import Battle, Enmity, Side
from variants.far_horizons.battle.scene import Scene


@define
class Relations:
    """What is found out at the start of a battle.

    `betrayals` are victims with their attackers, whom they had declared allies; `attacks` all
    attackers with those they named, distorted attackers left out (FH-SURPRISE-006).
    """

    betrayals: list[tuple[Side, Side]] = field(factory=list)
    attacks: list[tuple[Side, Side]] = field(factory=list)


def settle(scene: Scene) -> Relations:
    """Fill in the enemies of all sides, and who is surprised; enmity is not yet mutual."""
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


def make_mutual(battle: Battle) -> None:
    """Whoever is the object of hostility becomes hostile in return (FH-ENGAGE-004)."""
    for side in battle.sides:
        for index in list(side.enemies):
            battle.sides[index].enemies.setdefault(side.index, Enmity.ATTACK)


def _named(battle: Battle, party: Party) -> Iterator[tuple[Side, Enmity]]:
    """Those present that a party attacks, in its order, under a disguise as well (FH-ATTACK-008).

    All that it named count, and with them its declared enemies if it named these together.
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


def _allied(one: Side, other: Side) -> bool:
    """Whether one has declared the other ALLY."""
    assert one.species is not None  # noqa: S101 - parties are species
    assert other.species is not None  # noqa: S101
    return other.species.id in one.species.allies


def _note_attack(attacker: Side, victim: Side, relations: Relations, rules: BattleRules) -> None:
    """A betrayal, or an attack that nobody can be surprised by."""
    if attacker.disguised or not _allied(victim, attacker):
        if not rules.only_allies_surprise:
            victim.ready = True
    elif (victim, attacker) not in relations.betrayals:
        relations.betrayals.append((victim, attacker))
    if not attacker.disguised and (victim, attacker) not in relations.attacks:
        relations.attacks.append((victim, attacker))


def _draw_in_allies(battle: Battle) -> None:
    """Who has declared a victim ALLY fights on its side (FH-ATTACK-005)."""
    friends = _friends(battle)
    for attacker in battle.sides:
        for victim in battle.sides:
            if victim.index not in attacker.enemies:
                continue
            for third in friends[victim.index]:
                if third is not attacker:
                    attacker.enemies.setdefault(third.index, Enmity.ATTACK)
                    third.enemies.setdefault(attacker.index, Enmity.ATTACK)


def _friends(battle: Battle) -> list[list[Side]]:
    """For each side the others that have declared it ALLY."""
    places: dict[str, list[int]] = {}
    for side in battle.sides:
        if side.species is not None:
            places.setdefault(side.species.id, []).append(side.index)
    found: list[list[Side]] = [[] for _ in battle.sides]
    for side in battle.sides:
        assert side.species is not None  # noqa: S101 - parties are species
        for ally in dict.fromkeys(side.species.allies):
            for index in places.get(ally, ()):
                if index != side.index:
                    found[index].append(side)
    return found


def _set_surprise(scene: Scene) -> None:
    """Who is attacked by allies only is surprised (FH-SURPRISE-001); not who gave BATTLE.

    (FH-SURPRISE-003)
    """
    for party in scene.parties:
        side = party.side
        attackers = [one for one in scene.battle.sides if side.index in one.enemies]
        if scene.rules.only_allies_surprise:
            side.surprised = (
                not party.intent.battle_ordered
                and bool(attackers)
                and all(_allied(side, one) and not one.disguised for one in attackers)
            )
        else:
            side.surprised = not side.ready and bool(attackers)
