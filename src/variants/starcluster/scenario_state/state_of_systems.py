"""Systems of a scenario state: properties, owners, population and installations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from horizons_core import scenario_state
from horizons_core.errors import ScenarioError
from horizons_core.scenario_state import truth
from variants.starcluster.model import GrowthModifier, Planet, Silo, Starcluster, StarSystem, Troops
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
_SYSTEM_FIELDS: Mapping[str, read.Reader] = {
    "kind": read.one_of(*_KINDS),
    "nebula": read.one_of("", GAS, MASER, ION),
    "anomaly": read.one_of("", *_ANOMALIES),
    "spent": truth,
    "growth": read.integer,
    "wealth": read.integer,
    "habitability": read.integer,
    "pu": read.integer,
    "revolt": read.integer,
    "revolt_turns": read.integer,
    "occupied": read.integer,
    "transferred": read.integer,
    "science": read.integer,
    "generic": read.integer,
    "dedicated": read.integer,
    "dedicated_tree": read.one_of("", *TREES),
    "silo_missile": read.one_of("", "R", "G"),
    "silos_fire": read.integer,
}
#: Fields of each planet, and of a system if they apply to all its planets.
_DEFENCES = ("pdc", "garrison", "silos", "ground_bases", "troops")
_PLANET = ("kind", "habitability", "fallen", *_DEFENCES)
_TROOPS = ("owner", "points", "generation")
_SPELL = ("growth", "turns")
SYSTEM = ("owner", "planets", "spells", *_SYSTEM_FIELDS, *_DEFENCES)


def apply_system(game: Starcluster, path: str, system: StarSystem, data: Mapping[str, Any]) -> None:
    """Set the given facts of a system; a list of planets replaces the existing ones."""
    if "planets" in data:
        planets = scenario_state.listed(f"{path}.planets", data["planets"])
        system.planets = [_planet(f"{path}.planets", entry) for entry in planets]
        system.habitability = 1 if system.planets else None
        for number, entry in enumerate(planets, 1):
            if isinstance(entry, Mapping):
                _apply_planet(game, f"{path}.planets[{number}]", system.planets[number - 1], entry)
    if "owner" in data:
        owner = data["owner"]
        system.owner = read.power(game, f"{path}.owner", owner).id if owner else ""
    for planet in system.planets:
        _apply_planet(game, path, planet, {key: data[key] for key in _DEFENCES if key in data})
    if "spells" in data:
        spells = scenario_state.listed(f"{path}.spells", data["spells"])
        system.spells = [_spell(f"{path}.spells", entry) for entry in spells]
    read.apply_fields(system, path, data, _SYSTEM_FIELDS)


def _planet(path: str, data: Any) -> Planet:
    fields = data if isinstance(data, Mapping) else {"kind": data}
    scenario_state.fields(path, fields, _PLANET)
    kind = scenario_state.word(f"{path}.kind", fields.get("kind", "T"), ("T", "ST"))
    return Planet(kind=kind, habitability=read.integer(path, fields.get("habitability", 1)))


def _apply_planet(game: Starcluster, path: str, planet: Planet, fields: Mapping[str, Any]) -> None:
    if "pdc" in fields:
        planet.pdc = truth(f"{path}.pdc", fields["pdc"])
        planet.garrison = GARRISON if planet.pdc else 0.0
    if "garrison" in fields:
        planet.garrison = read.number(f"{path}.garrison", fields["garrison"])
    if "silos" in fields:
        planet.silos = [Silo() for _ in range(read.integer(f"{path}.silos", fields["silos"]))]
    if "ground_bases" in fields:
        bases = read.integer(f"{path}.ground_bases", fields["ground_bases"])
        planet.ground_bases = [BASE_POINTS] * bases
    if "troops" in fields:
        troops = scenario_state.listed(f"{path}.troops", fields["troops"])
        planet.troops = [_troops(game, f"{path}.troops", entry) for entry in troops]
    if fields.get("fallen"):
        planet.fallen = read.power(game, f"{path}.fallen", fields["fallen"]).id


def _troops(game: Starcluster, path: str, data: Any) -> Troops:
    fields = scenario_state.fields(path, data, _TROOPS)
    if "owner" not in fields:
        raise ScenarioError(f"{path}: troops need an owner", "add their owner")
    return Troops(
        owner=read.power(game, f"{path}.owner", fields["owner"]).id,
        points=read.number(f"{path}.points", fields.get("points", 0)),
        generation=read.integer(f"{path}.generation", fields.get("generation", 1)),
    )


def _spell(path: str, data: Any) -> GrowthModifier:
    fields = scenario_state.fields(path, data, _SPELL)
    growth = scenario_state.integer(
        f"{path}.growth", fields.get("growth", 0), -read.MOST, read.MOST
    )
    return GrowthModifier(
        growth=growth, turns=read.integer(f"{path}.turns", fields.get("turns", 1))
    )
