"""Forecasts, which run all or part of a turn with one empire's orders on what it knows."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, cast

from attrs import define, evolve, field, frozen

from horizons_core.codec import plain
from horizons_core.model.entities import Empire, Game, Seat
from horizons_core.model.events import Event
from horizons_core.model.views import Role, View
from horizons_core.orders.commands import Check, Order
from horizons_core.orders.diagnostics import Diagnostic, Refusal
from horizons_core.report.document import Report, report_data
from horizons_core.turn.context import TurnContext, VariantRules
from horizons_core.turn.phases import context_for, run_phases


@frozen(slots=False)
class Foresight:
    """A turn as one empire can foresee it; its view and report are made on request.

    Attributes:
        reader: the id of the empire, or of a person without an empire.
        diagnostics: the remarks on the orders.
        context: the context of the phases, with the game after the turn.
    """

    reader: str
    diagnostics: list[Diagnostic]
    context: TurnContext = field(repr=False)

    @cached_property
    def view(self) -> View:
        """The reader's view after the turn; its `forecast` lists what happens during it."""
        context, reader = self.context, self.reader
        view = context.variant.view_of(context.game, reader)
        foreseen = {
            "events": [event.to_dict(reader) for event in self.events],
            "ledger": [plain(entry) for entry in context.ledger.of(reader)],
            "diagnostics": [remark.to_dict() for remark in context.diagnostics[reader]],
        }
        return evolve(view, data={**view.data, "forecast": foreseen})

    @cached_property
    def events(self) -> list[Event]:
        """The events in the forecast that are visible to its reader."""
        context, reader = self.context, self.reader
        role = _role(context.variant, context.game, reader)
        sees_all = role is not None and role.sees_all
        return [event for event in context.events if sees_all or event.visible_to(reader)]

    @cached_property
    def report(self) -> Report:
        """The forecast in the form of a report."""
        variant = self.context.variant
        return Report(
            self.report_data(variant.map(self.view)), variant.report_form_for(self.view.role)
        )

    def report_data(self, chart: Mapping[str, Any]) -> dict[str, Any]:
        """Return the document of that report, with this map in it."""
        context, reader = self.context, self.reader
        return report_data(
            self.view,
            context.game,
            f"Forecast of {context.variant.title}",
            self.events,
            context.ledger.of(reader),
            self.diagnostics,
            context.orders[reader],
            chart,
        )


def _role(variant: VariantRules, game: Game, reader: str) -> Role | None:
    participant = game.participant(reader)
    return variant.role(participant.role) if isinstance(participant, Seat) else None


def _foreseen_key(_known_to: str) -> str:
    """Return the key of all dice in forecasts, which are not the game's dice."""
    return "forecast"


def foresee(
    variant: VariantRules, game: Game, empire: str, text: str, max_steps: int | None = None
) -> Foresight:
    """Run the foreseeable phases on what the empire knows, with its own orders only.

    The empire's knowledge is the only input from the game, and the dice are not the game's, so a
    forecast reveals neither hidden information nor the future. For people without an empire, phases
    run on the whole game if their role sees everything, and not at all otherwise. `max_steps`
    limits the work (`Steps`), equally on every machine. Raises UnknownNameError for an unknown
    reader, TooManyStepsError beyond the limit.
    """
    name = game.participant(empire).id
    role = _role(variant, game, name)
    known = variant.known(game, name)
    if role is None:
        variant.view_model.hypothesize(known, name)
    phases = [phase for phase in variant.phases if phase.foreseeable]
    context = context_for(variant, known, _foreseen_key, {name: text}, max_steps)
    context.forecast = True
    if known.outcome is None:
        run_phases(context, phases if role is None or role.sees_all else (), None)
        known.turn = context.turn
    else:
        remark = Diagnostic("error", "game-over", "the game has ended and accepts no more orders")
        context.diagnostics[name].append(remark)
    return Foresight(name, list(context.diagnostics[name]), context)


class _Done(BaseException):
    """Raised when the orders of a forecast have been carried out."""


@define
class _OrdersOnly(TurnContext[Any]):
    """The context of a turn that ends after the last order of a phase."""

    last: str = ""
    attempted: int = 0

    def attempt(
        self, empire: Empire | Seat, order: Order, first: Check | None = None
    ) -> Refusal | None:
        refusal = super().attempt(empire, order, first)
        if order.phase == self.last:
            self.attempted += 1
            if self.attempted == len(self.runnable(empire.id)):
                raise _Done
        return refusal

    def runnable(self, empire: str) -> list[Order]:
        """Return an empire's orders of the phase."""
        return [o for o in self.orders[empire] if o.phase == self.last and o.command.run]


def view_after_orders(
    variant: VariantRules,
    game: Game,
    empire: str,
    text: str,
    phase: str,
    max_steps: int | None = None,
) -> View | None:
    """Return what the empire knows once its orders of a sequential phase are carried out.

    None if the text has no such orders, if the phase is not sequential or does not carry them out,
    and for people without an empire. Like a forecast, it is made only from the empire's knowledge.
    Raises TooManyStepsError, and PhaseError for a fault of the rules.
    """
    phases = [p for p in variant.phases if p.foreseeable]
    sequential = [p.name for p in phases if p.sequential]
    if phase not in sequential or isinstance(game.participant(empire), Seat) or game.outcome:
        return None
    known = variant.known(game, empire)
    variant.view_model.hypothesize(known, empire)
    context = cast(
        _OrdersOnly,
        context_for(variant, known, _foreseen_key, {empire: text}, max_steps, _OrdersOnly),
    )
    context.forecast, context.last = True, phase
    if not context.runnable(empire):
        return None
    try:
        run_phases(context, phases, None)
    except _Done:
        return variant.view_of(known, empire)
    return None
