"""The hostile pairs of races at a planet.

Attacks are one-sided, the battles are not: a race initiates an attack by its statuses, helpers join
by their coalitions, and in the battle each pair is hostile both ways.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from attrs import field, frozen

from variants.galaxy_g.model import Planet, Race

#: Attacker and attacked: ids of races.
Attack = tuple[str, str]


def initiates(attacker: Race, other: Race, planet: Planet) -> bool:
    """True if armed ships of a race attack another race here first (GG-DIP-011).

    War on a race counts at every planet (GG-DIP-003). War and ATTACK also count against races of
    the own coalition (GG-DIP-008). GUARD lets those pass (GG-DIP-007).
    """
    if attacker.id == other.id:
        return False
    if other.id in attacker.war:
        return True
    if planet.id in attacker.attack and planet.owner == other.id:
        return True
    if planet.id in attacker.guard:
        return other.id not in attacker.allies
    return attacker.id in attacker.war


@frozen
class Attacks:
    """All attacks that are initiated at a planet."""

    pairs: dict[Attack, None]
    initiators: frozenset[str] = field(init=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "initiators", frozenset(by for by, _ in self.pairs))

    def mutual(self, attack: Attack) -> bool:
        """True if the attacked race initiates an attack on its attacker as well."""
        return attack[::-1] in self.pairs


def attacks_at(planet: Planet, parties: Sequence[Race], armed: Collection[str]) -> Attacks:
    """The attacks among these parties. Only the `armed` (ids) can initiate one."""
    return Attacks(
        {
            (attacker.id, other.id): None
            for attacker in parties
            if attacker.id in armed and (attacker.war or attacker.attack or attacker.guard)
            for other in parties
            if initiates(attacker, other, planet)
        }
    )


def defends(helper: Race, attack: Attack, attacks: Attacks, planet: Planet) -> bool:
    """True if a race's coalition list makes it fight the attacker (GG-DIP-009, GG-DIP-010).

    It does not help against a race of its own list, nor a race that attacks its attacker itself. A
    race that lists itself helps all that do not attack anyone here. With its own planet on the list
    a race fights every race that attacks any race there (GG-ORDK-001).
    """
    by, on = attack
    listed_planet = planet.id in helper.allied_planets
    listed = [*helper.allies, planet.owner] if listed_planet else helper.allies
    if helper.id in attack or by in listed:
        return False
    if listed_planet and planet.owner == helper.id:
        return True
    if attacks.mutual(attack):
        return False
    return on in listed or (helper.id in helper.allies and on not in attacks.initiators)


def hostile_pairs(
    planet: Planet, present: Sequence[Race], armed: Collection[str], owner: Race | None = None
) -> list[tuple[str, str]]:
    """The pairs of races with ships here that fight each other, as ids in list order.

    `present` are the races with ships here, in list order. The `owner` of the planet can be
    attacked, and so be defended, without ships. The attacked race shoots back (GG-CBT-015). Helpers
    get no help themselves (GG-DIP-012).
    """
    parties = list(present)
    if owner is not None and all(race.id != owner.id for race in present):
        parties.append(owner)
    attacks = attacks_at(planet, parties, armed)
    if not attacks.pairs:
        return []
    hostile = {*attacks.pairs, *_helpers(planet, present, armed, attacks)}
    return [
        (first.id, second.id)
        for place, first in enumerate(present)
        for second in present[place + 1 :]
        if (first.id, second.id) in hostile or (second.id, first.id) in hostile
    ]


def _helpers(
    planet: Planet, present: Sequence[Race], armed: Collection[str], attacks: Attacks
) -> Iterator[tuple[str, str]]:
    """Pairs of an armed helper and the initiator that it fights."""
    for helper in present:
        if helper.id in armed and (helper.allies or helper.allied_planets):
            for attack in attacks.pairs:
                if defends(helper, attack, attacks, planet):
                    yield helper.id, attack[0]
