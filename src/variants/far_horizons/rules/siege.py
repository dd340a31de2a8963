"""Sieges of planets: effectiveness, losses, and discoveries.

Clauses: FH-SIEGE-020, FH-SIEGE-022.
"""

from __future__ import annotations

from fractions import Fraction

from attrs import define, field

from horizons_core.model import EventKind
from horizons_core.sums import int_sum, ordered_sum
from variants.far_horizons.constants import FULL_BASE
from variants.far_horizons.dice import Dice
from variants.far_horizons.economy.risks import SpoilsClaimant
from variants.far_horizons.formulas import percent, truncated
from variants.far_horizons.model import Colony, Ship, ShipLocation, Species, Status, Transaction
from variants.far_horizons.model.transactions import Discovery, TransactionKind, transaction
from variants.far_horizons.rules.inhabitants import add
from variants.far_horizons.rules.production_state import OpenPlanet, SpeciesProduction
from variants.far_horizons.step_context import StepContext
from variants.far_horizons.wording import ship_name


def report_to_besiegers(
    context: StepContext,
    species: Species,
    colony: Colony,
    act: Discovery,
    ship: str = "",
    *,
    quantity: int = 0,
    item: int = 0,
) -> None:
    """Report an act of a colony's owner to all besiegers later in the turn.

    `ship` is the ship or, for a transfer of items, the other planet.
    """
    owners = _owners(context, species, colony)
    for besieger in context.economy.told_besiegers(owners):
        context.deal(
            transaction(
                TransactionKind.SIEGE_DISCOVERY,
                besieger=besieger,
                act=int(act),
                planet=colony.name,
                ship=ship,
                besieged_name=species.name,
                quantity=quantity,
                item=item,
            )
        )


def _owners(context: StepContext, species: Species, colony: Colony) -> list[int]:
    """Return the numbers of the species with besieging ships, ship by ship."""
    x, y, z = colony.place.sector
    return [
        deal.facts["besieger"]
        for deal in context.game.transactions
        if deal.kind == TransactionKind.BESIEGED
        and deal.facts["besieged"] == species.number
        and (deal.facts["x"], deal.facts["y"], deal.facts["z"]) == (x, y, z)
        and deal.facts["orbit"] == colony.place.orbit
    ]


BESIEGED = EventKind("siege", "PL {planet} is under siege by the following:", ("FH-SIEGE-029",))
BESIEGER = EventKind("siege-besieger", "{name} {ships}.")
EFFECTIVE = EventKind(
    "siege-effectiveness",
    "The siege is approximately {percent}% effective.",
    ("FH-SIEGE-002",),
)
LOST = EventKind(
    "siege-loss",
    "{amount} economic units were lost and 25% of the amount was transferred to SP {name}.",
    ("FH-SIEGE-010", "FH-SIEGE-012"),
)
HULL_FOUND = EventKind(
    "siege-hull-destroyed",
    "{ship} was detected under construction by the besiegers and was destroyed.",
    ("FH-SIEGE-015",),
)
ASSIMILATED = EventKind(
    "colony-assimilated",
    (
        "PL {planet} has become assimilated by the besieging species and is no longer under"
        " your control."
    ),
    ("FH-ASSIM-001",),
)


@define
class Besieger:
    """A species in a siege: its ships there, its strength, and its colony on the planet."""

    species: Species
    ships: list[Ship] = field(factory=list)
    weight: Fraction = Fraction(0)
    colony: Colony | None = None


def besiege(production: SpeciesProduction, income: int) -> None:
    """Apply the siege of the open planet, if any, to its income this turn.

    Besiegers that live on the planet effectively occupy it. Its orders are executed afterwards,
    while there is money for them.
    """
    current = production.open_planet
    current.colony.siege = 0
    besiegers = besiegers_of(production)
    share = _effectiveness(production, ordered_sum(besieger.weight for besieger in besiegers))
    if share < 1:
        return
    lived_in = any(b.colony is not None and lives_on(b.colony) for b in besiegers)
    current.colony.siege = -share if lived_in else share  # FH-OCC-001
    current.besiegers = tuple(besieger.species for besieger in besiegers)
    _notify(production, besiegers, share)
    # FH-SIEGE-026
    _deduct_loss(production, _share_out(production, besiegers, percent(share, income), share))
    if lived_in:
        _search(production)
    if share == production.economy.most_siege:
        _assimilate(production, besiegers)


def chance_of_detection(production: SpeciesProduction) -> int:
    """Return the chance in percent that work is noticed (FH-SIEGE-014, FH-SIEGE-015).

    A siege is stored as negative if besiegers live on the planet.
    """
    siege = production.open_planet.colony.siege
    return production.economy.detection_chance(abs(siege), resident=siege < 0)


def is_detected(production: SpeciesProduction) -> bool:
    """Return whether the besiegers notice this work; the die is rolled in any case."""
    return _die(production)(100) <= chance_of_detection(production)


