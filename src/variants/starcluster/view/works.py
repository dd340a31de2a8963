"""An empire's race and money, and works under way besides research and building."""

from __future__ import annotations

from horizons_core.amounts import in_units
from horizons_core.sums import int_sum
from variants.starcluster.constants import TREASURY
from variants.starcluster.economy import StarclusterEconomy
from variants.starcluster.model import Empire, Expedition, Installation, Starcluster
from variants.starcluster.rules.income import gross_income, upkeep
from variants.starcluster.view.figures import figure
from variants.starcluster.view.shapes import OwnRace, Treasury
from variants.starcluster.view.work_shapes import OwnExpedition, OwnInstallation


def race_of(empire: Empire, turn: int) -> OwnRace:
    """The race's statistics, traits and modifiers after a turn (SC-RACE-001)."""
    race = empire.race
    return OwnRace(
        name=empire.name,
        determination=race.determination,
        chauvinism=race.chauvinism,
        militancy=race.militancy,
        traits=list(race.traits),
        fixed=turn > empire.joined,
        points=race.points,
        spent=race.spent,
        short_range=race.short_range,
        long_range=race.long_range,
        wealth=race.wealth,
        wealth_of_systems=race.wealth_of_systems,
        growth=race.growth,
        habitability=race.habitability,
        research=figure(race.research),
        combat=figure(race.combat),
        ship_price=figure(race.ship_price),
        military_price=figure(race.military_price),
    )


def treasury_of(known: Starcluster, empire: Empire, economy: StarclusterEconomy) -> Treasury:
    """The treasury and the outlook for a turn (SC-ECO-002, SC-ECO-003, SC-ECO-004)."""
    money = empire.stock.get(TREASURY, 0)
    gross = gross_income(known, empire, economy)
    bills = [(purpose, cost) for purpose, cost, _ in upkeep(known, empire, economy) if cost]
    return Treasury(
        treasury=in_units(money),
        deficit=in_units(empire.deficit),
        deposit=in_units(empire.deposit),
        may_deposit=in_units(economy.most_deposit(money, empire.deposit)),
        invests=empire.invests,
        gross=in_units(gross),
        upkeep=[{"what": purpose, "MC": in_units(cost)} for purpose, cost in bills],
        net=in_units(gross - int_sum(cost for _, cost in bills)),
        dividend=known.dividend,
        desperate=empire.desperate,
        liquidate=list(empire.liquidate),
        penalty=empire.penalty,
    )


def expeditions_of(empire: Empire) -> list[OwnExpedition]:
    """Expeditions, then transfers of population."""
    return [_expedition(journey) for journey in (*empire.expeditions, *empire.transfers)]


def _expedition(journey: Expedition) -> OwnExpedition:
    return OwnExpedition(
        kind="TRANSFER" if journey.work is None else "EXPEDITION",
        origin=journey.origin,
        target=journey.target,
        pu=journey.pu,
        travel=journey.travel,
        work=journey.work,
        since=journey.since,
    )


def installing_of(empire: Empire) -> list[OwnInstallation]:
    """Installations that were paid for and work from the next turn on (SC-INS-002)."""
    return [_installation(installation) for installation in empire.installing]


def _installation(installation: Installation) -> OwnInstallation:
    return OwnInstallation(
        kind=installation.kind,
        system=installation.system,
        level=installation.level,
        tree=installation.tree,
        planet=installation.planet,
        number=installation.number,
    )
