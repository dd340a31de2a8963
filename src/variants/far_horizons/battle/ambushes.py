"""Ambushes, in which money spent in production ages the ships of enemies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import define

from horizons_core.sums import int_sum
from variants.far_horizons.battle import messages
from variants.far_horizons.battle.battle_rules import BattleRules
from variants.far_horizons.battle.fight import EventReporter
from variants.far_horizons.battle.hits import reveal
from variants.far_horizons.battle.model import MAX_AGE, BattleFighter, FighterState, Scene, Side
from variants.far_horizons.model import WORMHOLED, Sector, Ship, ShipLocation, Species
from variants.far_horizons.wording import ship_name

_AWAY = (ShipLocation.WITHDREW, ShipLocation.FORCED)


@define
class Tonnage:
    """Tonnages in units of 10,000 tons: ships and starbases, and transports."""

    warships: int
    transports: int

    @property
    def weight(self) -> int:
        """Ten times the ambushed tonnage; transports count a tenth."""
        return 10 * self.warships + self.transports


def carry_out(scene: Scene, notify: EventReporter) -> bool:
    """Carry out all ambushes of a battle; return whether there was an ambush.

    A side that attacks no species, or only absent ones, loses the money.
    """
    ambushed, battle, rules = False, scene.battle, scene.rules
    for party in scene.parties:
        species, side = party.intent.species, party.side
        amount = ambush_spending(species, battle.sector)
        victims = [battle.sides[index] for index in sorted(side.enemies)]
        if amount <= 0 or not victims:  # FH-AMBUSH-006
            continue
        if rules.ambushers_attack and not party.intent.named:  # FH-AMBUSH-002
            continue
        for _ in victims[:1] if rules.ambushes_strike_once else victims:
            ambushed = True
            _ambush(scene, side, victims, amount, notify)
    return ambushed


def ambush_spending(species: Species, sector: Sector) -> int:
    """Return what the colonies of a species in a sector have spent (FH-AMBUSH-007)."""
    colonies = species.living_colonies()
    return int_sum(colony.ambush for colony in colonies if colony.place.sector == sector)


def _ambush(
    scene: Scene, side: Side, victims: list[Side], amount: int, notify: EventReporter
) -> None:
    battle, rules = scene.battle, scene.rules
    ships = [ship for victim in victims for ship in _ships(victim, battle.sector)]
    forces = int_sum(
        ship.tonnage for ship in _ships(side, battle.sector)
        if not ship.transport and not ship.starbase
    )  # fmt: skip
    aging = effective_aging(amount, tonnage_of(ships), forces, rules)
    if aging < 1:
        notify(messages.AMBUSH_FAILED, side=side.name)
        return
    fighters = {id(unit.ship): unit for unit in battle.fighters if unit.ship is not None}
    names = [victim.name for victim in victims]
    for victim in victims:
        notify(messages.AMBUSHED, victim=victim.name, side=side.name, victims=names)
        for ship in list(_ships(victim, battle.sector)):
            ship.age += 2 * aging if _came_by_wormhole(ship, rules) else aging
            _strike(scene, victim, ship, fighters, notify)


def tonnage_of(ships: list[Ship]) -> Tonnage:
    """Return the tonnages of the ambushed ships (FH-AMBUSH-004)."""
    transports = int_sum(ship.tonnage for ship in ships if ship.transport)
    return Tonnage(int_sum(ship.tonnage for ship in ships) - transports, transports)


def effective_aging(amount: int, victims: Tonnage, forces: int, rules: BattleRules) -> int:
    """Return the years that an ambush adds to ships (FH-AMBUSH-004, FH-AMBUSH-008)."""
    if victims.weight == 0:
        return 0
    aging = 10 * amount // victims.weight
    if not rules.ambushes_at_full_effect:
        return forces * aging // victims.weight
    return aging * forces // victims.warships if victims.warships else aging


def _ships(side: Side, sector: Sector) -> Iterator[Ship]:
    """Yield all ships of a species in a sector, in any state, except those already destroyed."""
    assert side.species is not None  # noqa: S101 - parties are species
    for ship in side.species.living_ships():
        if ship.place.sector == sector and ship.where not in _AWAY and ship.age <= MAX_AGE:
            yield ship


def _strike(
    scene: Scene,
    side: Side,
    ship: Ship,
    fighters: Mapping[int, BattleFighter],
    notify: EventReporter,
) -> None:
    """Apply an ambush to a fighter; a ship that is too old is destroyed (FH-AMBUSH-005)."""
    fighter = fighters.get(id(ship))
    if fighter is not None:
        fighter.age = ship.age
    if ship.age <= MAX_AGE:
        return
    name = fighter.name if fighter else ship_name(ship)
    notify(messages.AMBUSH_LOSS, ship=name, cargo=_cargo_of(ship, fighter))
    if fighter is not None:
        fighter.state = FighterState.DESTROYED
        reveal(scene.battle, fighter, notify)
    elif ship.where != ShipLocation.BUILDING or scene.rules.ambushes_destroy_unfinished:
        _remove(side, ship)


def _remove(side: Side, ship: Ship) -> None:
    assert side.species is not None  # noqa: S101 - parties are species
    ships = side.species.ships
    ships[next(slot for slot, other in enumerate(ships) if other is ship)] = None


def _came_by_wormhole(ship: Ship, rules: BattleRules) -> bool:
    """Return whether an ambush ages a ship twice as much (FH-AMBUSH-009)."""
    return ship.moved == WORMHOLED if rules.ambushes_await_wormholes else ship.through_wormhole


def _cargo_of(ship: Ship, fighter: BattleFighter | None) -> str:
    """Format the cargo of a lost ship for the log; empty for a disguised ship."""
    if not ship.cargo or (fighter is not None and fighter.disguised):
        return ""
    return f" ({', '.join(f'{count} {item}' for item, count in ship.cargo.items() if count)})"
