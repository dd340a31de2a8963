"""A phase of a turn, what it gets to work with, and what a turn asks of a variant."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from attrs import define, field, frozen

from horizons_core.model.events import Dice, Event, EventKind
from horizons_core.model.knowledge import Shared
from horizons_core.model.ledger import Ledger
from horizons_core.model.views import View, ViewModel
from horizons_core.orders.commands import Order
from horizons_core.orders.diagnostics import MOST_REMARKS, Diagnostic, Severity
from horizons_core.orders.language import Language
from horizons_core.report.document import ReportForm
from horizons_core.rng import Stream


@frozen
class Phase:
    """One step of a turn: `run` changes the context's game, for all empires alike.

    `foreseeable` phases take part in checks and forecasts, which know only what one empire knows.
    """

    name: str
    run: Callable[[TurnContext], None]
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
        """How reports are rendered."""

    @property
    def hook(self) -> Any:
        """The caller of hooks, for the notices of a turn."""

    def known(self, game: Any, empire: str, shared: Shared | None = None) -> Any:
        """The part of the game that the empire may know."""

    def view(self, game: Any, empire: str | None) -> View:
        """What the empire knows; everything for None."""

    def view_of(self, known: Any, empire: str | None) -> View:
        """The view of what is known."""

    def map(self, view: View) -> dict[str, Any]:
        """The map document of a view."""


@define
class TurnContext:
    """The working copy of a game and everything that a phase may read or write.

    `orders` holds every empire's readable orders. `turn` is the number of the turn being run.
    """

    variant: VariantRules
    game: Any
    turn: int
    key: str
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

    @property
    def phase_name(self) -> str:
        return self.phase.name if self.phase else ""

    def orders_for(self, *keywords: str) -> Iterator[tuple[str, Order]]:
        """All orders of these commands: empire by empire in the game's order, as given."""
        for empire in self.game.empires:
            for order in self.orders.get(empire.id, ()):
                if order.keyword in keywords:
                    yield empire.id, order

    def stream(self, *subject: str | int) -> Stream:
        """The dice of this phase on this subject: no other subject's dice depend on them."""
        return Stream.from_key(self.key, self.phase_name, *subject)

    def dice(self, stream: Stream, *subject: str | int, first: int = 0) -> Dice:
        """A record of the words drawn so far from a stream of this phase."""
        return Dice((self.phase_name, *subject), first, stream.drawn - first, stream.run)

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
        """Put down that something happened; its sentence is made from the data and the place."""
        data = {**(data or {}), **more}
        event = Event(
            turn=self.turn,
            phase=self.phase_name,
            code=kind.code,
            text=kind.text.format_map({"place": place, **data}),
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

        A hint that takes time to find may be a function: it is called only if the remark is kept.
        """
        remarks = self.diagnostics.setdefault(empire, [])
        if len(remarks) >= MOST_REMARKS:
            self.left_out[empire] = self.left_out.get(empire, 0) + 1
            return
        words = hint if isinstance(hint, str) else hint()
        remarks.append(order.fault(code, f"{order.keyword}: {message}", words, argument, severity))

    def post(
        self, empire: Any, account: str, amount: int, reason: str, rules: tuple[str, ...] = ()
    ) -> None:
        """Book an amount in this phase's name (see `Ledger.post`)."""
        self.ledger.post(self.phase_name, empire, account, amount, reason, rules)
