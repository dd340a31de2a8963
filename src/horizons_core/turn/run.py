"""Runs a turn, from orders and a game to a new game, events and reports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Generic

from attrs import evolve, field, frozen

from horizons_core.codec import copy_of, digest, digest_of, plain, put_in_order
from horizons_core.error_places import place_of_function, short_place
from horizons_core.errors import GameOverError
from horizons_core.gc_pause import gc_paused
from horizons_core.localized_text import LocalizedText
from horizons_core.model.entities import G, G_co
from horizons_core.model.events import (
    EVERYONE,
    Event,
    EventKind,
    audience_prefix,
    visible_to_each,
)
from horizons_core.model.knowledge import Shared
from horizons_core.model.ledger import Entry, Ledger
from horizons_core.model.views import View
from horizons_core.orders.commands import Order
from horizons_core.orders.diagnostics import Diagnostic
from horizons_core.report.document import Report, report_data
from horizons_core.turn.context import TurnContext, VariantRules
from horizons_core.turn.phases import (
    Watch,
    check_winners,
    chosen,
    context_for,
    phase_errors,
    run_phases,
)
from horizons_core.turn.records import FoughtBattle
from horizons_core.turn.secrets import keys_of_next_turn, publish

#: The end of a game that no phase of the variant has announced.
GAME_ENDED = EventKind("game.ended", "The game is over: {reason}. Winners: {winners}.")


@frozen(slots=False)
class Turn(Generic[G_co]):
    """The result of a turn: the game after it, with its events, remarks and reports.

    Attributes:
        game: the game after the turn.
        events: the events, in order.
        diagnostics: the remarks on orders, by the empire's id.
        ledger: all changes of stocks.
        variant: the rules of the turn.
    """

    game: G_co
    events: tuple[Event, ...]
    diagnostics: Mapping[str, Sequence[Diagnostic]]
    ledger: Ledger
    variant: VariantRules = field(repr=False)
    #: empires that get no report of this turn
    unreported: frozenset[str] = frozenset()
    #: the parsed orders, by empire
    orders: Mapping[str, Sequence[Order]] = field(factory=dict, repr=False)
    #: the battles of the turn, for `horizons_core.luck`; they reveal the dice
    battles: tuple[FoughtBattle, ...] = field(default=(), repr=False)

    @cached_property
    @gc_paused()
    def digest(self) -> str:
        """The digest of the game after the turn."""
        return digest(self.game)

    @cached_property
    @gc_paused()
    def events_digest(self) -> str:
        """The digest of the events, in order."""
        return digest_of(plain(list(self.events)))

    @cached_property
    def _shared(self) -> Shared:
        return {}

    @cached_property
    def _visible(self) -> dict[str, list[Event]]:
        return visible_to_each(self.events, [p.id for p in self.game.participants])

    @cached_property
    def _entries_by_empire(self) -> dict[str, list[Entry]]:
        lines: dict[str, list[Entry]] = {}
        for entry in self.ledger.entries:
            lines.setdefault(entry.empire, []).append(entry)
        return lines

    @gc_paused()
    def report(self, empire: str) -> Report:
        """Return the report of an empire, or of a person without one; raises UnknownNameError."""
        name = self.game.participant(empire).id
        known = self.variant.known(self.game, name, self._shared)
        view = self.variant.view_of(known, name)
        data = report_data(
            view,
            known,
            self.variant.title,
            self._events_for(view),
            self._entries_by_empire.get(name, ()),
            self.diagnostics.get(name, ()),
            self.orders.get(name, ()),
            self.variant.map(view),
        )
        self.variant.hook.horizons_report_ready(report=data)
        return Report(data, self.variant.report_form_for(view.role))

    def _events_for(self, view: View) -> Sequence[Event]:
        if view.role and self.variant.role(view.role).sees_all:
            ids = [empire.id for empire in self.game.empires]
            return [
                evolve(event, text=audience_prefix(event.audience, ids) + event.text)
                for event in self.events
            ]
        return self._visible[view.empire or ""]

    @gc_paused()
    def reports(self) -> dict[str, Report]:
        """Return all reports of the turn, by id: of empires, then of seats."""
        ids = (participant.id for participant in self.game.participants)
        return {name: self.report(name) for name in ids if name not in self.unreported}


def _conclude(context: TurnContext) -> None:
    """End the game if it is over and no phase has ended it."""
    victory = context.variant.victory
    with phase_errors(context, "the end of the game"):
        outcome = victory.outcome(context.game, context.turn)
    if outcome is not None:
        place = place_of_function(type(victory).outcome)
        check_winners(context.game, outcome, f"the victory in {short_place(place)}")
        context.game.outcome = outcome
        winners = ", ".join(outcome.winners) or "nobody"
        context.emit(GAME_ENDED, [EVERYONE], winners=winners, reason=outcome.reason)


def opening(variant: VariantRules, game: G) -> Turn[G]:
    """Return the set-up as a turn without events (see `horizons_core.opening`)."""
    return Turn(game, (), {p.id: () for p in game.participants}, Ledger(), variant)


@gc_paused()
def run(
    variant: VariantRules,
    game: G,
    orders: Mapping[str, str],
    *,
    only: Sequence[str] | None = None,
    watch: Watch | None = None,
) -> Turn[G]:
    """Run the next turn with this variant (see `horizons_core.run_turn`)."""
    if game.outcome is not None:
        raise GameOverError(
            LocalizedText(
                "the game ended in turn {turn}: {why}",
                turn=game.outcome.turn,
                why=game.outcome.reason,
            ),
            "start a new game",
        )
    texts = {game.participant(name).id: text for name, text in orders.items()}
    context = context_for(variant, copy_of(game), keys_of_next_turn(game), texts)
    run_phases(context, chosen(variant.phases, only), watch)
    if only is None and context.game.outcome is None:
        _conclude(context)
    after = context.game
    after.turn = context.turn
    publish(after, game.secret)
    put_in_order(after)  # as after loading, so that reports do not depend on the order of changes
    return Turn(
        after,
        tuple(context.events),
        context.diagnostics,
        context.ledger,
        variant,
        frozenset(context.unreported),
        context.orders,
        tuple(context.battles),
    )