def report_discovery(production: SpeciesProduction, act: Discovery, ship: str = "") -> None:
    """Report a discovery to each besieging species at the end of the turn (FH-SIEGE-014)."""
    for besieger in production.open_planet.besiegers:
        facts = {"planet": production.open_planet.colony.name, "ship": ship}
        facts["besieged_name"] = production.species.name
        production.context.deal(
            transaction(
                TransactionKind.SIEGE_DISCOVERY, besieger=besieger.number, act=int(act), **facts
            )
        )


def lives_on(colony: Colony) -> bool:
    """Return whether a besieger has people or defences on the planet (FH-SIEGE-015, FH-OCC-004)."""
    people = colony.population + colony.items.get("CU", 0) + colony.items.get("PD", 0)
    return bool(people or colony.base)


def _die(production: SpeciesProduction) -> Dice:
    return production.context.chance.dice(
        "detection", production.species.number, str(production.place)
    )


def besiegers_of(production: SpeciesProduction) -> list[Besieger]:
    """Return the species that besiege the open planet, with at least one ship each.

    Their defences on the planet add strength (FH-SIEGE-009, FH-PD-002, FH-SIEGE-008, FH-OCC-002).
    """
    current, step = production.open_planet, production.step
    deals = step.sieges.get((production.species.number, current.colony.place), ())
    by_number: dict[int, Besieger] = {}
    for deal in deals:
        _join(production, by_number, deal)
    for besieger in by_number.values():
        besieger.colony = _colony_on(besieger.species, current)
        defenders = besieger.colony.items.get("PD", 0) if besieger.colony else 0
        besieger.weight += _weight(production, besieger.species, Fraction(4 * defenders, 5))
    return list(by_number.values())


def _join(production: SpeciesProduction, by_number: dict[int, Besieger], deal: Transaction) -> None:
    """Add a besieging ship that is still there; a starbase counts a quarter (FH-SIEGE-002)."""
    number, name = deal.facts["besieger"], deal.facts["ship"]
    species = production.context.game.species(number)
    ships = species.living_ships()
    ship = next((ship for ship in ships if name in (ship.name, ship_name(ship))), None)
    # FH-SIEGE-007, FH-SIEGE-024
    if ship is None or ship.transport or ship.place.sector != production.place.sector:
        return
    besieger = by_number.setdefault(number, Besieger(species))
    besieger.ships.append(ship)
    tonnage = ship.tonnage if ship.starbase else 4 * ship.tonnage  # FH-SIEGE-006
    burden = production.step.siege_counts[number, name]  # FH-SIEGE-005
    besieger.weight += _weight(production, species, Fraction(tonnage), burden)


def _weight(
    production: SpeciesProduction, besieger: Species, tonnage: Fraction, burden: int = 1
) -> Fraction:
    """Return the weight of a ship or defenses in quarters of 10,000 tons (FH-SIEGE-002)."""
    rounds = production.economy.sieges_round_each_ship or not production.context.game.plays_by(
        "1.1.0"
    )
    if rounds:
        tonnage = Fraction(int(tonnage))
    weight = tonnage * besieger.level("ML") / ((production.species.level("ML") + 1) * burden)
    return Fraction(int(weight)) if rounds else weight


def _colony_on(species: Species, current: OpenPlanet) -> Colony | None:
    return next((c for c in species.living_colonies() if c.place == current.colony.place), None)


def _effectiveness(production: SpeciesProduction, weight: Fraction) -> int:
    """Return the effectiveness in percent (FH-SIEGE-002, FH-SIEGE-003, FH-SIEGE-004)."""
    species, colony = production.species, production.open_planet.colony
    mining = species.level("MI") * colony.mining_base
    worth = (mining + species.level("MA") * colony.manufacturing_base) // 10
    if weight <= 0 or colony.base == 0:
        return 0
    return production.economy.siege_effectiveness(weight, worth)


def _notify(production: SpeciesProduction, besiegers: list[Besieger], share: int) -> None:
    production.notify(BESIEGED, planet=production.open_planet.colony.name)
    for besieger in besiegers:
        ships = ", ".join(ship_name(ship) for ship in besieger.ships)
        production.notify(BESIEGER, name=besieger.species.name, ships=ships)
    production.notify(EFFECTIVE, percent=share)


def _share_out(
    production: SpeciesProduction, besiegers: list[Besieger], loss: int, share: int
) -> int:
    """Divide the loss by strength; a quarter of it goes to the besiegers.

    (FH-SIEGE-010, FH-SIEGE-011, FH-SIEGE-012)
    """
    total, lost = ordered_sum(besieger.weight for besieger in besiegers), 0
    x, y, z = production.place.sector
    for besieger in besiegers:
        part = int(besieger.weight * loss / total)
        if not part:
            continue
        lost += part
        production.notify(LOST, amount=part, name=besieger.species.name)
        names = {"donor_name": production.species.name, "recipient_name": besieger.species.name}
        production.context.deal(
            transaction(
                TransactionKind.SIEGE_GAIN,
                donor=production.species.number,
                recipient=besieger.species.number,
                amount=truncated(part, 4),
                percent=share,
                planet=production.open_planet.colony.name,
                x=x,
                y=y,
                z=z,
                **names,
            )
        )
    return lost


