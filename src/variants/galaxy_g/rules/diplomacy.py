"""A, W and K: peace, war, ATTACK, GUARD and coalitions, and the hostile pairs of races at a planet.

All races are at peace until one declares war. These orders are carried out in step 1, so they are
in force before the first battles. Attacks are one-sided, but battles are not: a race initiates an
attack by its statuses, helpers join by their coalitions, and in the battle each pair is hostile
both ways.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from attrs import field, frozen

from horizons_core.orders import Order, Refusal
from horizons_core.turn import TurnContext
from variants.galaxy_g.model import Game, Planet, Race

#: Key of a turn's notes: the ids of races and planets that each race declared war on this turn.
DECLARED = "declared"


def at_war_over(race: Race, planet: Planet) -> bool:
    """True if the race's colonists and bombs come to this planet as enemies (GG-DIP-005)."""
    if planet.owner in {"", race.id}:
        return False
    return race.at_war_with(planet.owner) or planet.id in race.attack


def declared_this_turn(context: TurnContext[Game], race: Race, planet: Planet) -> bool:
    """True if the race declared war on the planet or its owner this turn (GG-INV-004)."""
    new: set[str] = context.notes.get(DECLARED, {}).get(race.id, set())
    return bool(new & {planet.id, planet.owner, race.id})


# A


def peace(_context: TurnContext[Game], race: Race, order: Order) -> None:
    """A race, A planet (GG-ORDA-001, GG-ORDA-002)."""
    other = order["target"]
    for names in _hostile_lists(race, other):
        if other.id in names:
            names.remove(other.id)


def not_at_peace(_context: TurnContext[Game], race: Race, order: Order) -> Refusal | None:
    """Remark that there is peace already."""
    other = order["target"]
    if any(other.id in names for names in _hostile_lists(race, other)):
        return None
    message = f"you are already at peace with {other.name}"
    return Refusal("no-change", message, argument="target", severity="note")


def _hostile_lists(race: Race, other: Race | Planet) -> list[list[str]]:
    """The race's lists that may name a target as an enemy; all others are at peace (GG-DIP-001)."""
    return [race.guard, race.attack] if isinstance(other, Planet) else [race.war]


# W


def war(context: TurnContext[Game], race: Race, order: Order) -> None:
    """W race, W planet: in force at once (GG-ORDW-001, GG-ORDW-002, GG-DIP-002)."""
    other = order["target"]
    names = _declared_list(context, race, other)
    if other.id not in names:
        names.append(other.id)
        _note_declaration(context, race, other, names)


def _note_declaration(
    context: TurnContext[Game], race: Race, other: Race | Planet, names: list[str]
) -> None:
    """Note a declaration of war or ATTACK: no landing there this turn (GG-INV-004)."""
    if names is not race.guard:
        context.notes.setdefault(DECLARED, {}).setdefault(race.id, set()).add(other.id)


def not_declared(context: TurnContext[Game], race: Race, order: Order) -> Refusal | None:
    """Remark that it was declared already."""
    other = order["target"]
    if other.id not in _declared_list(context, race, other):
        return None
    message = f"you have already declared that on {other.name}"
    return Refusal("no-change", message, argument="target", severity="note")


def _declared_list(context: TurnContext[Game], race: Race, other: Race | Planet) -> list[str]:
    """Return the list for W: wars, GUARD (own planets, objects of size 0) or ATTACK.

    A forecast does not know the size of a planet that is not in view (GG-DIP-005, GG-DIP-006).
    """
    if not isinstance(other, Planet):
        return race.war
    known = not context.forecast or other.id in race.knowledge.scanned
    guards = other.owner == race.id or (known and not other.habitable)
    return race.guard if guards else race.attack


# K


def ally(_context: TurnContext[Game], race: Race, order: Order) -> None:
    """K race, K planet, K NO race, K NO planet (GG-ORDK-001)."""
    removes = order["target"] == "NO"
    other = order["other"] if removes else order["target"]
    names = _coalition_list(race, other)
    if removes:
        names.remove(other.id)
    elif other.id not in names:
        names.append(other.id)


def on_list(_context: TurnContext[Game], race: Race, order: Order) -> Refusal | None:
    """Refuse NO with a name that is not on the list."""
    if order["target"] != "NO":
        return None
    other = order["other"]
    if other.id in _coalition_list(race, other):
        return None
    message = f"{other.name} is not on your coalition list"
    return Refusal("not-on-list", message, "K without NO adds", "other")


def _coalition_list(race: Race, other: Race | Planet) -> list[str]:
    return race.allied_planets if isinstance(other, Planet) else race.allies


#: Attacker and attacked: ids of races.
Attack = tuple[str, str]


def initiates(attacker: Race, other: Race, planet: Planet) -> bool:
    """True if armed ships of a race attack another race here first (GG-DIP-011).

    War on a race counts at every planet (GG-DIP-003). War and ATTACK also count against races of
    the attacker's coalition (GG-DIP-008). GUARD does not (GG-DIP-007).
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

    It does not help against a race on its own list, and does not help a race that itself attacks
    the attacker. A race that lists itself helps all races that attack nobody here. A race with its
    own planet on the list fights every race that attacks any race there (GG-ORDK-001).
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
