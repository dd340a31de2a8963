"""Running a turn: orders and a game in; a new game, events and reports out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from attrs import evolve, field, frozen

from horizons_core import secrets
from horizons_core.codec import copy_of, digest, digest_of, plain
from horizons_core.collecting import collector_paused
from horizons_core.economy import Entry, Ledger
from horizons_core.entities import Game
from horizons_core.errors import GameOverError
from horizons_core.events import Event, visible_to_each
from horizons_core.orders import Diagnostic, Order, more_remarks
from horizons_core.phases import Phase, TurnContext, chosen
from horizons_core.plugins import Variant, variant_of
from horizons_core.reports import Report, report_data
from horizons_core.views import Shared, View

#: Called after each phase with the phase and the working copy of the game.
Watch = Callable[[Phase, Any], None]


@frozen(slots=False)
class Turn:
    """A turn that was run: the game after it, and everything that was said of it."""

    game: Any
    events: tuple[Event, ...]
    diagnostics: Mapping[str, Sequence[Diagnostic]]
    ledger: Ledger
    variant: Variant = field(repr=False)
    #: empires that get no report of this turn
    unreported: frozenset[str] = frozenset()
    #: the orders that were read, by empire
    orders: Mapping[str, Sequence[Order]] = field(factory=dict, repr=False)

    @cached_property
    @collector_paused()
    def digest(self) -> str:
        """The digest of the game after the turn."""
        return digest(self.game)

    @cached_property
    @collector_paused()
    def events_digest(self) -> str:
        """The digest of the events, in their order."""
        return digest_of(plain(list(self.events)))

    @cached_property
    def _shared(self) -> Shared:
        return {}

    @cached_property
    def _told(self) -> dict[str, list[Event]]:
        return visible_to_each(self.events, [empire.id for empire in self.game.empires])

    @cached_property
    def _booked(self) -> dict[str, list[Entry]]:
        lines: dict[str, list[Entry]] = {}
        for entry in self.ledger.entries:
            lines.setdefault(entry.empire, []).append(entry)
        return lines

    @collector_paused()
    def report(self, empire: str) -> Report:
        """This empire's report; raises UnknownNameError."""
        name = self.game.empire(empire).id
        known = self.variant.known(self.game, name, self._shared)
        view = self.variant.view_of(known, name)
        data = report_data(
            view,
            known,
            self.variant.info.title,
            self._told[name],
            self._booked.get(name, ()),
            self.diagnostics.get(name, ()),
            self.orders.get(name, ()),
            self.variant.map(view),
        )
        self.variant.hook.horizons_report_ready(report=data)
        return Report(data, self.variant.report_form)

    @collector_paused()
    def reports(self) -> dict[str, Report]:
        """The reports of all empires that get one, by their ids."""
        ids = (empire.id for empire in self.game.empires)
        return {name: self.report(name) for name in ids if name not in self.unreported}


def opening(game: Game) -> Turn:
    """Turn 0 as a turn without events: every empire gets a report before its first orders."""
    return Turn(game, (), {e.id: () for e in game.empires}, Ledger(), variant_of(game))


@collector_paused()
def run_turn(
    game: Game,
    orders: Mapping[str, str],
    *,
    only: Sequence[str] | None = None,
    watch: Watch | None = None,
) -> Turn:
    """Run the next turn for all empires at once; the game given is not changed.

    `orders` maps empires' names to order texts; who is missing gives no orders. `only` names the
    phases to run instead of all. The same game and orders give the same turn, byte for byte.

    Raises GameOverError after the game's end and UnknownNameError for a name that is no empire's or
    phase's. A bad order raises nothing: it becomes a diagnostic.
    """
    if game.outcome is not None:
        raise GameOverError(
            f"the game ended in turn {game.outcome.turn}: {game.outcome.reason}",
            "start a new game",
        )
    variant = variant_of(game)
    texts = {game.empire(name).id: text for name, text in orders.items()}
    key = secrets.turn_key(game.secret, game.turn + 1)
    context = _context(variant, copy_of(game), key, texts)
    _run(context, chosen(variant.phases, only), watch)
    after = context.game
    after.turn, after.turn_key = context.turn, key
    after.commitment = secrets.commitment(secrets.turn_key(game.secret, context.turn + 1))
    return Turn(
        after,
        tuple(context.events),
        context.diagnostics,
        context.ledger,
        variant,
        frozenset(context.unreported),
        context.orders,
    )


@frozen(slots=False)
class Foresight:
    """A turn as one empire can foresee it: the view after it, and the remarks on the orders."""

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
            f"Forecast of {context.variant.info.title}",
            [event for event in context.events if event.visible_to(empire)],
            context.ledger.of(empire),
            self.diagnostics,
            context.orders[empire],
            context.variant.map(self.view),
        )
        return Report(data, context.variant.report_form)


def foresee(variant: Variant, game: Game, empire: str, text: str) -> Foresight:
    """Run the foreseeable phases on what the empire knows, with its own orders alone.

    Nothing of the game reaches this but through the empire's knowledge, and the dice are not the
    game's, so neither secrets nor the future can show.
    """
    name = game.empire(empire).id
    known = variant.known(game, name)
    variant.view_model.imagine(known, name)
    context = _context(variant, known, "forecast", {name: text})
    context.forecast = True
    if known.outcome is None:
        _run(context, [phase for phase in variant.phases if phase.foreseeable], None)
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


def _context(variant: Variant, game: Game, key: str, texts: Mapping[str, str]) -> TurnContext:
    orders: dict[str, list[Order]] = {}
    diagnostics: dict[str, list[Diagnostic]] = {}
    left_out: dict[str, int] = {}
    heard: set[str] = set()
    for empire in game.empires:
        names = (empire.id, empire.name)
        read = variant.language.read(texts.get(empire.id, ""), game=game.name, empire=names)
        orders[empire.id], diagnostics[empire.id] = read.orders, read.diagnostics
        left_out[empire.id] = read.left_out
        if empire.id in texts and not read.void:
            heard.add(empire.id)
    return TurnContext(
        variant,
        game,
        game.turn + 1,
        key,
        orders,
        diagnostics=diagnostics,
        left_out=left_out,
        heard=frozenset(heard),
    )


def _run(context: TurnContext, phases: Iterable[Phase], watch: Watch | None) -> None:
    hook = context.variant.hook
    hook.horizons_turn_started(context=context)
    for phase in phases:
        context.phase = phase
        phase.run(context)
        hook.horizons_phase_ended(context=context)
        if watch is not None:
            watch(phase, context.game)
    context.phase = None
    hook.horizons_turn_ended(context=context)
    for empire, remarks in context.diagnostics.items():
        remarks.sort(key=lambda remark: (remark.line, remark.column))
        if context.left_out.get(empire):
            remarks.append(more_remarks(context.left_out[empire]))
