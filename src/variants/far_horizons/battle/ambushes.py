"""Ambushes: what was paid for in production ages the ships of enemies (FH-AMBUSH-002 to -010)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import define

from variants.far_horizons.battle import messages
from variants.far_horizons.battle.hits import reveal
from variants.far_horizons.battle.log import Tell
from variants.far_horizons.battle.model import LARGEST_AGE, Battle, Fighter, Side, State
from variants.far_horizons.battle.parties import Party
from variants.far_horizons.compatibility import Habits
from variants.far_horizons.model import WORMHOLED, Sector, Ship, Species, Where
from variants.far_horizons.step_context import Desk
from variants.far_horizons.wording import ship_name

_AWAY = (Where.WITHDREW, Where.FORCED)


@define
class Tonnage:
    """Tonnages in units of 10,000 tons: ships and starbases, and transports."""

    warships: int
    transports: int

    @property
    def weight(self) -> int:
        """Ten times what is ambushed; transports count a tenth."""
        return 10 * self.warships + self.transports


def carry_out(desk: Desk, battle: Battle, parties: list[Party], tell: Tell) -> bool:
    """Carry out all ambushes of a battle; whether there was any."""
    found = False
    for party in parties:
        species, side = party.intent.species, party.side
        amount = prepared(species, battle.sector)
        victims = [battle.sides[index] for index in sorted(side.enemies)]
        if amount <= 0 or not victims:
            continue
        if not (party.intent.named or desk.habits.ambush_for_allies):
            continue
        for _ in victims if desk.habits.repeated_ambushes else victims[:1]:
            found = True
            tell(messages.GAP)
            _ambush(desk, battle, side, victims, amount, tell)
    return found


def prepared(species: Species, sector: Sector) -> int:
    """What the colonies of a species in a sector have spent (FH-AMBUSH-007)."""
    colonies = species.living_colonies()
    return sum(colony.ambush for colony in colonies if colony.place.sector == sector)


def _ambush(
    desk: Desk, battle: Battle, side: Side, victims: list[Side], amount: int, tell: Tell
) -> None:
    ships = [ship for victim in victims for ship in _ships(victim, battle.sector)]
    forces = sum(
        ship.tonnage for ship in _ships(side, battle.sector)
        if not ship.transport and not ship.starbase
    )  # fmt: skip
    aging = effective_aging(amount, tonnage_of(ships), forces, desk.habits)
    if aging < 1:
        tell(messages.AMBUSH_FAILED, side=side.name)
        return
    fighters = {id(one.ship): one for one in battle.fighters if one.ship is not None}
    for victim in victims:
        tell(messages.AMBUSHED, victim=victim.name, side=side.name)
        for ship in list(_ships(victim, battle.sector)):
            ship.age += 2 * aging if _came_by_wormhole(ship, desk.habits) else aging
            _strike(desk, battle, victim, ship, fighters, tell)


def tonnage_of(ships: list[Ship]) -> Tonnage:
    """The tonnages of the ambushed (FH-AMBUSH-004)."""
    transports = sum(ship.tonnage for ship in ships if ship.transport)
    return Tonnage(sum(ship.tonnage for ship in ships) - transports, transports)


def effective_aging(amount: int, victims: Tonnage, forces: int, habits: Habits) -> int:
    """The years by which an ambush ages (FH-AMBUSH-004, FH-AMBUSH-008)."""
    if victims.weight == 0:
        return 0
    aging = 10 * amount // victims.weight
    if habits.tenth_of_ambush:
        return forces * aging // victims.weight
    return aging * forces // victims.warships if victims.warships else aging


def _ships(side: Side, sector: Sector) -> Iterator[Ship]:
    """All ships of a species there, in whatever state; those destroyed before are left out."""
    assert side.species is not None  # noqa: S101 - parties are species
    for ship in side.species.living_ships():
        if ship.place.sector == sector and ship.where not in _AWAY and ship.age <= LARGEST_AGE:
            yield ship


def _strike(
    desk: Desk,
    battle: Battle,
    side: Side,
    ship: Ship,
    fighters: Mapping[int, Fighter],
    tell: Tell,
) -> None:
    """A ship is as old as an ambush has made it; one too old is destroyed (FH-AMBUSH-005)."""
    fighter = fighters.get(id(ship))
    if fighter is not None:
        fighter.age = ship.age
    if ship.age <= LARGEST_AGE:
        return
    name = fighter.name if fighter else ship_name(ship)
    tell(messages.AMBUSH_LOSS, ship=name, cargo=_cargo_of(ship, fighter))
    if fighter is not None:
        fighter.state = State.DESTROYED
        reveal(battle, fighter, tell)
    elif ship.where != Where.BUILDING or not desk.habits.unfinished_survive:
        _remove(side, ship)


def _remove(side: Side, ship: Ship) -> None:
    assert side.species is not None  # noqa: S101 - parties are species
    ships = side.species.ships
    ships[next(slot for slot, one in enumerate(ships) if one is ship)] = None


def _came_by_wormhole(ship: Ship, habits: Habits) -> bool:
    return ship.through_wormhole if habits.late_wormholes else ship.moved == WORMHOLED


def _cargo_of(ship: Ship, fighter: Fighter | None) -> str:
    """The cargo of a lost ship, as the log lists it; nothing of one in disguise."""
    if not ship.cargo or (fighter is not None and fighter.disguised):
        return ""
    return f" ({', '.join(f'{count} {item}' for item, count in ship.cargo.items() if count)})"
