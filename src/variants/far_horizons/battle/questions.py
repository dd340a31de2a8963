"""Battles without a game, between armies with orders.

`scene_of` uses the same code as games for parties, hostility, surprise and ambushes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import attrs
from attrs import field, frozen

from horizons_core import combat
from variants.far_horizons.battle import ambushes, parties
from variants.far_horizons.battle.battle_rules import RULEBOOK_BATTLES, BattleRules
from variants.far_horizons.battle.fight import report_nothing
from variants.far_horizons.battle.model import (
    IN_PLACE,
    BattleFighter,
    BattleOption,
    DeclaredAttack,
    FighterKind,
    HostileAct,
    Intent,
    PlannedBattles,
    Scene,
    WithdrawalLimits,
)
from variants.far_horizons.battle.parties import assemble
from variants.far_horizons.battle.replay_readers import fighters_of
from variants.far_horizons.constants import STARBASE, TRANSPORT
from variants.far_horizons.economy import RULEBOOK_ECONOMY, Economy
from variants.far_horizons.model import (
    Colony,
    Place,
    Propulsion,
    Sector,
    Ship,
    ShipLocation,
    Species,
    Status,
    Tech,
)

if TYPE_CHECKING:
    from variants.far_horizons.battle.kernels.protocol import BattleArrays


@frozen(kw_only=True)
class ShipGroup:
    """Identical ships: `class_` is "DD", "TR" or "BAS", `tonnage` in units of 10,000 tons.

    `orbit` is a planet's number, 0 is deep space. A `reserve` is under HIDE (FH-HIDESHIP-001).
    """

    name: str
    class_: str
    tonnage: int
    count: int
    age: int
    orbit: int
    landed: bool
    sub_light: bool
    reserve: bool
    cargo: Mapping[str, int]

    @property
    def word(self) -> str:
        """The class word, such as "TR10S"."""
        size = str(self.tonnage) if self.class_ == TRANSPORT else ""
        return f"{self.class_}{size}{'S' if self.sub_light else ''}"

    def named(self, word: str, name: str) -> bool:
        """Return whether a class word and a name match these ships; no name matches all."""
        same = word.upper() in (self.word, self.class_)
        return same and name.casefold() in ("", self.name.casefold())


@frozen(kw_only=True)
class ArmyColony:
    """A populated colony; bases are in tenths. `ambush` is the amount spent on ambushes."""

    name: str
    planet: int
    mining: int
    manufacturing: int
    population: int
    shipyards: int
    items: Mapping[str, int]
    hidden: bool
    home: bool
    ambush: int


@frozen(kw_only=True)
class Army:
    """The ships, colonies and orders of a species at the place of the battle.

    `named` has attacks and hijacks, each with the name of a side; None means all declared enemies.
    Without `ready` it gave no BATTLE order.
    """

    name: str
    number: int
    techs: Mapping[str, int]
    ships: tuple[ShipGroup, ...]
    colonies: tuple[ArmyColony, ...]
    options: tuple[BattleOption, ...] = ()
    named: tuple[tuple[HostileAct, str | None], ...] = ()
    favourite: FighterKind | None = None
    limits: WithdrawalLimits = field(factory=WithdrawalLimits)
    allies: tuple[str, ...] = ()
    enemies: tuple[str, ...] = ()
    ready: bool = True


@attrs.define(slots=False, frozen=True)
class FleetBattle(combat.Battle):
    """Armies that meet in a sector, in the order of their species' numbers."""

    armies: tuple[Army, ...]
    sector: Sector = (15, 15, 15)
    rules: BattleRules = RULEBOOK_BATTLES
    economy: Economy = RULEBOOK_ECONOMY

    @cached_property
    def scene(self) -> Scene:
        """The battle's participants with their hostility, after surprise and ambushes."""
        return scene_of(self)

    @property
    def units(self) -> Sequence[BattleFighter]:
        """The ships and colonies before the battle."""
        return self.scene.battle.fighters

    @property
    def fighters(self) -> tuple[combat.Fighter, ...]:
        """The ships and colonies for records: years left, cargo and defences."""
        return fighters_of(self.units, self.places)

    @cached_property
    def field(self) -> BattleArrays:
        """The battle as arrays for the kernels."""
        from variants.far_horizons.battle.arrays import arrays_of

        return arrays_of(self.scene)

    def field_by(self, make: Callable[[Scene], BattleArrays]) -> BattleArrays:
        """Return the arrays made by a resolver, once for all its runs."""
        if make not in self._fields:
            self._fields[make] = make(self.scene)
        return self._fields[make]

    @cached_property
    def _fields(self) -> dict[Callable[[Scene], BattleArrays], BattleArrays]:
        return {}

    @cached_property
    def places(self) -> tuple[int, ...]:
        """For each side of the scene, its index in `sides`."""
        names = {army.number: self.sides.index(army.name) for army in self.armies}
        return tuple(names[side.number] for side in self.scene.battle.sides)

    def groups(self) -> list[tuple[str, ShipGroup]]:
        """Return all groups of ships, with the names of their sides, in the order of numbers."""
        return [(army.name, ships) for army in self.armies for ships in army.ships]


