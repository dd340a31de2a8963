"""Cargo on and off ships: stockpiles, colonies and landings (GG-CRG, GG-COL, GG-INV)."""

from __future__ import annotations

import math
from collections.abc import Sequence

from attrs import frozen

from horizons_core.model import EventKind
from horizons_core.turn import TurnContext
from variants.galaxy_g import ownership
from variants.galaxy_g.constants import PEOPLE_PER_COLONIST, ROUNDING
from variants.galaxy_g.knowledge import witness
from variants.galaxy_g.model import Game, Group, Planet, Race

UNLOADED = EventKind(
    "cargo.unloaded", "{amount:.2f} {cargo} were unloaded at {planet}.", ("GG-CRG-006",)
)
COLONIZED = EventKind(
    "planet.colonized", "{people:.2f} people of {race} settled {planet}.", ("GG-COL-004",)
)
JOINED = EventKind(
    "planet.joined", "{people:.2f} people of {race} joined {owner} on {planet}.", ("GG-INV-001",)
)
REPELLED = EventKind(
    "landing.repelled",
    "{people:.2f} people of {race} landed on {planet} and fell, and {fallen:.2f} of {owner}.",
    ("GG-INV-002",),
)
EMPTIED = EventKind(
    "landing.emptied",
    "{people:.2f} people of {race} landed on {planet} of {owner}: nobody is left alive.",
    ("GG-INV-002",),
)
CONQUERED = EventKind(
    "landing.conquered",
    "{people:.2f} people of {race} landed on {planet} and took it; {fallen:.2f} of {owner} fell.",
    ("GG-INV-002",),
)


@frozen
class Refusal:
    """Why a group cannot unload: a reason code, a sentence, and what to do."""

    code: str
    message: str
    hint: str = ""


def load(race: Race, group: Group, planet: Planet, cargo: str, amount: float) -> None:
    """Load so much in all, the same on each ship; the planet must have it, and the ships room."""
    ownership.add_stock(planet, cargo, -amount)
    group.cargo = cargo
    group.load = min(group.load + amount / group.ships, race.capacity_of(group))


def ships_for(amount: float, per_ship: float) -> int:
    """How many ships an amount needs if each takes so much: rounded up, at least one."""
    return max(1, math.ceil(amount / per_ship - ROUNDING))


def may_unload(group: Group, planet: Planet) -> Refusal | None:
    """Why the group cannot unload its cargo at the planet, or None if it can (GG-CRG-006)."""
    if not group.load:
        return Refusal("no-cargo", f"group {group.number} carries no cargo")
    if group.cargo == "COL" and not planet.habitable:
        message = f"{planet.name} has size 0: nobody can live there"
        return Refusal("not-habitable", message, "take the colonists to another planet")
    return None


def unload(
    context: TurnContext,
    race: Race,
    groups: Sequence[Group],
    planet: Planet,
    per_ship: float | None = None,
) -> None:
    """Unload groups with the same cargo, wholly or so much of each ship.

    Ask `may_unload` first. What a race's groups unload at once is one landing.
    """
    cargo = groups[0].cargo
    amount = sum(_taken_off(group, per_ship) for group in groups)
    if cargo == "COL" and planet.owner != race.id:
        _land(context, race, planet, amount * PEOPLE_PER_COLONIST)
        return
    if cargo == "COL":
        _thaw(planet, amount * PEOPLE_PER_COLONIST)
    else:
        ownership.add_stock(planet, cargo, amount)
    if planet.owner:
        ownership.settle_down(planet)
    told = dict.fromkeys([race.id, planet.owner] if planet.owner else [race.id])
    data = {"planet": planet.name, "race": race.name, "cargo": cargo, "amount": amount}
    context.emit(UNLOADED, told, place=planet.id, data=data)


def hostile(race: Race, planet: Planet) -> bool:
    """Whether colonists of the race land on this planet as enemies (GG-INV-001, GG-INV-002)."""
    if planet.owner in {"", race.id}:
        return False
    return race.at_war_with(planet.owner) or planet.id in race.attack


def _taken_off(group: Group, per_ship: float | None) -> float:
    part = group.load if per_ship is None else min(per_ship, group.load)
    group.load -= part
    if not group.load:
        group.cargo = ""
    return part * group.ships


def _land(context: TurnContext, race: Race, planet: Planet, people: float) -> None:
    """People come to a planet that is not their race's: settlers, guests or conquerors."""
    owner, before = planet.owner, planet.population
    if not owner:
        kind = COLONIZED
        ownership.found(context.game, planet, race)
        _thaw(planet, people)
    elif not hostile(race, planet):
        kind = JOINED
        _thaw(planet, people)
    else:
        kind = _fight(context.game, race, planet, people)
    if planet.owner:
        ownership.settle_down(planet)
    parties = [race.id, owner] if owner else [race.id]
    told = dict.fromkeys([*parties, *_present(context, planet)])
    witness(context.notes, told, parties)
    names = {other.id: other.name for other in context.game.empires}
    context.emit(
        kind,
        told,
        place=planet.id,
        planet=planet.name,
        race=race.name,
        owner=names.get(owner, ""),
        people=people,
        fallen=min(people, before) if kind in {REPELLED, EMPTIED, CONQUERED} else 0.0,
    )


def _fight(game: Game, race: Race, planet: Planet, people: float) -> EventKind:
    """Each one that lands dies with one of the population (GG-INV-002)."""
    left = people - planet.population
    if left < -ROUNDING:
        planet.population = -left
        return REPELLED
    if left <= ROUNDING:
        ownership.abandon(game, planet)
        return EMPTIED
    ownership.found(game, planet, race)
    planet.population = planet.colonists = 0.0
    _thaw(planet, left)
    return CONQUERED


def _thaw(planet: Planet, people: float) -> None:
    """People join the population; whom it has no room for are stored again (GG-COL-002)."""
    room = max(0.0, planet.size - planet.population)
    planet.population = min(planet.size, planet.population + people)
    planet.colonists += max(0.0, people - room) / PEOPLE_PER_COLONIST


def _present(context: TurnContext, planet: Planet) -> list[str]:
    """The races that had a ship at the planet when the first landing of this phase was made."""
    note = f"present in {context.phase_name}"
    if note not in context.notes:
        found: dict[str, dict[str, None]] = {}
        for place, groups in context.game.groups_by_planet().items():
            found[place] = dict.fromkeys(race.id for race, _ in groups)
        context.notes[note] = found
    return list(context.notes[note].get(planet.id, ()))
