"""A raider's enemies, with their places, strength and the odds against them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cached_property
from math import inf, sqrt

from attrs import frozen

from horizons_core.sums import ordered_sum
from variants.far_horizons.battle.model import BattleFighter, FighterKind, Side
from variants.far_horizons.battle.strengths import strengths
from variants.far_horizons.bots.realm import Facts, Realm, Spot, spot

#: A home planet is assumed to spend its production divided by this number on defences.
_DEFENDED = 10
#: Assumed planetary defences of an unseen colony, per ten of its economic base.
_DEFENSES = 5
#: Assumed base of a planet if only its owner is known.
_BASES = {"home": 200, "colony": 20}


@frozen
class EnemyPlanet:
    """A planet of another species, as last seen."""

    sector: Spot
    orbit: int
    species: str
    kind: str
    base: int
    defenses: int = 0


@frozen(slots=False)
class Foes:
    """Other species as the view shows them; their technology is assumed to equal the bot's."""

    realm: Realm

    @cached_property
    def worlds(self) -> list[EnemyPlanet]:
        """All planets of other species, as seen now or last."""
        worlds: dict[tuple[Spot, int, str], EnemyPlanet] = {}
        systems = self.realm.view["neighbours"] + self.realm.view["aliens"]
        for system in systems:
            for planet in system["planets"]:
                world = _world(spot(system["sector"]), planet)
                worlds[world.sector, world.orbit, world.species] = world
        return list(worlds.values())

    @cached_property
    def ships(self) -> dict[Spot, list[Facts]]:
        """Ships of other species by sector, without disguised ones."""
        return {
            spot(system["sector"]): [ship for ship in system["ships"] if ship["age"] is not None]
            for system in self.realm.view["aliens"]
        }

    @cached_property
    def sighted_species(self) -> set[str]:
        """The species whose planets or ships were seen."""
        ships = (ship["species"] for fleet in self.ships.values() for ship in fleet)
        return {world.species for world in self.worlds} | set(ships)

    def worlds_at(self, sector: Spot, owners: Collection[str]) -> list[EnemyPlanet]:
        """Return the planets of these species in a sector."""
        return [w for w in self.worlds if w.sector == sector and w.species in owners]

    def ships_at(self, sector: Spot, owners: Collection[str]) -> list[Facts]:
        """Return the ships of these species in a sector."""
        return [ship for ship in self.ships.get(sector, ()) if ship["species"] in owners]

    def odds(self, fleet: Iterable[Facts], sector: Spot, owners: Collection[str]) -> float:
        """Return a fleet's strength relative to the estimated force of species in a sector."""
        guessed = map(self._guarded, self.worlds_at(sector, owners))
        return self._odds(fleet, sector, owners, guessed)

    def odds_in_sight(self, fleet: Iterable[Facts], sector: Spot, owners: Collection[str]) -> float:
        """Return the odds of a fleet that is already there, against everything that it sees."""
        planets = (_planet(world.defenses) for world in self.worlds_at(sector, owners))
        return self._odds(fleet, sector, owners, planets)

    def _odds(
        self,
        fleet: Iterable[Facts],
        sector: Spot,
        owners: Collection[str],
        planets: Iterable[BattleFighter],
    ) -> float:
        theirs = [_ship(ship) for ship in self.ships_at(sector, owners)]
        against = self._might([*theirs, *planets])
        return self._might(_ship(ship) for ship in fleet) / against if against else inf

    def _guarded(self, world: EnemyPlanet) -> BattleFighter:
        """Return a planet with the defences that it is assumed to have."""
        guessed = world.base * _DEFENSES // 10
        if world.kind == "home":
            produced = world.base * self.realm.level("MA") // 2
            guessed = produced * self.realm.view.turn // (2 * _DEFENDED)
        return _planet(max(world.defenses, guessed))

    def _might(self, fighters: Iterable[BattleFighter]) -> float:
        """Return the geometric mean of attack and defence; twice the fleet has twice that."""
        side = Side(index=0, number=1, name="", military=max(1, self.realm.level("ML")),
                    life_support=self.realm.level("LS"))  # fmt: skip
        both = [strengths(fighter, side) for fighter in fighters]
        return sqrt(
            ordered_sum(offense for offense, _ in both)
            * ordered_sum(defense for _, defense in both)
        )


def _world(sector: Spot, planet: Facts) -> EnemyPlanet:
    kind = planet["kind"]
    usual = _BASES["home" if kind == "home" else "colony"]
    base = planet.get("approximate_base", usual) or 0
    return EnemyPlanet(
        sector, planet["orbit"], planet["species"], kind, base, planet.get("defenses", 0)
    )


def _planet(defenses: int) -> BattleFighter:
    return BattleFighter(side=0, kind=FighterKind.COLONY, name="", defenses=defenses)


def _ship(ship: Facts) -> BattleFighter:
    kind = FighterKind.WARSHIP
    if ship["transport"] or ship["starbase"]:
        kind = FighterKind.TRANSPORT if ship["transport"] else FighterKind.STARBASE
    return BattleFighter(
        side=0,
        kind=kind,
        name="",
        tonnage=ship["tonnage"],
        age=max(0, ship["age"]),
        cargo=dict(ship.get("cargo", {})),
    )
