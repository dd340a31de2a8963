"""The turn that an empire can foresee: its own orders on what it knows, nobody else moving."""

from __future__ import annotations

from functools import cached_property

from attrs import evolve, field, frozen

from horizons_core.codec import plain
from horizons_core.model.entities import Game
from horizons_core.model.views import View
from horizons_core.orders.diagnostics import Diagnostic
from horizons_core.report.document import Report, report_data
from horizons_core.turn.context import TurnContext, VariantRules
from horizons_core.turn.phase_runner import context_for, run_phases


@frozen(slots=False)
class Foresight:
    """A turn as one empire can foresee it.

    Attributes:
        view: what the empire would know after it.
        diagnostics: the remarks on the orders.
        context: what the phases worked with.
    """

    view: View
    diagnostics: list[Diagnostic]
    context: TurnContext = field(repr=False)

    @cached_property
    def report(self) -> Report:
        """The foreseen turn in the form of a report."""
        context, empire = self.context, self.view.empire or ""
        data = report_data(
            self.view,
            context.game,
            f"Forecast of {context.variant.title}",
            [event for event in context.events if event.visible_to(empire)],
            context.ledger.of(empire),
            self.diagnostics,
            context.orders[empire],
            context.variant.map(self.view),
        )
        return Report(data, context.variant.report_form)


def foresee(variant: VariantRules, game: Game, empire: str, text: str) -> Foresight:
    """Run the foreseeable phases on what the empire knows, with its own orders alone.

    Nothing of the game reaches this but through the empire's knowledge, and the dice are not the
    game's, so neither secrets nor the future can show. Raises UnknownNameError for a name that is
    no empire's.
    """
    name = game.empire(empire).id
    known = variant.known(game, name)
    variant.view_model.imagine(known, name)
    context = context_for(variant, known, "forecast", {name: text})
    context.forecast = True
    if known.outcome is None:
        run_phases(context, [phase for phase in variant.phases if phase.foreseeable], None)
        known.turn = context.turn
    else:
        over = Diagnostic("error", "game-over", "the game has ended: no orders are taken any more")
        context.diagnostics[name].append(over)
    view = variant.view_of(known, name)
    remarks = context.diagnostics[name]
    foreseen = {
        "events": [event.told() for event in context.events if event.visible_to(name)],
        "ledger": [plain(entry) for entry in context.ledger.of(name)],
        "diagnostics": [diagnostic.told() for diagnostic in remarks],
    }
    return Foresight(evolve(view, data={**view.data, "forecast": foreseen}), remarks, context)
