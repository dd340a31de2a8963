"""The systems of a scenario state: what they are like, who lives there and what stands there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from horizons_core import scenario_state
from horizons_core.errors import ScenarioError
from horizons_core.scenario_state import truth
from variants.starcluster.model import Planet, Silo, Spell, Starcluster, System, Troops
from variants.starcluster.model.systems import (
    ANOMALY,
    BLACK_HOLE,
    GAS,
    HOMEWORLD,
    ION,
    ION_STORM,
    MASER,
    NEUTRON_STAR,
    NEXUS,
    NOVA_SHELL,
    PULSAR,
    RUINS,
    SHEAR,
    STARLESS_NEBULA,
    UNSTABLE,
)
from variants.starcluster.scenario_state import words as read
from variants.starcluster.setup.empires import BASE_POINTS, GARRISON
from variants.starcluster.setup.systems import TYPES
from variants.starcluster.technology.trees import TREES

_KINDS = (HOMEWORLD, ANOMALY, NEXUS, STARLESS_NEBULA, *(row[1] for row in TYPES))
_ANOMALIES = (
    ION_STORM, PULSAR, SHEAR, RUINS, NEUTRON_STAR, UNSTABLE, BLACK_HOLE, NOVA_SHELL,
)  # fmt: skip
_FIELDS: Mapping[str, read.Reader] = {
    "kind": read.one_of(*_KINDS),
    "nebula": read.one_of("", GAS, MASER, ION),
    "anomaly": read.one_of("", *_ANOMALIES),
    "spent": truth,
    "growth": read.whole,
    "wealth": read.whole,
    "habitability": read.whole,
    "pu": read.whole,
    "revolt": read.whole,
    "revolt_turns": read.whole,
    "occupied": read.whole,
    "transferred": read.whole,
    "science": read.whole,
    "generic": read.whole,
    "dedicated": read.whole,
    "dedicated_tree": read.one_of("", *TREES),
    "silo_missile": read.one_of("", "R", "G"),
    "silos_fire": read.whole,
}
#: What may be said of each planet, and of a system if it holds for all of them.
_DEFENCES = ("pdc", "garrison", "silos", "ground_bases", "troops")
_PLANET = ("kind", "habitability", "fallen", *_DEFENCES)
_TROOPS = ("owner", "points", "generation")
_SPELL = ("growth", "turns")
SYSTEM = ("owner", "planets", "spells", *_FIELDS, *_DEFENCES)


def apply_system(game: Starcluster, where: str, system: System, given: Mapping[str, Any]) -> None:
    """Set what is said of a system; planets that are named replace those that there were."""
    if "planets" in given:
        planets = scenario_state.listed(f"{where}.planets", given["planets"])
        system.planets = [_planet(f"{where}.planets", one) for one in planets]
        system.habitability = 1 if system.planets else None
        for number, said in enumerate(planets, 1):
            if isinstance(said, Mapping):
                _apply_planet(game, f"{where}.planets[{number}]", system.planets[number - 1], said)
    if "owner" in given:
        owner = given["owner"]
        system.owner = read.power(game, f"{where}.owner", owner).id if owner else ""
    for planet in system.planets:
        _apply_planet(game, where, planet, {key: given[key] for key in _DEFENCES if key in given})
    if "spells" in given:
        spells = scenario_state.listed(f"{where}.spells", given["spells"])
        system.spells = [_spell(f"{where}.spells", one) for one in spells]
    read.apply_fields(system, where, given, _FIELDS)


def _planet(where: str, given: Any) -> Planet:
    said = given if isinstance(given, Mapping) else {"kind": given}
    scenario_state.fields(where, said, _PLANET)
    kind = scenario_state.word(f"{where}.kind", said.get("kind", "T"), ("T", "ST"))
    return Planet(kind=kind, habitability=read.whole(where, said.get("habitability", 1)))


def _apply_planet(game: Starcluster, where: str, planet: Planet, given: Mapping[str, Any]) -> None:
    if "pdc" in given:
        planet.pdc = truth(f"{where}.pdc", given["pdc"])
        planet.garrison = GARRISON if planet.pdc else 0.0
    if "garrison" in given:
        planet.garrison = read.number(f"{where}.garrison", given["garrison"])
    if "silos" in given:
        planet.silos = [Silo() for _ in range(read.whole(f"{where}.silos", given["silos"]))]
    if "ground_bases" in given:
        bases = read.whole(f"{where}.ground_bases", given["ground_bases"])
        planet.ground_bases = [BASE_POINTS] * bases
    if "troops" in given:
        troops = scenario_state.listed(f"{where}.troops", given["troops"])
        planet.troops = [_troops(game, f"{where}.troops", one) for one in troops]
    if given.get("fallen"):
        planet.fallen = read.power(game, f"{where}.fallen", given["fallen"]).id


def _troops(game: Starcluster, where: str, given: Any) -> Troops:
    said = scenario_state.fields(where, given, _TROOPS)
    if "owner" not in said:
        raise ScenarioError(f"{where}: troops are somebody's", "add their owner")
    return Troops(
        owner=read.power(game, f"{where}.owner", said["owner"]).id,
        points=read.number(f"{where}.points", said.get("points", 0)),
        generation=read.whole(f"{where}.generation", said.get("generation", 1)),
    )


def _spell(where: str, given: Any) -> Spell:
    said = scenario_state.fields(where, given, _SPELL)
    growth = scenario_state.whole(f"{where}.growth", said.get("growth", 0), -read.MOST, read.MOST)
    return Spell(growth=growth, turns=read.whole(f"{where}.turns", said.get("turns", 1)))