def _deduct_loss(production: SpeciesProduction, lost: int) -> None:
    """Take the loss from the balance, or from a special colony's income (FH-SIEGE-013)."""
    colony = production.open_planet.colony
    if colony.has(Status.MINING | Status.RESORT):
        if lost:
            production.context.credit(production.species, -lost, f"siege of PL {colony.name}")
    else:
        production.open_planet.balance -= lost


def _search(production: SpeciesProduction) -> None:
    """Search for unfinished ships by besiegers on the planet (FH-SIEGE-015)."""
    species = production.species
    for number, ship in enumerate(species.ships):
        if ship is None or ship.where != ShipLocation.BUILDING or ship.place != production.place:
            continue
        if is_detected(production):
            species.ships[number] = None
            name = ship_name(ship)
            production.notify(HULL_FOUND, ship=name)
            report_discovery(production, Discovery.SHIP_BUILDING, name)


# assimilation


def base_with_installing(colony: Colony) -> int:
    """Return a colony's base with the units being installed, for comparisons of colonies."""
    # FH-ASSIM-002
    base = colony.base + colony.mining_units.installing + colony.manufacturing_units.installing
    # FH-ASSIM-003
    return base if base <= FULL_BASE else FULL_BASE + (base - FULL_BASE) // 20


def _assimilate(production: SpeciesProduction, besiegers: list[Besieger]) -> None:
    """Assimilate a colony into those of besiegers on the planet, unless it is a home planet."""
    colony = production.open_planet.colony
    residents = [
        b for b in besiegers if b.colony is not None and base_with_installing(b.colony) > 0
    ]
    total = int_sum(
        base_with_installing(resident.colony) for resident in residents if resident.colony
    )
    if colony.home:  # FH-ASSIM-004
        return
    if not residents or truncated(base_with_installing(colony), total) >= 5:  # FH-ASSIM-001
        return
    production.notify(ASSIMILATED, planet=colony.name)
    mining = colony.mining_base + colony.mining_units.installing
    manufacturing = colony.manufacturing_base + colony.manufacturing_units.installing
    _hand_over(production, residents, total, mining, manufacturing)
    _clear(production)


def _hand_over(
    production: SpeciesProduction,
    residents: list[Besieger],
    total: int,
    mining: int,
    manufacturing: int,
) -> None:
    """Transfer half of the bases, in shares of the besiegers (FH-ASSIM-005, FH-ASSIM-006)."""
    residents = sorted(residents, key=lambda resident: resident.species.number)
    bases = [base_with_installing(r.colony) if r.colony else 0 for r in residents]
    sharers = [SpoilsClaimant(r.weight, base) for r, base in zip(residents, bases, strict=True)]
    shares = production.economy.assimilated_shares(sharers, mining, manufacturing)
    for resident, base, (mines, factories) in zip(residents, bases, shares, strict=True):
        yards = production.open_planet.colony.shipyards * base // total
        _give(production, resident, mines // 2, factories // 2, yards)
    if production.economy.inventories_are_inherited:
        heir = max(residents, key=lambda resident: (resident.weight, -resident.species.number))
        if heir.colony is not None:
            production.step.spoils.append((heir.colony, dict(production.open_planet.colony.items)))
            if production.open_planet.colony.items.get("TP", 0):
                production.note_plants(heir.species, production.species.recycling_biology)


def _give(
    production: SpeciesProduction, gainer: Besieger, mining: int, manufacturing: int, shipyards: int
) -> None:
    place = production.place
    x, y, z = place.sector
    production.context.deal(
        transaction(
            TransactionKind.ASSIMILATION,
            gainer=gainer.species.number,
            mining_base=mining,
            manufacturing_base=manufacturing,
            shipyards=shipyards,
            loser_name=production.species.name,
            planet=production.open_planet.colony.name,
            x=x,
            y=y,
            z=z,
            orbit=place.orbit,
        )
    )


def _clear(production: SpeciesProduction) -> None:
    """Reduce an assimilated colony to its name; nothing can be sent there (FH-ASSIM-005)."""
    current, colony = production.open_planet, production.open_planet.colony
    production.assimilated.add(production.place)
    colony.status = int(Status.COLONY)
    colony.mining_base = colony.manufacturing_base = colony.population = colony.shipyards = 0
    colony.lose_units(plans=production.economy.plans_outlast_colonies)
    colony.items.clear()
    colony.siege = colony.hiding = colony.hidden = colony.ambush = 0
    current.balance = current.limit = current.slots = 0


def share_spoils(spoils: list[tuple[Colony, dict[str, int]]]) -> None:
    """Transfer the inventories of assimilated colonies to their new owners (FH-ASSIM-005)."""
    for colony, items in spoils:
        for item, count in items.items():
            add(colony.items, item, count)
