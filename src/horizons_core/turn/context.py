"""Phases of a turn, their context, and the interface of a variant's rules."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Protocol, cast

from attrs import define, field, frozen

from horizons_core.combat import Battle, battle_key
from horizons_core.errors import PluginError, did_you_mean
from horizons_core.localized_text import LocalizedText
from horizons_core.model.entities import Empire, G, G_co, Game, Seat, Victory
from horizons_core.model.events import EVERYONE, NO_ONE, Dice, Event, EventKind, sentence
from horizons_core.model.knowledge import Observer, Shared
from horizons_core.model.ledger import Ledger
from horizons_core.model.views import Role, Thing, View, ViewModel
from horizons_core.orders.commands import Check, Command, Handler, Order
from horizons_core.orders.diagnostics import (
    MAX_REMARKS,
    Diagnostic,
    Refusal,
    Refused,
    Severity,
)
from horizons_core.orders.language import Language
from horizons_core.report.document import ReportForm
from horizons_core.rng import Stream
from horizons_core.turn.records import FoughtBattle, Steps

if TYPE_CHECKING:
    from horizons_core.orders.options import OrderOptions

#: Returns the key of dice by who may know them: `NO_ONE`, `EVERYONE`, or the id of an empire.
Keys = Callable[[str], str]


@frozen
class Phase:
    """One step of a turn: `run` changes the context's game, for all empires in the same way.

    After `run`, the remaining orders of this phase that have a handler are carried out; without
    `run`, nothing else happens.

    Attributes:
        name: the name for commands, mods and the dice; never changes.
        run: the function of this step.
        title: the title for people; "" for the name.
        foreseeable: whether it runs in checks and forecasts, made from what one empire knows.
        sequential: whether its orders take effect one after the other, before anything else of the
            turn: choices for an order then come from the position after the orders above it.
    """

    name: str
    run: Callable[[TurnContext[Any]], None] | None = None
    title: str = ""
    foreseeable: bool = True
    sequential: bool = False


class VariantRules(Protocol):
    """The part of a variant with its mods that turns use; `horizons_core.Variant` implements it.

    `combat` and `economy` are the variant's own classes, known to its phases.
    """

    @property
    def title(self) -> str:
        """The title of the game on reports."""

    @property
    def earlier_versions(self) -> Collection[str]:
        """The earlier versions whose rules are still supported."""

    @property
    def commands(self) -> Sequence[Command]:
        """The commands that players may give."""

    def order_options(self, view: View) -> Mapping[str, OrderOptions]:
        """Return the orders that make sense in a view, by keyword."""

    def things(self, view: View) -> Sequence[Thing]:
        """Return the things of a view that orders can name, and the places of the map."""

    def named_things(self, view: View) -> Mapping[tuple[str, str], Thing]:
        """Return the things of a view that have words, by kind and folded words."""

    @property
    def messages(self) -> Mapping[str, str]:
        """Sentences that replace those of event kinds, by reason code."""

    @property
    def victory(self) -> Victory:
        """The rule that ends a game and names the winners."""

    @property
    def language(self) -> Language:
        """The parser of orders."""

    @property
    def phases(self) -> Sequence[Phase]:
        """The phases of a turn, in order."""

    @property
    def combat(self) -> Any:
        """The resolver of battles."""

    @property
    def economy(self) -> Any:
        """The accounts, and the formulas that phases use."""

    @property
    def view_model(self) -> ViewModel:
        """The rules of visibility."""

    @property
    def report_form(self) -> ReportForm:
        """The renderings of empires' reports."""

    def report_form_for(self, role: str) -> ReportForm:
        """Return the renderings of reports for this role ("" for empires)."""

    def role(self, name: str) -> Role:
        """Return the role of this name; raises UnknownNameError."""

    @property
    def stages(self) -> Mapping[str, str]:
        """The titles of the game's stages, by name."""

    @property
    def stage_check(self) -> bool:
        """True if the core refuses orders of other stages."""

    def stage(self, game: Game) -> str:
        """Return the stage of the game that the next turn's orders are for; "" if ordinary."""

    def observer(self, game: Game, empire: str) -> Observer:
        """Return a function that returns how well an empire or a seat knows an entity."""

    @property
    def hook(self) -> Any:
        """The hook caller, for the notices of a turn."""

    def known(self, game: G, empire: str, shared: Shared | None = None) -> G:
        """Return the part of the game that an empire, or a person without an empire, may know."""

    def view(self, game: Game, empire: str | None) -> View:
        """Return the view of an empire or a person without an empire; of everything for None."""

    def view_of(self, known: Game, empire: str | None) -> View:
        """Return the view of a game without its hidden parts."""

    def map(self, view: View) -> dict[str, Any]:
        """Return the map document of a view."""


