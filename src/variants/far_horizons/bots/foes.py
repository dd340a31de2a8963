"""Whom a raider could fight: where others were seen, how strong they are, and the odds."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cached_property
from math import inf, sqrt

from attrs import frozen

from horizons_core.sums import ordered_sum
from variants.far_horizons.battle.model import Fighter, Kind, Side
from variants.far_horizons.battle.strengths import strengths
from variants.far_horizons.bots.realm import Realm, Spot, spot
from variants.far_horizons.bots.sheet import Facts

#: A home planet is taken to have spent one part in so many of what it made on defences.
_DEFENDED = 10
#: Planetary defences that an unseen colony is taken to have, for each ten of its economic base.
_DEFENSES = 5
#: What a planet is taken for of which only the owner is known.
_BASES = {"home": 200, "colony": 20}


@frozen
class World:
    """A planet of others, as it was last seen."""

    sector: Spot
    orbit: int
    species: str
    kind: str
    base: int
    defenses: int = 0


@frozen(slots=False)
class Foes:
    """What the view shows of others. Strangers are taken to be as learned as oneself."""

    realm: Realm

    @cached_property
    def worlds(self) -> list[World]:
        """All planets of others: as they are, else as they were."""
        found: dict[tuple[Spot, int, str], World] = {}
        seen = self.realm.view["neighbours"] + self.realm.view["aliens"]
        for system in seen:
            for planet in system["planets"]:
                world = _world(spot(system["sector"]), planet)
                found[world.sector, world.orbit, world.species] = world
        return list(found.values())

    @cached_property
    def ships(self) -> dict[Spot, list[Facts]]:
        """Ships of others by sector, without those in disguise."""
        return {
            spot(here["sector"]): [ship for ship in here["ships"] if ship["age"] is not None]
            for here in self.realm.view["aliens"]
        }

    @cached_property
    def seen(self) -> set[str]:
        """The species of which planets or ships were seen."""
        ships = (ship["species"] for here in self.ships.values() for ship in here)
        return {world.species for world in self.worlds} | set(ships)

    def worlds_at(self, sector: Spot, owners: Collection[str]) -> list[World]:
        """The planets of these species in a sector."""
        return [w for w in self.worlds if w.sector == sector and w.species in owners]

    def ships_at(self, sector: Spot, owners: Collection[str]) -> list[Facts]:
        """The ships of these species in a sector."""
        return [ship for ship in self.ships.get(sector, ()) if ship["species"] in owners]

    def odds(self, fleet: Iterable[Facts], sector: Spot, owners: Collection[str]) -> float:
        """How much stronger a fleet is than all that these species may have in a sector."""
        guessed = map(self._guarded, self.worlds_at(sector, owners))
        return self._odds(fleet, sector, owners, guessed)

    def odds_in_sight(self, fleet: Iterable[Facts], sector: Spot, owners: Collection[str]) -> float:
        """The same where the fleet is already, by what it sees."""
        seen = (_planet(world.defenses) for world in self.worlds_at(sector, owners))
        return self._odds(fleet, sector, owners, seen)

    def _odds(
        self,
        fleet: Iterable[Facts],
        sector: Spot,
        owners: Collection[str],
        planets: Iterable[Fighter],
    ) -> float:
        theirs = [_ship(ship) for ship in self.ships_at(sector, owners)]
        against = self._might([*theirs, *planets])
        return self._might(_ship(ship) for ship in fleet) / against if against else inf

    def _guarded(self, world: World) -> Fighter:
        """A planet with the defences that it may have."""
        guessed = world.base * _DEFENSES // 10
        if world.kind == "home":
            made = world.base * self.realm.level("MA") // 2
            guessed = made * self.realm.view.turn // (2 * _DEFENDED)
        return _planet(max(world.defenses, guessed))

    def _might(self, fighters: Iterable[Fighter]) -> float:
        """The geometric mean of attack and defence: a fleet twice as large has twice as much."""
        side = Side(index=0, number=1, name="", military=max(1, self.realm.level("ML")),
                    life_support=self.realm.level("LS"))  # fmt: skip
        both = [strengths(fighter, side) for fighter in fighters]
        return sqrt(
            ordered_sum(offense for offense, _ in both)
            * ordered_sum(defense for _, defense in both)
        )


def _world(sector: Spot, planet: Facts) -> World:
    kind = planet["kind"]
    usual = _BASES["home" if kind == "home" else "colony"]
    base = planet.get("approximate_base", usual) or 0
    return World(sector, planet["orbit"], planet["species"], kind, base, planet.get("defenses", 0))


def _planet(defenses: int) -> Fighter:
    return Fighter(side=0, kind=Kind.COLONY, name="", defenses=defenses)


def _ship(ship: Facts) -> Fighter:
    kind = Kind.WARSHIP
    if ship["transport"] or ship["starbase"]:
        kind = Kind.TRANSPORT if ship["transport"] else Kind.STARBASE
    return Fighter(side=0, kind=kind, name="", tonnage=ship["tonnage"], age=max(0, ship["age"]),
                   cargo=dict(ship.get("cargo", {})))  # fmt: skip
