"""An empire's race and money, and what is under way besides research and building."""

from __future__ import annotations

from horizons_core.amounts import in_units
from horizons_core.sums import int_sum
from variants.starcluster.constants import TREASURY
from variants.starcluster.economy import Imperium
from variants.starcluster.model import Empire, Expedition, Installation, Starcluster
from variants.starcluster.rules.income import gross_income, upkeep
from variants.starcluster.view.figures import figure
from variants.starcluster.view.shapes import OwnRace, Treasury
from variants.starcluster.view.work_shapes import OwnExpedition, OwnInstallation


def race_of(empire: Empire, turn: int) -> OwnRace:
    """What the race is like after a turn (SC-RACE-001)."""
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


def treasury_of(known: Starcluster, empire: Empire, economy: Imperium) -> Treasury:
    """The money, and what a turn brings as things stand (SC-ECO-002, SC-ECO-003, SC-ECO-004)."""
    money = empire.stock.get(TREASURY, 0)
    gross = gross_income(known, empire, economy)
    bills = [(what, cost) for what, cost, _ in upkeep(known, empire, economy) if cost]
    return Treasury(
        treasury=in_units(money),
        deficit=in_units(empire.deficit),
        deposit=in_units(empire.deposit),
        may_deposit=in_units(economy.most_deposit(money, empire.deposit)),
        invests=empire.invests,
        gross=in_units(gross),
        upkeep=[{"what": what, "MC": in_units(cost)} for what, cost in bills],
        net=in_units(gross - int_sum(cost for _, cost in bills)),
        dividend=known.dividend,
        desperate=empire.desperate,
        liquidate=list(empire.liquidate),
        penalty=empire.penalty,
    )


def expeditions_of(empire: Empire) -> list[OwnExpedition]:
    """Expeditions, then transfers of population."""
    return [_expedition(one) for one in (*empire.expeditions, *empire.transfers)]


def _expedition(one: Expedition) -> OwnExpedition:
    return OwnExpedition(
        kind="TRANSFER" if one.work is None else "EXPEDITION",
        origin=one.origin,
        target=one.target,
        pu=one.pu,
        travel=one.travel,
        work=one.work,
        since=one.since,
    )


def installing_of(empire: Empire) -> list[OwnInstallation]:
    """What was paid for and works from the next turn on (SC-INS-002)."""
    return [_installation(one) for one in empire.installing]


def _installation(one: Installation) -> OwnInstallation:
    return OwnInstallation(
        kind=one.kind,
        system=one.system,
        level=one.level,
        tree=one.tree,
        planet=one.planet,
        number=one.number,
    )
