"""Battle files in YAML, which are read strictly, and their JSON Schema.

```yaml
variant: starcluster
title: At the gate
classes:
  Hawk: {hull: FGf, design: "[S1(AA)1][Q1][Y1][Q1][(KKKKKKK)1][Bsa][(GGG)1][Mg](IIII)1"}
sides:
  Ada:
    - {class: Hawk, count: 5}
    - {hull: FT1, design: "[(H)x8][Q1][(Ic)2]", name: Mule, train: true}
  Brin:
    - {class: Hawk, count: 3, damage: 4, shots: 6, out_of_supply: true}
    - {class: Hawk, name: Late, joins: true}       # not a guard: it joins after the assault
doctrines:                                         # defaults as in SC-CBT-012
  Ada: {avoid: false, band: LONG, break: 60, target: SMALL, adm: true, combat: 5, twigs: [TUNER]}
  Brin: {pdc: true, silos: 3, missile: R2}
place: {nebula: gas, anomaly: ion storm}
assault: {by: Ada, wave: 5}                        # through a warp point that the other side guards
```
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from attrs import evolve

from horizons_core.battle_fields import boolean, choice, integer, known, mapping, number
from horizons_core.errors import BattleError, did_you_mean
from horizons_core.sums import int_sum
from variants.starcluster.battle.fleets import (
    AT_ONCE,
    BANDS,
    BEHIND,
    IN_A_WAVE,
    LATER,
    TARGETS,
    Combatant,
    Side,
    StarclusterBattle,
    battle_of,
)
from variants.starcluster.battle.ground import GroundBattle, read_planet
from variants.starcluster.designs.design import Design, ShipSystem
from variants.starcluster.designs.hulls import HULL_TYPES, hull_named
from variants.starcluster.designs.ratings import PLAIN, Refinements
from variants.starcluster.designs.text import DesignTextError, read_systems
from variants.starcluster.model.fleets import LARGE, SHORT
from variants.starcluster.model.systems import GAS, ION, ION_STORM

MAX_UNITS, SIDES, MAX_SILOS, MAX_WAVE = 5_000, 2, 200, 20
#: Twigs by their names in orders (SC-ORD-004).
TWIGS = {
    "MODULATION": "modulation",
    "STABILIZER": "stabilizer",
    "ADM": "anti_drive",
    "MANEUVER": "maneuvering",
    "TUNER": "tuner",
    "CAPACITOR": "capacitor",
}
_FIELDS = ("variant", "title", "classes", "sides", "doctrines", "place", "assault")
_UNIT_FIELDS = (
    "class", "hull", "design", "count", "name", "damage", "starving", "shots", "ordnance",
    "out_of_supply", "detuned", "train", "exit", "joins",
)  # fmt: skip
_DOCTRINE_FIELDS = (
    "avoid", "band", "break", "target", "adm", "combat", "twigs", "pdc", "silos", "missile",
)  # fmt: skip
_NEBULAS, _ANOMALIES = (GAS, "maser", ION), (ION_STORM, "neutron star", "pulsar", "gravity shear")


def read_spec(spec: Mapping[str, Any]) -> StarclusterBattle | GroundBattle:
    """Read a battle from plain data; raises BattleError that names the place and the remedy.

    `sides` maps two names to lists of units: a `class` of `classes`, or a `hull` and a `design`
    string. A unit may have a `count`, a `name`, points of `damage` from the front, points covered
    by supply damage (`starving`), `shots` and `ordnance` fired, be `out_of_supply`, `detuned`, a
    `train`, without an `exit`, and join late (`joins`). `doctrines` has the doctrine and equipment
    of each side, `place` the system, and `assault` the side that comes through a warp point. With
    `planet` it is a fight on the ground (see `battle.ground`).
    """
    if not isinstance(spec, Mapping):
        raise BattleError("a battle must be a mapping with 'sides'")
    if "planet" in spec:
        known("the battle", spec, ("variant", "title", "planet"))
        return read_planet(spec["planet"])
    known("the battle", spec, _FIELDS)
    sides = spec.get("sides")
    if not isinstance(sides, Mapping) or len(sides) != SIDES:
        raise BattleError("'sides' must name two sides, each with a list of units")
    names = [str(name) for name in sides]
    classes = _classes(mapping("classes", spec.get("classes")))
    doctrines = mapping("doctrines", spec.get("doctrines"))
    for name in doctrines:
        choice("doctrines", name, names)
    attacker, wave = _assault(spec.get("assault"), names)
    forces = [
        _side(str(name), units, classes, doctrines.get(name), attacker, wave)
        for name, units in sides.items()
    ]
    total = int_sum(len(side.units) for side in forces)
    if total > MAX_UNITS:
        raise BattleError(f"the battle has {total:,} units", f"use at most {MAX_UNITS:,}")
    if attacker == names[1]:
        forces.reverse()
    gas, ion = _place(mapping("place", spec.get("place")))
    return battle_of(forces[0], forces[1], gas=gas, ion=ion, assault=bool(attacker))


def _classes(entries: Mapping[str, Any]) -> dict[str, Design]:
    designs = {}
    for name, entry in entries.items():
        place = f"classes.{name}"
        designs[str(name)] = _design(place, known(place, mapping(place, entry), ("hull", "design")))
    return designs


def _design(place: str, entry: Mapping[str, Any]) -> Design:
    word = str(entry.get("hull", ""))
    hull = hull_named(word)
    if hull is None:
        hint = did_you_mean(word, HULL_TYPES) if word else "name a hull, such as DD or FGf"
        raise BattleError(f"{place}.hull: there is no hull '{word}'", hint)
    text = entry.get("design")
    if not isinstance(text, str):
        raise BattleError(f"{place}.design is missing", "write its systems, as in [S1][A1](II)1")
    try:
        return Design(hull, read_systems(text))
    except DesignTextError as problem:
        position = f"character {problem.column + 1}"
        raise BattleError(f"{place}.design: {problem} ({position})", problem.remedy) from problem


def _assault(data: Any, names: list[str]) -> tuple[str, int]:
    """The attacker through a warp point, "" if none, and the size of waves."""
    if data is None:
        return "", 5
    entry = known("assault", mapping("assault", data), ("by", "wave"))
    attacker = choice("assault.by", str(entry.get("by", names[0])), names)
    return attacker, integer("assault.wave", entry.get("wave", 5), 1, MAX_WAVE)


def _place(fields: Mapping[str, Any]) -> tuple[bool, bool]:
    """Read the place: whether it is in a gas nebula, and whether shields are off."""
    known("place", fields, ("nebula", "anomaly"))
    nebula = choice("place.nebula", str(fields.get("nebula", "")), ("", *_NEBULAS))
    anomaly = choice("place.anomaly", str(fields.get("anomaly", "")), ("", *_ANOMALIES))
    in_gas = nebula == GAS  # SC-NEB-002
    return in_gas, nebula == ION or anomaly == ION_STORM  # SC-NEB-004, SC-ANO-003


def _side(
    name: str,
    units: Any,
    classes: Mapping[str, Design],
    doctrine: Any,
    attacker: str,
    wave: int,
) -> Side:
    if not isinstance(units, list) or not units:
        raise BattleError(f"sides.{name} is not a list of units", "list at least one unit")
    place = f"doctrines.{name}"
    fields = known(place, mapping(place, doctrine), _DOCTRINE_FIELDS)
    modifier = 1 + Fraction(integer(f"{place}.combat", fields.get("combat", 0), -50, 50), 100)
    twigs = _twigs(f"{place}.twigs", fields.get("twigs", []))
    combatants: list[Combatant] = []
    for number_, entry in enumerate(units, start=1):
        path = f"sides.{name}[{number_}]"
        group = _units(path, entry, classes, modifier, twigs)
        combatants += map(_emerging, group) if name == attacker else group
    return Side(
        name=name,
        units=tuple(combatants),
        band=choice(f"{place}.band", fields.get("band", SHORT), BANDS),
        break_off=integer(f"{place}.break", fields.get("break", 50), 1, 100),
        target=choice(f"{place}.target", fields.get("target", LARGE), TARGETS),
        anti_drive=boolean(f"{place}.adm", fields.get("adm", False)),
        avoids=boolean(f"{place}.avoid", fields.get("avoid", False)),
        pdc=boolean(f"{place}.pdc", fields.get("pdc", False)),
        silos=integer(f"{place}.silos", fields.get("silos", 0), 0, MAX_SILOS),
        missile=_missile(f"{place}.missile", fields.get("missile", "R1")),
        wave=wave,
    )


def _twigs(place: str, names_: Any) -> Refinements:
    if not isinstance(names_, list):
        raise BattleError(f"{place} is {names_!r}", "write a list such as [TUNER, MODULATION]")
    names = [TWIGS[choice(f"{place}[{n}]", word, TWIGS)] for n, word in enumerate(names_, start=1)]
    return Refinements(**dict.fromkeys(names, True)) if names else PLAIN


def _missile(place: str, text: Any) -> ShipSystem:
    """Read the missile of silos: R or G of a generation (SC-CMS-001)."""
    try:
        (system,) = read_systems(str(text))
    except (DesignTextError, ValueError):
        system = ShipSystem("")
    if system.code not in ("R", "G"):
        raise BattleError(f"{place} is {text!r}", "silos fire R or G: write R1, R2, G1 …")
    return system


def _units(
    place: str,
    entry: Any,
    classes: Mapping[str, Design],
    modifier: Fraction,
    twigs: Refinements,
) -> Iterator[Combatant]:
    entry = known(place, mapping(place, entry), _UNIT_FIELDS)
    of_class = entry.get("class")
    if of_class is None:
        design = _design(place, entry)
    else:
        design = classes[choice(f"{place}.class", str(of_class), classes)]
    count = integer(f"{place}.count", entry.get("count", 1), 1, MAX_UNITS)
    name = str(entry.get("name", of_class or design.hull.code))
    damage = number(f"{place}.damage", entry.get("damage", 0), 0, (design.points - 1) / 10)
    starving = number(f"{place}.starving", entry.get("starving", 0), 0, design.points / 10)
    supplied = not boolean(f"{place}.out_of_supply", entry.get("out_of_supply", False))
    left = _left(design, 10 * damage)
    for index in range(1, count + 1):
        yield Combatant(
            name=f"{name} {index}" if count > 1 else name,
            design=design,
            left=left,
            starving=10 * starving,
            used=integer(f"{place}.shots", entry.get("shots", 0), 0, 1_000_000),
            ordnance_used=integer(
                f"{place}.ordnance", entry.get("ordnance", 0), 0, design.count("XO")
            ),
            supplied=supplied,
            detuned=boolean(f"{place}.detuned", entry.get("detuned", False)),
            refinements=twigs,
            modifier=modifier,
            train=boolean(f"{place}.train", entry.get("train", False)),
            has_exit=boolean(f"{place}.exit", entry.get("exit", True)),
            comes=LATER if boolean(f"{place}.joins", entry.get("joins", False)) else AT_ONCE,
        )


def _emerging(unit: Combatant) -> Combatant:
    """Make a unit of an attacker emerge, unless it waits in the system."""
    if unit.comes == LATER:
        return unit
    return evolve(unit, comes=BEHIND if unit.rear else IN_A_WAVE)


def _left(design: Design, damage: float) -> tuple[float, ...]:
    """Points left in each system after damage from the front."""
    left = list(design.full_points)
    for place, points in enumerate(left):
        absorbed = min(points, damage)
        left[place] -= absorbed
        damage -= absorbed
    return tuple(left)


def battle_schema() -> dict[str, Any]:
    """JSON Schema of battles; `battle` checks in addition that units fit their designs."""
    unit = {
        "type": "object",
        "properties": {
            "class": {"type": "string"},
            "hull": {"type": "string"},
            "design": {"type": "string"},
            "count": {"type": "integer", "minimum": 1, "maximum": MAX_UNITS},
            "damage": {"type": "number", "minimum": 0},
            **{name: {"type": "boolean"} for name in ("out_of_supply", "detuned", "train")},
        },
    }
    sides = {
        "type": "object",
        "minProperties": SIDES,
        "maxProperties": SIDES,
        "additionalProperties": {"type": "array", "minItems": 1, "items": unit},
    }
    return {"type": "object", "properties": {"sides": sides}, "required": ["sides"]}
