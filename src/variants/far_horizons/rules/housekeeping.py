"""The end of a turn: growth, losses, meetings, efficiency, fleet costs; the start of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, cast

from horizons_core.model import EventKind
from horizons_core.rng import Stream
from horizons_core.turn import VariantRules
from variants.far_horizons.economy import RULEBOOK_ECONOMY, Economy
from variants.far_horizons.formulas import whole_efficiency
from variants.far_horizons.model import Game, Planet, Species
from variants.far_horizons.rules import colonies, contact, disbanding, notices, ships, technology
from variants.far_horizons.rules.knowledge import record_knowledge
from variants.far_horizons.rules.notices import inboxes
from variants.far_horizons.setup import create_game
from variants.far_horizons.setup.forms import RULEBOOK_FORMS, FormRules
from variants.far_horizons.step_context import StepContext
from variants.far_horizons.view.model import FarHorizonsView

MAINTENANCE_PAID = EventKind(
    "maintenance-paid",
    "{amount} economic units were spent on fleet maintenance.",
    ("FH-FLEET-007",),
)


def set_efficiencies(game: Game, economy: Economy) -> None:
    """Set the economic efficiency of every planet for its colonies (FH-EE-001, FH-EE-002)."""
    bases: Counter[str] = Counter()
    for species in game.empires:
        for colony in species.living_colonies():
            if not colony.home:
                bases[str(colony.place)] += colony.base
    untouched = int(economy.economic_efficiency(0))
    for star in game.stars:
        for planet in star.planets:
            planet.efficiency, planet.crowded_base = untouched, 0
            if planet.id in bases:
                crowd(planet, bases[planet.id], economy, exact=game.plays_by("1.1.0"))


def crowd(planet: Planet, base: int, economy: Economy, *, exact: bool) -> None:
    """Set the efficiency for a total base. In games of version 1.0.0 it is a whole percent."""
    efficiency = economy.economic_efficiency(base)
    planet.efficiency = int(efficiency)
    if isinstance(efficiency, Fraction):
        if exact:
            planet.crowded_base = base
        else:
            planet.efficiency = whole_efficiency(base)


def total_production(context: StepContext, species: Species) -> int:
    """Return the total production, which the fleet takes a share of (FH-FLEET-004)."""
    total, home = 0, context.home(species)
    for colony in species.living_colonies():
        if colony.base:
            site = context.economy.site(species, colony, context.planet(colony), home)
            total += context.economy.earning_power(species, colony, site)
    return total


def charge(context: StepContext, species: Species) -> None:
    """Set the fleet's cost and its share of production; the treasury pays a part (FH-FLEET-007)."""
    economy, total = context.economy, total_production(context, species)
    cost = economy.fleet_cost(species.living_ships(), species.level("ML"))
    paid = economy.paid_by_treasury(cost, total, species.treasury)
    if paid:
        context.credit(species, -paid, "fleet maintenance")
        context.notify(species, MAINTENANCE_PAID, amount=paid)
    species.fleet_cost = cost
    species.fleet_percent = economy.fleet_percent(cost - paid, total)


def finish(context: StepContext) -> None:
    """End a turn for all species, one after the other; then do what depends on all of them.

    (FH-TURN-004)
    """
    game = context.game
    _wear_planets(game)
    highest: int | None = 0
    letterbox = inboxes(game.transactions, len(game.empires))
    for species in game.empires:
        inbox = letterbox[species.number]
        notices.report_mishaps(context, species, inbox)
        disbanding.salvage(context, species)
        notices.report_money(context, species, inbox)
        highest = technology.advance(context, species, highest)
        technology.receive_knowledge(context, species, inbox)
        colonies.process_colonies(context, species, inbox)
        ships.age(species)
        ships.rest(species)
        notices.report_other_acts(context, species, inbox)
        notices.deliver(context, species, inbox)
    set_efficiencies(game, context.economy)
    contact.meet(game.empires)
    for species in game.empires:
        charge(context, species)
    game.transactions.clear()
    game.letters.clear()


def _wear_planets(game: Game) -> None:
    """Add the mining difficulty that was deferred to the end of the turn."""
    for star in game.stars:
        for planet in star.planets:
            planet.mining_difficulty += planet.wear
            planet.wear = 0


def locate(game: Game, economy: Economy = RULEBOOK_ECONOMY) -> None:
    """Recompute economic efficiencies, as bases may have changed hands (FH-EE-001)."""
    set_efficiencies(game, economy)


def open_game(game: Game) -> None:
    """Finish the setup when all species are created: every planet is fully efficient."""
    for star in game.stars:
        for planet in star.planets:
            planet.efficiency = 100


def new_game(
    players: Sequence[str],
    options: Mapping[str, Any],
    stream: Stream,
    variant: VariantRules,
    form_rules: FormRules = RULEBOOK_FORMS,
) -> Game:
    """Create a game at turn 0, whose species know their own systems (FH-SETUP-010).

    Raises OptionError as `setup.create_game` does.
    """
    view = cast("FarHorizonsView", variant.view_model)
    game = create_game(players, options, stream, variant.economy, form_rules)
    open_game(game)
    record_knowledge(game, 0, view.disguise, variant.economy)
    return game
