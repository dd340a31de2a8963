"""The participants of a battle: species that gave BATTLE, and those drawn in (FH-BATTLE-005)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from variants.far_horizons.battle.battle_rules import BattleRules
from variants.far_horizons.battle.intents import (
    AGAINST_PLANETS,
    BattleOption,
    Belligerent,
    Intent,
    PlannedBattles,
)
from variants.far_horizons.battle.model import (
    BattleFighter,
    FighterKind,
    FighterState,
    SectorBattle,
    Side,
)
from variants.far_horizons.battle.scene import Scene
from variants.far_horizons.dice import Dice
from variants.far_horizons.economy import RULEBOOK_ECONOMY, Economy
from variants.far_horizons.model import Colony, Sector, Ship, ShipLocation, Species, Status
from variants.far_horizons.wording import class_word_of, ship_name

_AWAY = (ShipLocation.WITHDREW, ShipLocation.FORCED)
_DRAWN_IN = (ShipLocation.ORBIT, ShipLocation.DEEP_SPACE)


def assemble(
    rules: BattleRules,
    planned: PlannedBattles,
    sector: Sector,
    dice: Dice,
    economy: Economy = RULEBOOK_ECONOMY,
) -> Scene:
    """Create the battle in a sector: its sides in their order, and all their fighters.

    Logs always call a disguised side by its number.
    """
    ordered = planned.battles[sector]
    intents = planned.entries(sector)
    intents += _drawn_in(rules, planned, sector, ordered)
    scene = Scene(rules, SectorBattle(sector=sector), economy)
    for index, intent in enumerate(intents):
        disguised = is_disguised(intent.species, sector, landed=rules.landed_ships_distort)
        # FH-HIJACK-007
        name = economy.distortion_number(intent.species) if disguised else intent.species.name
        party = Belligerent(_side(index, intent, f"SP {name}", disguised=disguised), intent)
        scene.parties.append(party)
        scene.battle.sides.append(party.side)
        scene.battle.fighters += _fighters(party, sector, planned)
    for party in scene.parties:
        party.side.haven = party.intent.haven or _haven(rules, sector, dice)
    return scene


def _drawn_in(
    rules: BattleRules, planned: PlannedBattles, sector: Sector, ordered: dict[int, Intent]
) -> Iterator[Intent]:
    """Yield intents of species without orders that are drawn in: they defend in place."""
    for species in planned.present.get(sector, ()):
        if species.number in ordered:
            continue
        colonies = [
            colony.place.orbit
            for colony in species.living_colonies()
            if _lives(colony, sector) and _is_drawn_in(colony, species, ordered.values())
        ]
        ships = any(
            ship.place.sector == sector and ship.where in _DRAWN_IN
            for ship in species.living_ships()
        )
        if ships or colonies:
            intent = Intent(species=species, battle_ordered=False)
            if rules.idle_fleets_defend_planets:
                intent.options += [BattleOption(2, orbit) for orbit in colonies]
            yield intent


def _lives(colony: Colony, sector: Sector) -> bool:
    return colony.populated and colony.place.sector == sector


def _is_drawn_in(colony: Colony, species: Species, attackers: Iterable[Intent]) -> bool:
    """Tell whether a colony is drawn in; hidden ones only if attacked by name (FH-BATTLE-005)."""
    return not colony.hidden or any(
        any(naming.species == species.number for naming in intent.named)
        and any(intent.has(number, colony.place.orbit) for number in AGAINST_PLANETS)
        for intent in attackers
    )


def _side(index: int, intent: Intent, name: str, *, disguised: bool) -> Side:
    """Create a side with its current technology (FH-AGE-001)."""
    species = intent.species
    return Side(
        index=index,
        number=species.number,
        name=name,
        military=species.level("ML"),
        life_support=species.level("LS"),
        gravitics=species.level("GV"),
        biology=species.recycling_biology,
        favourite=intent.favourite,
        limits=intent.limits,
        hijacks=intent.hijacks,
        ready=intent.battle_ordered,
        disguised=disguised,
        summary=intent.summary,
        species=species,
    )


def is_disguised(species: Species, sector: Sector, *, landed: bool) -> bool:
    """Tell whether the field distortion of a species works in a battle there (FH-FD-006).

    `landed` allows landed ships to count as distorted; otherwise none does (FH-FD-009).
    """
    if any(_lives(colony, sector) for colony in species.living_colonies()):
        return False
    away = (ShipLocation.BUILDING, *_AWAY)
    ships = [s for s in species.living_ships() if s.place.sector == sector and s.where not in away]
    return bool(ships) and all(
        0 < ship.tonnage == ship.cargo.get("FD", 0)
        and (landed or ship.where != ShipLocation.LANDED)
        for ship in ships
    )


def _fighters(
    party: Belligerent, sector: Sector, planned: PlannedBattles
) -> Iterator[BattleFighter]:
    """Yield all ships that can fight, in fleet order, then the populated colonies.

    Ships on the ground, in orbit and in deep space are equally ready.
    """
    species, side = party.intent.species, party.side
    colonies = [colony for colony in species.living_colonies() if _lives(colony, sector)]
    leaving = {colony.place for colony in colonies if colony.has(Status.DISBANDED)}
    for ship in species.living_ships():
        if ship.place.sector != sector or ship.where in (ShipLocation.BUILDING, *_AWAY):
            continue
        if ship.where == ShipLocation.LANDED and ship.place in leaving:
            continue
        yield _ship(ship, side, reserve=id(ship) in planned.reserves)  # FH-LAND-015
    for colony in colonies:
        if not colony.has(Status.DISBANDED):
            yield _colony(colony, side)


def _ship(ship: Ship, side: Side, *, reserve: bool) -> BattleFighter:
    """Create a fighter at the place in the report, however the ship came there."""
    orbit = 0 if ship.where == ShipLocation.DEEP_SPACE else ship.place.orbit  # FH-STATUS-003
    return BattleFighter(
        side=side.index,
        kind=kind_of(ship),
        name=f"{class_word_of(ship).removesuffix('S')} ???" if side.disguised else ship_name(ship),
        tonnage=ship.tonnage,
        age=ship.age,
        orbit=orbit,
        sub_light=ship.sub_light,
        disguised=side.disguised,
        cargo=ship.cargo,
        ship=ship,
        state=FighterState.RESERVE if reserve else FighterState.FIGHTING,
    )


def kind_of(ship: Ship) -> FighterKind:
    """Return the kind of target that a ship is."""
    if ship.transport:
        return FighterKind.TRANSPORT
    return FighterKind.STARBASE if ship.starbase else FighterKind.WARSHIP


def _colony(colony: Colony, side: Side) -> BattleFighter:
    return BattleFighter(
        side=side.index,
        kind=FighterKind.COLONY,
        name=f"PL {colony.name}",
        orbit=colony.place.orbit,
        cargo=colony.items,
        colony=colony,
        defenses=colony.items.get("PD", 0),
    )


def _haven(rules: BattleRules, sector: Sector, dice: Dice) -> Sector:
    """Draw a sector close by, for each participant (FH-WITHDRAW-002)."""
    while True:
        x, y, z = (at + 2 - dice(3) for at in sector)
        inside = min(x, y, z) >= 0 or not rules.havens_on_the_map
        if (x, y, z) != sector and inside:
            return (x, y, z)