def scene_of(battle: FleetBattle) -> Scene:
    """Assemble the armies as in a game."""
    species = {army.name: _species(army, battle) for army in battle.armies}
    planned = PlannedBattles(present={battle.sector: list(species.values())})
    intents = planned.battles.setdefault(battle.sector, {})
    numbers = {army.name: army.number for army in battle.armies}
    groups: dict[int, int] = {}
    number = 0
    for army in battle.armies:
        owner = species[army.name]
        if army.ready:
            intents[army.number] = _intent(army, owner, numbers)
        for ships in army.ships:
            for ship in _fleet(ships, battle.sector):
                owner.ships.append(ship)
                groups[id(ship)] = number
                if ships.reserve:
                    planned.reserves.add(id(ship))
            number += 1
    scene = assemble(battle.rules, planned, battle.sector, lambda _sides: 1, battle.economy)
    parties.determine_hostility(scene)
    ambushes.carry_out(scene, report_nothing)
    parties.make_mutual(scene.battle)
    scene.groups = [groups.get(id(fighter.ship), -1) for fighter in scene.battle.fighters]
    return scene


def _species(army: Army, battle: FleetBattle) -> Species:
    species = Species(id=army.name, number=army.number)
    for tech, level in army.techs.items():
        species.techs[tech] = Tech(level=level, initial=level)
    species.allies, species.enemies = list(army.allies), list(army.enemies)
    species.met = [other.name for other in battle.armies if other is not army]
    species.colonies = [_colony(settlement, battle.sector) for settlement in army.colonies]
    return species


def _colony(settlement: ArmyColony, sector: Sector) -> Colony:
    kind = Status.HOME if settlement.home else Status.COLONY
    return Colony(
        name=settlement.name,
        place=Place(sector, settlement.planet),
        status=kind | Status.POPULATED,
        hidden=int(settlement.hidden),
        mining_base=settlement.mining,
        manufacturing_base=settlement.manufacturing,
        population=settlement.population,
        shipyards=settlement.shipyards,
        ambush=settlement.ambush,
        items=dict(settlement.items),
    )


def _fleet(ships: ShipGroup, sector: Sector) -> list[Ship]:
    location = ShipLocation.ORBIT if ships.orbit else ShipLocation.DEEP_SPACE
    location = ShipLocation.LANDED if ships.landed else location
    drive = Propulsion.SUB_LIGHT if ships.sub_light else Propulsion.FTL
    drive = Propulsion.STARBASE if ships.class_ == STARBASE else drive
    return [
        Ship(
            name=f"{ships.name} {number}" if ships.count > 1 else ships.name,
            class_=ships.class_,
            place=Place(sector, ships.orbit),
            where=location,
            drive=drive,
            tonnage=ships.tonnage,
            age=ships.age,
            cargo=dict(ships.cargo),
        )
        for number in range(1, ships.count + 1)
    ]


def _intent(army: Army, species: Species, numbers: Mapping[str, int]) -> Intent:
    return Intent(
        species=species,
        options=[IN_PLACE, *army.options],
        named=[
            DeclaredAttack(enmity, None if name is None else numbers[name])
            for enmity, name in army.named
        ],
        favourite=army.favourite,
        limits=army.limits,
    )
