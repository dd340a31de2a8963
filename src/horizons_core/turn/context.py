"""A phase of a turn, what it gets to work with, and what a turn asks of a variant."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, cast

from attrs import define, field, frozen

from horizons_core.combat import Battle, battle_key
from horizons_core.errors import PluginError, did_you_mean
from horizons_core.model.events import EVERYBODY, NOBODY, Dice, Event, EventKind, sentence
from horizons_core.model.knowledge import Observer, Shared
from horizons_core.model.ledger import Ledger
from horizons_core.model.roles import Role
from horizons_core.model.victory import Victory
from horizons_core.model.views import View, ViewModel
from horizons_core.orders.commands import Check, Command, Handler, Order
from horizons_core.orders.diagnostics import (
    MOST_REMARKS,
    Diagnostic,
    Refusal,
    Refused,
    Severity,
)
from horizons_core.orders.language import Language
from horizons_core.report.document import ReportForm
from horizons_core.rng import Stream
from horizons_core.turn.fought import FoughtBattle
from horizons_core.turn.steps import Steps

if TYPE_CHECKING:
    from horizons_core.orders.options import OrderOptions


@frozen
class Phase:
    """One step of a turn: `run` changes the context's game, for all empires alike.

    After it, orders of this phase that carry themselves out and that `run` has not asked for are
    carried out; without `run` that is all.

    Attributes:
        name: what commands, mods and the dice go by; it never changes.
        run: does the step's work.
        title: what it is called for people; its name where that is empty.
        foreseeable: whether it takes part in checks and forecasts, which know only what one empire
            knows.
    """

    name: str
    run: Callable[[TurnContext], None] | None = None
    title: str = ""
    foreseeable: bool = True


class VariantRules(Protocol):
    """What a turn asks of a variant with its mods; `horizons_core.Variant` is one.

    `combat` and `economy` are the variant's own classes, which its phases know.
    """

    @property
    def title(self) -> str:
        """What the game is called on reports."""

    @property
    def earlier_versions(self) -> Collection[str]:
        """The earlier versions by whose rules games are still played."""

    @property
    def commands(self) -> Sequence[Command]:
        """The orders that players may give."""

    def order_options(self, view: View) -> Mapping[str, OrderOptions]:
        """The orders that make sense with what is in a view, by keyword."""

    @property
    def messages(self) -> Mapping[str, str]:
        """Sentences of events that differ from those of their kinds, by reason code."""

    @property
    def victory(self) -> Victory:
        """What ends a game, and who has won it."""

    @property
    def language(self) -> Language:
        """What reads the orders."""

    @property
    def phases(self) -> Sequence[Phase]:
        """The steps of a turn, in their order."""

    @property
    def combat(self) -> Any:
        """The resolver that fights battles."""

    @property
    def economy(self) -> Any:
        """The accounts, and the formulas that phases ask for."""

    @property
    def view_model(self) -> ViewModel:
        """Who knows what."""

    @property
    def report_form(self) -> ReportForm:
        """How reports of empires are rendered."""

    def report_form_for(self, role: str) -> ReportForm:
        """How reports for this role are rendered ("" for empires)."""

    def role(self, name: str) -> Role:
        """The role of this name; raises UnknownNameError."""

    def observer(self, game: Any, empire: str) -> Observer:
        """How well the empire, or somebody without one, knows each entity of the game."""

    @property
    def hook(self) -> Any:
        """The caller of hooks, for the notices of a turn."""

    def known(self, game: Any, empire: str, shared: Shared | None = None) -> Any:
        """The part of the game that the empire, or somebody without one, may know."""

    def view(self, game: Any, empire: str | None) -> View:
        """What the empire, or somebody without one, knows; everything for None."""

    def view_of(self, known: Any, empire: str | None) -> View:
        """The view of what is known."""

    def map(self, view: View) -> dict[str, Any]:
        """The map document of a view."""


#: The key of dice by who may know them: `NOBODY`, `EVERYBODY`, or the id of an empire.
Keys = Callable[[str], str]


@define
class TurnContext:
    """The working copy of a game and everything that a phase may read or write.

    Attributes:
        variant: the rules: `variant.economy`, `variant.combat` and what else phases ask.
        game: the working copy, which phases change.
        turn: the number of the turn being run.
        keys: the turn's keys of chance, by who may know the dice; use `stream` for dice.
        orders: the readable orders, by the empire's id.
        phase: the phase that runs; None before the first and after the last.
        ledger: the lines booked so far; use `post`.
        events: what happened so far; use `emit`.
        diagnostics: remarks on orders, by the empire's id; use `reject`.
        forecast: whether this is a check or forecast, made of what one empire knows.
    """

    variant: VariantRules
    game: Any
    turn: int
    keys: Keys
    orders: Mapping[str, Sequence[Order]]
    phase: Phase | None = None
    ledger: Ledger = field(factory=Ledger)
    events: list[Event] = field(factory=list)
    diagnostics: dict[str, list[Diagnostic]] = field(factory=dict)
    #: by empire, how many remarks came after the first `MOST_REMARKS`
    left_out: dict[str, int] = field(factory=dict)
    forecast: bool = False
    #: what one phase leaves for a later one of the same turn; not part of the game
    notes: dict[str, Any] = field(factory=dict)
    #: the empires that sent orders, be it an empty set
    heard: frozenset[str] = frozenset()
    #: the empires that get no report of this turn
    unreported: set[str] = field(factory=set)
    #: the battles that were fought so far; use `fought`
    battles: list[FoughtBattle] = field(factory=list)

    #: how much work was done so far; only checks and forecasts have a limit
    steps: Steps = field(factory=Steps)

    #: who may know the dice of a stream, by the stream's key
    _known_to: dict[int, str] = field(factory=dict, init=False, repr=False)
    #: by phase and sender, the orders that carry themselves out and were not yet; None: not sorted
    _waiting: dict[str, dict[str, list[Order]]] | None = field(default=None, init=False, repr=False)

    @property
    def phase_name(self) -> str:
        """The name of the phase that runs; "" between phases."""
        return self.phase.name if self.phase else ""

    def orders_for(self, *keywords: str) -> Iterator[tuple[str, Order]]:
        """All orders of these commands, each with its sender's id.

        Empire by empire in the game's order, then the seats without one; each sender's as given.
        """
        for sender in self.game.participants:
            for order in self.orders.get(sender.id, ()):
                if order.keyword in keywords:
                    yield sender.id, order

    def carry_out(
        self, *keywords: str, but: Sequence[str] = (), first: Check | None = None
    ) -> None:
        """Carry out the orders of this phase that were not yet: empire by empire, as given.

        Those of seats without an empire come after all others. With `keywords` only those orders,
        and none of `but`. `first` is asked before anything else and may refuse. References are
        found, then the command's checks are asked, then it runs; an order that is refused has
        changed nothing.
        """
        waiting = self._waiting_orders().get(self.phase_name)
        if not waiting:
            return
        for empire in self.game.participants:
            chosen: list[Order] = []
            left: list[Order] = []
            for order in waiting.get(empire.id, ()):
                wanted = not keywords or order.keyword in keywords
                (chosen if wanted and order.keyword not in but else left).append(order)
            waiting[empire.id] = left
            for order in chosen:
                self.carry_out_one(empire, order, first)

    def carry_out_one(self, empire: Any, order: Order, first: Check | None = None) -> None:
        """Carry out one order; if it is refused, its sender is told (see `attempt`)."""
        refusal = self.attempt(empire, order, first)
        if refusal is not None:
            self.refuse(empire.id, order, refusal)

    def take_orders(self, empire: str) -> list[Order]:
        """One sender's orders of this phase that were not yet carried out; they now count as such.

        For phases that carry orders out in a sequence of their own, each by `carry_out_one`.
        """
        return self._waiting_orders().get(self.phase_name, {}).pop(empire, [])

    def _waiting_orders(self) -> dict[str, dict[str, list[Order]]]:
        """The orders of each phase that carry themselves out: all are looked at once a turn."""
        if self._waiting is None:
            self._waiting = {}
            for sender, orders in self.orders.items():
                for order in orders:
                    if order.command.run is not None:
                        phase = self._waiting.setdefault(order.phase, {})
                        phase.setdefault(sender, []).append(order)
        return self._waiting

    def attempt(self, empire: Any, order: Order, first: Check | None = None) -> Refusal | None:
        """Carry out one order; the answer says why it was refused, for the caller to pass on.

        `first` is asked before anything else. None also for an order whose reference could not be
        found by a finder that has refused it itself.
        """
        self.steps.take()
        try:
            refusal = first and self._error(empire, order, first)
            if refusal:
                return refusal
            command = order.command
            found: dict[str, Any] = {}
            for name, argument in command.arguments.items():
                if argument.find is not None and name in order.arguments:
                    thing = argument.find(self, empire, order, name)
                    if thing is None:
                        return None
                    found[name] = thing
            order = order.with_found(found)
            for check in command.checks.values():
                refusal = self._error(empire, order, check)
                if refusal:
                    return refusal
            cast(Handler, command.run)(self, empire, order)
        except Refused as refused:
            return refused.refusal
        return None

    def _error(self, empire: Any, order: Order, check: Check) -> Refusal | None:
        """Why a check refuses the order; a remark that is no error is only passed on."""
        refusal: Refusal | None = check(self, empire, order)
        if refusal is None or refusal.severity == "error":
            return refusal
        self.refuse(empire.id, order, refusal)
        return None

    def refuse(self, empire: str, order: Order, refusal: Refusal) -> None:
        """Tell a player what a check has found (see `reject`)."""
        self.reject(
            empire,
            order,
            refusal.code,
            refusal.message,
            refusal.hint,
            refusal.argument,
            refusal.severity,
        )

    def stream(self, *subject: str | int, known_to: str = NOBODY) -> Stream:
        """The dice of this phase on this subject: no other subject's dice depend on them.

        `known_to` says who may know them, whatever becomes of them: `NOBODY`, the id of an empire,
        or `EVERYBODY`. Whoever may know dice can throw them again after the turn, for every
        subject that they can think of, and hold them against all that they are told. So dice that
        depend on what is hidden, or decide it, are nobody's. Raises PluginError for the id of no
        empire.
        """
        self.steps.take()
        stream = Stream.from_key(self.keys(known_to), self.phase_name, *subject)
        self._known_to[stream.key] = known_to
        return stream

    def dice(self, stream: Stream, *subject: str | int, first: int = 0) -> Dice:
        """A record for an event of the words drawn so far from a stream of this phase.

        `subject` is what the stream was asked for with, `first` how many words had been drawn
        before. Only those who may know the dice are told of them.
        """
        known_to = self._known_to.get(stream.key, NOBODY)
        return Dice((self.phase_name, *subject), first, stream.drawn - first, stream.run, known_to)

    def fought(
        self,
        battle: Battle,
        stream: Stream,
        empires: Iterable[Iterable[str]],
        place: str | None = None,
    ) -> None:
        """Keep a battle that the resolver has fought with this stream, for `horizons_core.luck`.

        `battle` is as `simulate` takes it, and what was fought is its run 0. `empires` are the ids
        of the empires of each side, `place` is that of the battle's event.
        """
        sides = tuple(tuple(side) for side in empires)
        self.battles.append(FoughtBattle(self.phase_name, place, battle, battle_key(stream), sides))

    def emit(
        self,
        kind: EventKind,
        audience: Iterable[str],
        *,
        place: str | None = None,
        dice: Iterable[Dice] = (),
        rules: tuple[str, ...] = (),
        data: Mapping[str, Any] | None = None,
        **more: Any,
    ) -> Event:
        """Put down that something happened; its sentence is made from the data and the place.

        `audience` are ids of empires, or EVERYBODY. Raises PluginError if it is another text, which
        would be told to its letters, and if the sentence names what is not among the data.
        """
        if isinstance(audience, str) and audience != EVERYBODY:
            raise PluginError(
                f"event '{kind.code}': its audience is the text {audience!r}",
                f"put ids into a list: [{audience!r}]",
            )
        self.steps.take()
        data = {**data, **more} if data else more
        event = Event(
            turn=self.turn,
            phase=self.phase_name,
            code=kind.code,
            text=sentence(kind, self.variant.messages, {"place": place, **data}),
            audience=tuple(audience),
            data=data,
            rules=kind.rules + rules,
            dice=tuple(dice),
            place=place,
        )
        self.events.append(event)
        return event

    def reject(
        self,
        empire: str,
        order: Order,
        code: str,
        message: str,
        hint: str | Callable[[], str] = "",
        argument: str | None = None,
        severity: Severity = "error",
    ) -> None:
        """Tell a player why an order was not carried out (or, by severity, only how).

        `empire` is the id; `code`, `message`, `hint` and `severity` are those of a `Diagnostic`.
        With `argument`, the name of one, the remark points at it and not at the whole order.
        A hint that takes time to find may be a function: it is called only if the remark is kept.
        """
        self.steps.take()
        remarks = self.diagnostics.setdefault(empire, [])
        if len(remarks) >= MOST_REMARKS:
            self.left_out[empire] = self.left_out.get(empire, 0) + 1
            return
        words = hint if isinstance(hint, str) else hint()
        remarks.append(order.fault(code, f"{order.keyword}: {message}", words, argument, severity))

    def post(
        self, empire: Any, account: str, amount: int, reason: str, rules: tuple[str, ...] = ()
    ) -> None:
        """Book an amount in this phase's name (see `Ledger.post`).

        Raises PluginError for an account that the economy does not declare.
        """
        self.steps.take()
        accounts: Sequence[str] = self.variant.economy.accounts
        if account not in accounts:
            raise PluginError(
                f"the economy has no account '{account}'",
                f"{did_you_mean(account, accounts)}; accounts are declared in Economy.accounts",
            )
        self.ledger.post(self.phase_name, empire, account, amount, reason, rules)
