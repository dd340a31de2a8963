"""The participants of a battle (FH-BATTLE-005); hostility, betrayal and surprise at its start."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import define, field

from variants.far_horizons.battle.battle_rules import BattleRules
from variants.far_horizons.battle.model import (
    AGAINST_PLANETS,
    BattleFighter,
    BattleOption,
    Belligerent,
    FighterKind,
    FighterState,
    HostileAct,
    Intent,
    PlannedBattles,
    Scene,
    SectorBattle,
    Side,
)
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
    """Return whether a colony is drawn in; hidden ones only if attacked by name (FH-BATTLE-005)."""
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
    """Return whether the field distortion of a species works in a battle in a sector (FH-FD-006).

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
    """Create a fighter at the reported place, regardless of how the ship came there."""
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


@define
class Relations:
    """Betrayals and attacks at the start of a battle.

    `betrayals` are pairs of a victim and an attacker that it had declared an ally; `attacks` pairs
    of a victim and any attacker that is not distorted (FH-SURPRISE-006).
    """

    betrayals: list[tuple[Side, Side]] = field(factory=list)
    attacks: list[tuple[Side, Side]] = field(factory=list)


def determine_hostility(scene: Scene) -> Relations:
    """Fill in the enemies of all sides, and the surprised ones; enmity is not yet mutual."""
    relations, battle, parties = Relations(), scene.battle, scene.parties
    for party in parties:
        for other, enmity in _named(battle, party):
            party.side.enemies[other.index] = enmity
    for party in parties:
        for other, _ in _named(battle, party):
            _note_attack(party.side, other, relations, scene.rules)
    _draw_in_allies(battle)
    _set_surprise(scene)
    return relations


def make_mutual(battle: SectorBattle) -> None:
    """Make every object of hostility hostile in return (FH-ENGAGE-004)."""
    for side in battle.sides:
        for index in list(side.enemies):
            battle.sides[index].enemies.setdefault(side.index, HostileAct.ATTACK)


def _named(battle: SectorBattle, party: Belligerent) -> Iterator[tuple[Side, HostileAct]]:
    """Yield the sides that a party attacks, in its order, disguised or not (FH-ATTACK-008).

    Declared enemies count if the party named them as a group.
    (FH-ATTACK-002, FH-ATTACK-003, FH-ATTACK-006, FH-ENGAGE-004)
    """
    for naming in party.intent.named:
        for side in battle.sides:
            assert side.species is not None  # noqa: S101 - parties are species
            if naming.species is None:
                declared = side.species.id in party.intent.species.enemies
                if declared and side is not party.side:
                    yield side, naming.enmity
            elif side.number == naming.species:
                yield side, naming.enmity


def _allied(ally: Side, other: Side) -> bool:
    """Return whether one side has declared the other ALLY."""
    assert ally.species is not None  # noqa: S101 - parties are species
    assert other.species is not None  # noqa: S101
    return other.species.id in ally.species.allies


def _note_attack(attacker: Side, victim: Side, relations: Relations, rules: BattleRules) -> None:
    """Record a betrayal, or alert a victim that cannot be surprised."""
    if attacker.disguised or not _allied(victim, attacker):
        if not rules.only_allies_surprise:
            victim.ready = True
    elif (victim, attacker) not in relations.betrayals:
        relations.betrayals.append((victim, attacker))
    if not attacker.disguised and (victim, attacker) not in relations.attacks:
        relations.attacks.append((victim, attacker))


def _draw_in_allies(battle: SectorBattle) -> None:
    """Draw in each species that has declared a victim ALLY, on its side (FH-ATTACK-005)."""
    friends = _allies_by_side(battle)
    for attacker in battle.sides:
        for victim in battle.sides:
            if victim.index not in attacker.enemies:
                continue
            for third in friends[victim.index]:
                if third is not attacker:
                    attacker.enemies.setdefault(third.index, HostileAct.ATTACK)
                    third.enemies.setdefault(attacker.index, HostileAct.ATTACK)


def _allies_by_side(battle: SectorBattle) -> list[list[Side]]:
    """Return for each side the others that have declared it ALLY."""
    places: dict[str, list[int]] = {}
    for side in battle.sides:
        if side.species is not None:
            places.setdefault(side.species.id, []).append(side.index)
    friends: list[list[Side]] = [[] for _ in battle.sides]
    for side in battle.sides:
        assert side.species is not None  # noqa: S101 - parties are species
        for ally in dict.fromkeys(side.species.allies):
            for index in places.get(ally, ()):
                if index != side.index:
                    friends[index].append(side)
    return friends


def _set_surprise(scene: Scene) -> None:
    """Surprise sides that are attacked by allies only and gave no BATTLE (FH-SURPRISE-001).

    (FH-SURPRISE-003)
    """
    for party in scene.parties:
        side = party.side
        attackers = [attacker for attacker in scene.battle.sides if side.index in attacker.enemies]
        if scene.rules.only_allies_surprise:
            side.surprised = (
                not party.intent.battle_ordered
                and bool(attackers)
                and all(_allied(side, other) and not other.disguised for other in attackers)
            )
        else:
            side.surprised = not side.ready and bool(attackers)