@define
class TurnContext(Generic[G_co]):
    """The working copy of a game and everything that a phase may read or write.

    Phases and handlers name the class of their games, as in `context: TurnContext[Game]`, so that
    type checkers know the game's attributes.

    Attributes:
        variant: the rules: `variant.economy`, `variant.combat` and others that phases use.
        game: the working copy, which phases change.
        turn: the number of the current turn.
        keys: the turn's keys of dice, by who may know the dice; use `stream` for dice.
        orders: the readable orders, by the empire's id.
        phase: the current phase; None before the first and after the last.
        ledger: the lines booked so far; use `post`.
        events: the events so far; use `emit`.
        diagnostics: remarks on orders, by the empire's id; use `reject`.
        forecast: whether this is a check or forecast, made from what one empire knows.
    """

    variant: VariantRules
    game: G_co
    turn: int
    keys: Keys
    orders: Mapping[str, Sequence[Order]]
    phase: Phase | None = None
    ledger: Ledger = field(factory=Ledger)
    events: list[Event] = field(factory=list)
    diagnostics: dict[str, list[Diagnostic]] = field(factory=dict)
    #: by empire, the number of remarks beyond the first `MAX_REMARKS`
    left_out: dict[str, int] = field(factory=dict)
    forecast: bool = False
    #: data for a later phase of the same turn; not part of the game
    notes: dict[str, Any] = field(factory=dict)
    #: the empires that sent orders, even an empty set
    senders: frozenset[str] = frozenset()
    #: the empires that get no report of this turn
    unreported: set[str] = field(factory=set)
    #: the battles fought so far; use `fought`
    battles: list[FoughtBattle] = field(factory=list)

    #: the amount of work so far; limited in checks and forecasts only
    steps: Steps = field(factory=Steps)

    #: who may know the dice of a stream, by the stream's key
    _known_to: dict[int, str] = field(factory=dict, init=False, repr=False)
    #: by phase and sender, the orders with a handler that are not yet carried out; None: not sorted
    _waiting: dict[str, dict[str, list[Order]]] | None = field(default=None, init=False, repr=False)

    @property
    def phase_name(self) -> str:
        """The name of the current phase; "" between phases."""
        return self.phase.name if self.phase else ""

    def orders_for(self, *keywords: str) -> Iterator[tuple[str, Order]]:
        """Yield all orders of these commands, each with its sender's id.

        Empires come in the game's order, then seats; a sender's orders stay in the given order.
        """
        for sender in self.game.participants:
            for order in self.orders.get(sender.id, ()):
                if order.keyword in keywords:
                    yield sender.id, order

    def carry_out(
        self, *keywords: str, but: Sequence[str] = (), first: Check | None = None
    ) -> None:
        """Carry out this phase's remaining orders, empire by empire, in the given order.

        Orders of seats come last. `keywords` and `but` select orders by keyword. `first` is a check
        before all others and may refuse. Then references are resolved, the command's checks are
        called, and it runs; a refused order has changed nothing.
        """
        waiting = self._waiting_orders().get(self.phase_name)
        if not waiting:
            return
        for empire in self.game.participants:
            selected: list[Order] = []
            remaining: list[Order] = []
            for order in waiting.get(empire.id, ()):
                is_wanted = not keywords or order.keyword in keywords
                (selected if is_wanted and order.keyword not in but else remaining).append(order)
            waiting[empire.id] = remaining
            for order in selected:
                self.carry_out_one(empire, order, first)

    def carry_out_one(
        self, empire: Empire | Seat, order: Order, first: Check | None = None
    ) -> None:
        """Carry out one order; if it is refused, report that to its sender (see `attempt`)."""
        refusal = self.attempt(empire, order, first)
        if refusal is not None:
            self.refuse(empire.id, order, refusal)

    def take_orders(self, empire: str) -> list[Order]:
        """Take a sender's remaining orders of this phase; they count as carried out.

        For phases with their own sequence of orders, which call `carry_out_one` for each.
        """
        return self._waiting_orders().get(self.phase_name, {}).pop(empire, [])

    def _waiting_orders(self) -> dict[str, dict[str, list[Order]]]:
        """Return the orders with a handler by phase and sender, sorted once per turn."""
        if self._waiting is None:
            self._waiting = {}
            for sender, orders in self.orders.items():
                for order in orders:
                    if order.command.run is not None:
                        phase = self._waiting.setdefault(order.phase, {})
                        phase.setdefault(sender, []).append(order)
        return self._waiting

    def attempt(
        self, empire: Empire | Seat, order: Order, first: Check | None = None
    ) -> Refusal | None:
        """Carry out one order and return the reason if it was refused.

        `first` is a check before all others. Also returns None if the finder of a reference has
        already refused the order.
        """
        self.steps.take()
        try:
            refusal = first and self._refusal_of(empire, order, first)
            if refusal:
                return refusal
            command = order.command
            references: dict[str, Any] = {}
            for name, argument in command.arguments.items():
                if argument.find is not None and name in order.arguments:
                    value = argument.find(self, empire, order, name)
                    if value is None:
                        return None
                    references[name] = value
            order = order.with_found(references)
            for check in command.checks.values():
                refusal = self._refusal_of(empire, order, check)
                if refusal:
                    return refusal
            cast(Handler, command.run)(self, empire, order)
        except Refused as refused:
            return refused.refusal
        return None

    def _refusal_of(self, empire: Empire | Seat, order: Order, check: Check) -> Refusal | None:
        """Return why a check refuses the order; milder remarks are only passed on."""
        refusal: Refusal | None = check(self, empire, order)
        if refusal is None or refusal.severity == "error":
            return refusal
        self.refuse(empire.id, order, refusal)
        return None

    def refuse(self, empire: str, order: Order, refusal: Refusal) -> None:
        """Pass a check's remark on to a player (see `reject`)."""
        self.reject(
            empire,
            order,
            refusal.code,
            refusal.message,
            refusal.hint,
            refusal.argument,
            refusal.severity,
        )

    def stream(self, *subject: str | int, known_to: str = NO_ONE) -> Stream:
        """Open the dice of this phase for a subject, independent of other subjects' dice.

        `known_to` says who may know them: `NO_ONE`, the id of an empire, or `EVERYONE`. Players
        who may know dice can reproduce them after the turn, for every subject they can think of,
        and compare them with everything they know. Dice that depend on hidden information, or
        decide it, must therefore be known to `NO_ONE`. Raises PluginError for an unknown empire.
        """
        self.steps.take()
        stream = Stream.from_key(self.keys(known_to), self.phase_name, *subject)
        self._known_to[stream.key] = known_to
        return stream

    def dice(self, stream: Stream, *subject: str | int, first: int = 0) -> Dice:
        """Make a record, for an event, of the words drawn so far from a stream of this phase.

        `subject` is the stream's, and `first` is the number of words drawn before. Only empires
        that may know the dice see the record.
        """
        known_to = self._known_to.get(stream.key, NO_ONE)
        return Dice((self.phase_name, *subject), first, stream.drawn - first, stream.run, known_to)

    def fought(
        self,
        battle: Battle,
        stream: Stream,
        empires: Iterable[Iterable[str]],
        place: str | None = None,
    ) -> None:
        """Record a battle fought by the resolver with this stream, for `horizons_core.luck`.

        `battle` is the input of `simulate`, and the battle fought is its run 0. `empires` are the
        ids of the empires of each side, `place` is that of the battle's event.
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
        **facts: Any,
    ) -> Event:
        """Record an event; its sentence is made from the data and the place.

        `audience` are ids of empires, or EVERYONE. Raises PluginError for any other string, which
        would be taken as a list of letters, and for a sentence that refers to missing data.
        """
        if isinstance(audience, str) and audience != EVERYONE:
            raise PluginError(
                f"event '{kind.code}': its audience is the text {audience!r}",
                f"put ids into a list: [{audience!r}]",
            )
        self.steps.take()
        data = {**data, **facts} if data else facts
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
        """Tell a player why an order was not carried out (or, by severity, add a warning or note).

        `empire` is the id; `code`, `message`, `hint` and `severity` are those of a `Diagnostic`.
        With the name of an `argument` the remark points at it instead of the whole order. A hint
        that takes time to find may be a function: it is called only if the remark is kept.
        """
        self.steps.take()
        remarks = self.diagnostics.setdefault(empire, [])
        if len(remarks) >= MAX_REMARKS:
            self.left_out[empire] = self.left_out.get(empire, 0) + 1
            return
        hint_text = hint if isinstance(hint, str) else hint()
        text = f"{order.keyword}: {message}"
        if isinstance(message, LocalizedText):  # it stays translatable
            text = LocalizedText("{order}: {message}", order=order.keyword, message=message)
        remarks.append(order.fault(code, text, hint_text, argument, severity))

    def post(
        self, empire: Empire, account: str, amount: int, reason: str, rules: tuple[str, ...] = ()
    ) -> None:
        """Book an amount in the name of this phase (see `Ledger.post`).

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
