"""The combat and strike phases: first all orders, then battle after battle."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from variants.far_horizons.battle.intents import PlannedBattles
from variants.far_horizons.model import Species
from variants.far_horizons.rules.battle_orders import BattleSection
from variants.far_horizons.rules.contact import locations
from variants.far_horizons.rules.dispatch import carry_out, section
from variants.far_horizons.step_context import StepContext

if TYPE_CHECKING:
    from variants.far_horizons.battle.fight import GameCombat


def combat(context: StepContext) -> None:
    """Run the combat phase, the first of a turn (FH-STRIKE-001)."""
    _run(context, "COMBAT", strike=False)


def strikes(context: StepContext) -> None:
    """Run the strike phase, the last of a turn (FH-STRIKE-001)."""
    _run(context, "STRIKES", strike=True)


def _run(context: StepContext, name: str, *, strike: bool) -> None:
    """Read a section of all species, and fight its battles."""
    combat = cast("GameCombat", context.combat)
    planned = PlannedBattles(present=locations(context.game.empires))
    if not strike and combat.rules.combat_ends_sieges:
        _lift_sieges(context)
    for species in context.game.empires:
        section_read = section(context, species, name)
        if section_read is not None:
            orders = BattleSection(planned, strike)
            context.shared = orders
            carry_out(context, species, section_read)
            _warn(context, species, planned, orders)
    if planned.battles:
        _fight(context, combat, planned)


def _fight(context: StepContext, combat: GameCombat, planned: PlannedBattles) -> None:
    """Fight battle after battle; the modules for it are imported only in turns with battles."""
    from variants.far_horizons.battle.aftermath import Betrayals
    from variants.far_horizons.battle.conduct import conduct

    betrayals = Betrayals(combat.rules)
    for sector in planned.battles:
        conduct(context, combat, planned, sector, betrayals)
    betrayals.declare(context)


def _lift_sieges(context: StepContext) -> None:
    """End all sieges when the combat phase begins (FH-SIEGE-027)."""
    for species in context.game.empires:
        for colony in species.living_colonies():
            colony.siege = 0


def _warn(
    context: StepContext, species: Species, planned: PlannedBattles, orders: BattleSection
) -> None:
    """Warn players of offensive options without a target (FH-ENGAGE-014)."""
    for sector, order in orders.offensive.items():
        if not planned.battles[sector][species.number].named:
            context.note(
                species,
                order,
                "attacks-nobody",
                "this attacks nobody, because no ATTACK or HIJACK names an enemy",
                hint="add ATTACK SP name, or ATTACK 0 for all declared enemies",
            )
