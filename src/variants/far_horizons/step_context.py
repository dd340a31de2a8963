"""Context of a step of a turn: the game, dice, money, and messages to players.

A step (pre-departure, jumps, production, post-arrival, finish) changes the game and reports to
the species what became of their orders. The same steps run in a game's turn and, with recorded
states, seeds and orders, in comparisons with the engine of 1999.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from attrs import Factory, define, field, fields, frozen

from horizons_core import orders
from horizons_core.model import Dice, EventKind
from horizons_core.orders import MAX_REMARKS, Check, Diagnostic, Order, Refusal
from horizons_core.turn import TurnContext, VariantRules
from variants.far_horizons.dice import Chance, ForecastDice, StreamChance
from variants.far_horizons.economy import Economy, economy_of
from variants.far_horizons.model import (
    Colony,
    Game,
    Place,
    Planet,
    Sector,
    Species,
    Star,
    Transaction,
)
from variants.far_horizons.model.memory import Detected
from variants.far_horizons.model.names import RULEBOOK_NAMES, NameMatch, Names, names_of
from variants.far_horizons.model.orders import LineOrder, LineSpan, Unread, WrittenName, line_of
from variants.far_horizons.model.transactions import MishapFate, TransactionKind, put_last

T = TypeVar("T")

#: An order that was not executed.
IGNORED = EventKind("order-ignored", "Order ignored: {reason} ({order})")
#: An order that was executed differently from how it was written.
ADJUSTED = EventKind("order-adjusted", "Order changed: {reason} ({order})")

_FATAL = (MishapFate.INTERCEPTED, MishapFate.SELF_DESTRUCTED)


@define
class BattleNews:
    """Results of this turn's battles that explain why later orders fail.

    Each entry has the number of a species, with the ship that it lost, or with the name of a
    traitor that it has since declared ENEMY.
    """

    fallen: list[tuple[int, str]] = field(factory=list)
    traitors: list[tuple[int, str]] = field(factory=list)


class Credit(Protocol):
    """Pays money into a species' treasury, or out of it; `reason` is for the ledger."""

    def __call__(self, species: Species, amount: int, reason: str) -> None: ...


def _resolver_of(step: StepContext) -> Any:
    return step.variant.combat


def _own_dice(step: StepContext) -> Chance:
    return StreamChance(step)


def _ledger_of(context: TurnContext[Game]) -> Credit:
    """Return a function that posts money to the ledger; it empties the treasury at most."""

    def credit(species: Species, amount: int, reason: str) -> None:
        context.post(species, "EU", max(amount, -species.treasury), reason)

    return credit


@frozen
class PlacedRefusal(Refusal):
    """A refusal of an order, with the words at fault."""

    piece: LineSpan | None = None


class OrderRefused(orders.Refused):
    """Raised when an order is not executed: `reason` is the log's sentence, `at` the fault.

    The fault is an argument, by its name, or words of the line.
    """

    def __init__(
        self, code: str, reason: str, hint: str = "", at: LineSpan | str | None = None
    ) -> None:
        super().__init__(placed(Refusal(code, reason, hint), at))

    @classmethod
    def of(cls, refusal: Refusal) -> OrderRefused:
        """Create the exception for a refusal by a check."""
        refused = cls(refusal.code, refusal.message, refusal.hint)
        refused.refusal = refusal
        return refused


def placed(refusal: Refusal, at: LineSpan | str | None) -> PlacedRefusal:
    """Return the refusal with the place of the fault."""
    argument, piece = (at, None) if isinstance(at, str) else (None, at)
    return PlacedRefusal(
        refusal.code, refusal.message, refusal.hint, argument, refusal.severity, piece
    )


@define(eq=False)
class StepContext(TurnContext[Game]):
    """A turn's context within a step, with lookups and notes for the steps of Far Horizons.

    Attributes:
        chance: source of the step's dice; by default the game's own.
        names: matching of names in orders.
        economy: the formulas; by default the game's.
        credit: pays money into a treasury; by default through the game's ledger.
        combat: the resolver for steps with battles; by default the variant's.
        news: results of this turn's battles that may affect later orders.
    """

    chance: Chance = field(kw_only=True, default=Factory(_own_dice, takes_self=True))
    names: Names = field(kw_only=True, default=RULEBOOK_NAMES)
    economy: Economy = field(kw_only=True, default=Factory(economy_of, takes_self=True))
    credit: Credit = field(kw_only=True, default=Factory(_ledger_of, takes_self=True))
    combat: Any = field(kw_only=True, default=Factory(_resolver_of, takes_self=True))
    news: BattleNews = field(kw_only=True, factory=BattleNews)
    #: shared by a species' orders of a section: its production, or the battle that it has named
    shared: Any = field(init=False, default=None)
    scans: list[tuple[str, Sector]] = field(init=False, factory=list)
    detected: list[tuple[str, Detected]] = field(init=False, factory=list)
    #: number of limited acts of a species in this step: by its id and the act
    tally: Counter[tuple[str, str]] = field(init=False, factory=Counter)
    stars: dict[Sector, Star] = field(init=False)
    by_id: dict[str, Species] = field(init=False)
    _cached: dict[Any, Any] = field(init=False, factory=dict)
    #: misspelt names in the current order, and the names that they were read as
    _guessed: list[tuple[LineSpan, str]] = field(init=False, factory=list)
    _named: dict[Place, list[tuple[Species, Colony]]] | None = field(init=False, default=None)

    def __attrs_post_init__(self) -> None:
        self.stars = {star.sector: star for star in self.game.stars}
        self.by_id = {species.id: species for species in self.game.empires}

    @classmethod
    def of(cls, context: TurnContext[Game]) -> StepContext:
        """Create the context of a phase's step; notes in it are shared with the turn's context."""
        shared = {f.name: getattr(context, f.name) for f in fields(TurnContext) if f.init}
        chance = StreamChance(context)
        return cls(
            **shared,
            chance=ForecastDice(chance) if context.forecast else chance,
            credit=_ledger_of(context),
            names=names_of(context),
            news=context.notes.setdefault("battles", BattleNews()),
        )

    @classmethod
    def alone(
        cls, variant: VariantRules, game: Game, orders: Mapping[str, Sequence[Order]], **values: Any
    ) -> StepContext:
        """Create a step without a turn; `orders` are by species id, and absent species sent none.

        `values` are fields of the class: the phase, the step's own dice, money without a ledger.
        """
        return cls(
            variant, game, game.turn + 1, lambda _: "", orders, senders=frozenset(orders), **values
        )

    def once(self, make: Callable[[StepContext], T]) -> T:
        """Return the result of `make` for this context, computed on the first call."""
        if make not in self._cached:
            self._cached[make] = make(self)
        result: T = self._cached[make]
        return result

    def close(self) -> None:
        """Drop the cached results when the step is done.

        They refer to the context, and such a cycle would keep the whole game in memory until
        the garbage collector finds it.
        """
        self.shared = None
        self._cached.clear()

    # orders

    @property
    def strict(self) -> bool:
        """Return whether orders follow today's rules, not those of 1.0.0 or of 1999."""
        return not self.names.forgiving and bool(self.game.plays_by("1.1.0"))

    def attempt(self, empire: Any, order: Order, first: Check | None = None) -> Refusal | None:
        """Execute an order; if a name in it is unknown, try its second reading."""
        self._guessed.clear()
        original, refusal = order, super().attempt(empire, order, first)
        while refusal is not None and isinstance(order, LineOrder) and refusal.argument:
            reread = self.names.second_reading(order, refusal.code, refusal.argument)
            if reread is None:
                break
            guesses = self._guessed.copy()
            self._guessed.clear()
            reason = super().attempt(empire, reread, first)
            if reason is not None and (reason.code, reason.argument) == _fault_key(refusal):
                self._guessed[:] = guesses
                break
            order, refusal = reread, reason
        self._note_guesses(empire, order)
        return refusal if order is original or refusal is None else _in_words(order, refusal)

    def note_guess(self, match: NameMatch[Any], written: WrittenName) -> None:
        """Note a misspelt name, to tell the player later what it was read as."""
        if match.near:
            self._guessed.append((written.piece, match.target.name))

    def _note_guesses(self, species: Species, order: Order) -> None:
        """Tell the player how misspelt names were read; the classic log does not."""
        for piece, name in self._guessed:
            message = f"'{piece.text}' was read as '{name}'"
            self.note(species, order, "misspelt-name", message, at=piece)

    def keeps_remarks(self, species: Species) -> bool:
        """Return whether another remark for a species would be stored, so that hints are needed."""
        return len(self.diagnostics.get(species.id, ())) < MAX_REMARKS

    # places

    def star(self, sector: Sector) -> Star | None:
        """Return the star in a sector, or None."""
        return self.stars.get(sector)

    def planet_at(self, place: Place) -> Planet | None:
        """Return the planet at a place; None in deep space and for unknown places."""
        star = self.stars.get(place.sector)
        if star is None or not 1 <= place.orbit <= len(star.planets):
            return None
        return star.planets[place.orbit - 1]

    def planet(self, colony: Colony) -> Planet:
        """Return the planet that a colony is on."""
        return self.stars[colony.place.sector].planets[colony.place.orbit - 1]

    def home(self, species: Species) -> Planet:
        """Return the home planet of a species, as it is now."""
        return self.stars[species.home.sector].planets[species.home.orbit - 1]

    def named_at(self, place: Place) -> Sequence[tuple[Species, Colony]]:
        """Return the species that have named a planet, in order, with their colonies there."""
        if self._named is None:
            self._named = {}
            for species in self.game.empires:
                for colony in species.living_colonies():
                    self._named.setdefault(colony.place, []).append((species, colony))
        return self._named.get(place, ())

    def add_colony(self, species: Species, colony: Colony) -> None:
        """Add a named planet: in the last empty slot, or at the end."""
        put_last(species.colonies, colony)
        if self._named is not None:
            known = self._named.setdefault(colony.place, [])
            known.append((species, colony))
            known.sort(key=lambda entry: entry[0].number)

    def visit(self, species: Species, sector: Sector) -> None:
        """Record that a species has seen a star system from within (FH-VISITED-001)."""
        star = self.stars.get(sector)
        if star is not None and star.id not in species.visited:
            species.visited.append(star.id)

    def scanned(self, species: Species, sector: Sector) -> None:
        """Record that a species has scanned a sector (FH-SCAN-001)."""
        self.scans.append((species.id, sector))

    def detect(
        self, species: Species, place: Place, owner: Species, name: str, base: int | None = None
    ) -> None:
        """Record a ship, or a planet with its approximate base, that a telescope has shown."""
        turn = self.game.turn + 1
        detected = Detected(turn, place.sector, place.orbit, owner.name, name, base)
        self.detected.append((species.id, detected))

    # reported to others later in the turn

    def deal(self, transaction: Transaction) -> None:
        """Keep a transaction for later steps."""
        self.game.transactions.append(transaction)

    # reported to the species now

    def notify(
        self,
        species: Species,
        kind: EventKind,
        *,
        place: Place | None = None,
        rules: tuple[str, ...] = (),
        dice: Iterable[Dice] = (),
        **facts: Any,
    ) -> None:
        """Report an event to a species; the facts are plain JSON types."""
        location = str(place) if place else None
        self.emit(kind, (species.id,), place=location, rules=rules, dice=dice, data=facts)

    def notify_gamemaster(
        self,
        kind: EventKind,
        *,
        place: Place | None = None,
        dice: Iterable[Dice] = (),
        **facts: Any,
    ) -> None:
        """Report an event to only the gamemaster."""
        self.emit(kind, (), place=str(place) if place else None, dice=dice, data=facts)

    def turn_down(self, species: Species, order: Order, refusal: Refusal) -> None:
        """Report an order that was not executed: a remark and, unless it is a note, an event."""
        if refusal.severity != "note" or not self.strict:
            self._ignore(species, line_of(order).raw, refusal.message, order.keyword)
        if refusal.code == "unknown-ship" and (lost := self._lost_ship(species, order)):
            self.note(species, order, "ship-lost", f"{lost} was lost this turn")
        elif refusal.code == "enemy" and (traitor := self._traitor(species, order)):
            self.note(species, order, "betrayed", f"SP {traitor} became an enemy this turn")
        else:
            self.refuse(species.id, order, refusal)

    def refuse(self, empire: str, order: Order, refusal: Refusal) -> None:
        """Report a fault to the player, unless the order was drafted on their behalf."""
        if isinstance(refusal, PlacedRefusal):
            self._remark(empire, order, refusal)
        elif self._wrote(empire):
            super().refuse(empire, order, refusal)

    def _lost_ship(self, species: Species, order: Order) -> str:
        """Return the ship that an order names, if it was lost earlier in the turn."""
        written = line_of(order).raw.casefold()
        for owner, ship in self._losses():
            if owner == species.number and ship.partition(" ")[2].casefold() in written:
                return ship
        return ""

    def _traitor(self, species: Species, order: Order) -> str:
        """Return the species that an order names, if a betrayal made it an enemy this turn."""
        written = line_of(order).raw.casefold()
        for witness, traitor in self.news.traitors:
            if witness == species.number and traitor.casefold() in written:
                return traitor
        return ""

    def _losses(self) -> Iterator[tuple[int, str]]:
        """Yield the ships lost to battles and mishaps this turn, with their owners' numbers."""
        yield from self.news.fallen
        for deal in self.game.transactions:
            if deal.kind == TransactionKind.MISHAP and deal.facts["fate"] in _FATAL:
                yield deal.facts["owner"], deal.facts["ship"]

    def pass_over(self, species: Species, unread: Unread) -> None:
        """Log a line that is not an order of its section; the player was told when it was read."""
        self._ignore(species, unread.line.raw, unread.reason)

    def _ignore(self, species: Species, order: str, reason: str, command: str = "") -> None:
        self.notify(species, IGNORED, order=order, reason=reason, command=command)

    def adjust(
        self,
        species: Species,
        order: Order,
        code: str,
        *reasons: str,
        hint: str = "",
        at: LineSpan | str | None = None,
    ) -> None:
        """Report an order that is executed differently; each reason is a sentence."""
        sentences, raw = " ".join(reasons), line_of(order).raw
        self.notify(species, ADJUSTED, order=raw, reason=sentences, reasons=list(reasons))
        self._remark(species.id, order, placed(Refusal(code, sentences, hint, None, "warning"), at))

    def note(
        self,
        species: Species,
        order: Order,
        code: str,
        message: str,
        *,
        hint: str = "",
        at: LineSpan | str | None = None,
    ) -> None:
        """Add a warning for the player, without an event."""
        self._remark(species.id, order, placed(Refusal(code, message, hint, None, "warning"), at))

    def _remark(self, empire: str, order: Order, refusal: PlacedRefusal) -> None:
        if not self._wrote(empire):
            return
        remarks = self.diagnostics.setdefault(empire, [])
        if len(remarks) < MAX_REMARKS:
            remarks.append(_about(order, refusal))
        else:
            self.left_out[empire] = self.left_out.get(empire, 0) + 1

    def _wrote(self, empire: str) -> bool:
        """Return whether a player wrote a species' orders; drafts for the absent get no remarks."""
        return self.forecast or empire in self.senders


def _fault_key(refusal: Refusal) -> tuple[str, str | None]:
    return refusal.code, refusal.argument


def _in_words(order: Order, refusal: Refusal) -> Refusal:
    """Return the refusal of a reread order, with the words that were read as the argument."""
    argument = refusal.argument
    if argument is None or argument not in order.columns:
        return refusal
    line, column = line_of(order), order.columns[argument]
    start = line.at(column)
    piece = LineSpan(line.code[start : start + len(order.written[argument])], column)
    return PlacedRefusal(refusal.code, refusal.message, refusal.hint, None, refusal.severity, piece)


def _about(order: Order, refusal: PlacedRefusal) -> Diagnostic:
    """Create a remark about an order, or about words of it."""
    piece, argument = refusal.piece, refusal.argument
    text, column = (piece.text, piece.column) if piece else (order.text, order.column)
    if argument is not None and argument in order.columns:
        text, column = order.written[argument], order.columns[argument]
    message = f"{order.keyword}: {refusal.message}"
    words = text or order.text
    place = order.line, column, words, refusal.hint
    return Diagnostic(refusal.severity, refusal.code, message, *place)
