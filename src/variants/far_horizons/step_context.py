"""What a step of a turn works with: the game, its dice, money, what is told.

A step (pre-departure, jumps, production, post-arrival, finish) changes the game and tells the
species what became of their orders. The same steps run in a game's turn and, with recorded
states, seeds and orders, against what the engine of 1999 made of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from attrs import Factory, define, field, fields, frozen

from horizons_core import orders
from horizons_core.model import Dice, EventKind
from horizons_core.orders import MOST_REMARKS, Check, Diagnostic, Order, Refusal
from horizons_core.turn import TurnContext, VariantRules
from variants.far_horizons.dice import Chance, Foreseen, StreamChance
from variants.far_horizons.economy import Economy, economy_of
from variants.far_horizons.model import (
    Colony,
    Place,
    Planet,
    Sector,
    Species,
    Star,
    Transaction,
)
from variants.far_horizons.model.matching import RULEBOOK_NAMES, Found, Names
from variants.far_horizons.model.memory import Detected
from variants.far_horizons.model.slots import put_last
from variants.far_horizons.model.transactions import Fate, Kind
from variants.far_horizons.model.written import (
    LineOrder,
    Piece,
    Unread,
    WrittenName,
    line_of,
)
from variants.far_horizons.name_matching import names_of

T = TypeVar("T")

#: An order that was not carried out.
IGNORED = EventKind("order-ignored", "Order ignored: {reason} ({order})")
#: An order that was carried out otherwise than written.
ADJUSTED = EventKind("order-adjusted", "Order changed: {reason} ({order})")

_FATAL = (Fate.INTERCEPTED, Fate.SELF_DESTRUCTED)


@define
class News:
    """What battles changed this turn: orders that it thwarts later in the turn are no mistakes.

    Numbers of species, each with a ship that it lost, or with the name of a traitor that it has
    declared ENEMY since.
    """

    fallen: list[tuple[int, str]] = field(factory=list)
    traitors: list[tuple[int, str]] = field(factory=list)


class Credit(Protocol):
    """Pays money into a species' treasury, or out of it; `reason` is for the ledger."""

    def __call__(self, species: Species, amount: int, reason: str) -> None: ...


def add_to_treasury(species: Species, amount: int, reason: str) -> None:  # noqa: ARG001
    """Money without a ledger."""
    species.stock["EU"] = species.treasury + amount


def _resolver_of(step: StepContext) -> Any:
    return step.variant.combat


def _own_dice(step: StepContext) -> Chance:
    return StreamChance(step)


def _ledger_of(context: TurnContext) -> Credit:
    """Money by the ledger. A debt is beyond what a ledger holds: the treasury is empty instead."""

    def credit(species: Species, amount: int, reason: str) -> None:
        context.post(species, "EU", max(amount, -species.treasury), reason)

    return credit


@frozen
class PlacedRefusal(Refusal):
    """Why an order is refused, with the words that are at fault."""

    piece: Piece | None = None


class Refused(orders.Refused):
    """An order is not carried out: `reason` is the log's sentence, `at` what is at fault.

    That is an argument by its name, or words of the line.
    """

    def __init__(
        self, code: str, reason: str, hint: str = "", at: Piece | str | None = None
    ) -> None:
        super().__init__(placed(Refusal(code, reason, hint), at))

    @classmethod
    def of(cls, refusal: Refusal) -> Refused:
        """The exception for a refusal that a check would answer."""
        refused = cls(refusal.code, refusal.message, refusal.hint)
        refused.refusal = refusal
        return refused


def placed(refusal: Refusal, at: Piece | str | None) -> PlacedRefusal:
    """The refusal with what is at fault."""
    argument, piece = (at, None) if isinstance(at, str) else (None, at)
    return PlacedRefusal(
        refusal.code, refusal.message, refusal.hint, argument, refusal.severity, piece
    )


@define(eq=False)
class StepContext(TurnContext):
    """A turn's context in one step of it, with what the steps of Far Horizons look up and note.

    Attributes:
        chance: where the step gets its dice from; the game's own unless something else is given.
        names: how names in orders are matched with what they stand for.
        economy: the formulas; the game's unless something else is given.
        credit: pays money into a treasury; the game's ledger unless something else is given.
        combat: the resolver, which steps with battles ask; the variant's unless another is given.
        news: what this turn's battles changed before the orders behind them are carried out.
    """

    chance: Chance = field(kw_only=True, default=Factory(_own_dice, takes_self=True))
    names: Names = field(kw_only=True, default=RULEBOOK_NAMES)
    economy: Economy = field(kw_only=True, default=Factory(economy_of, takes_self=True))
    credit: Credit = field(kw_only=True, default=Factory(_ledger_of, takes_self=True))
    combat: Any = field(kw_only=True, default=Factory(_resolver_of, takes_self=True))
    news: News = field(kw_only=True, factory=News)
    #: what a species' orders of a section share: its production, or the battle that it has named
    shared: Any = field(init=False, default=None)
    scans: list[tuple[str, Sector]] = field(init=False, factory=list)
    detected: list[tuple[str, Detected]] = field(init=False, factory=list)
    #: how often a species did in this step what is limited: by its id and what it is
    tally: Counter[tuple[str, str]] = field(init=False, factory=Counter)
    stars: dict[Sector, Star] = field(init=False)
    by_id: dict[str, Species] = field(init=False)
    _made: dict[Any, Any] = field(init=False, factory=dict)
    #: misspelt names in the order that is carried out, and what they were read as
    _guessed: list[tuple[Piece, str]] = field(init=False, factory=list)
    _named: dict[Place, list[tuple[Species, Colony]]] | None = field(init=False, default=None)

    def __attrs_post_init__(self) -> None:
        self.stars = {star.sector: star for star in self.game.stars}
        self.by_id = {species.id: species for species in self.game.empires}

    @classmethod
    def of(cls, context: TurnContext) -> StepContext:
        """The context of the step that a phase is; what is put down in it stands in the turn's."""
        shared = {one.name: getattr(context, one.name) for one in fields(TurnContext) if one.init}
        chance = StreamChance(context)
        return cls(
            **shared,
            chance=Foreseen(chance) if context.forecast else chance,
            credit=_ledger_of(context),
            names=names_of(context),
            news=context.notes.setdefault("battles", News()),
        )

    @classmethod
    def alone(
        cls, variant: VariantRules, game: Any, orders: Mapping[str, Sequence[Order]], **given: Any
    ) -> StepContext:
        """A step by itself, with the orders of the species by their ids; who is missing sent none.

        `given` are fields of the class: the phase, the step's own dice, money without a ledger.
        """
        return cls(
            variant, game, game.turn + 1, lambda _: "", orders, heard=frozenset(orders), **given
        )

    def once(self, make: Callable[[StepContext], T]) -> T:
        """What `make` makes of this context, made when it is first asked for."""
        if make not in self._made:
            self._made[make] = make(self)
        made: T = self._made[make]
        return made

    def close(self) -> None:
        """Let go of what the step has made of this context, when it is done.

        It refers to the context in its turn, and such a circle would keep the whole game in memory
        until the garbage collector finds it.
        """
        self.shared = None
        self._made.clear()

    # orders

    @property
    def strict(self) -> bool:
        """Whether orders are read by today's rules: not by those of 1.0.0 or the habits of 1999."""
        return not self.names.forgiving and bool(self.game.plays_by("1.1.0"))

    def attempt(self, empire: Any, order: Order, first: Check | None = None) -> Refusal | None:
        """Carry out one order; one with a name that stands for nothing may be read otherwise."""
        self._guessed.clear()
        given, refusal = order, super().attempt(empire, order, first)
        while refusal is not None and isinstance(order, LineOrder) and refusal.argument:
            other = self.names.second_reading(order, refusal.code, refusal.argument)
            if other is None:
                break
            kept = self._guessed.copy()
            self._guessed.clear()
            again = super().attempt(empire, other, first)
            if again is not None and (again.code, again.argument) == _at_fault(refusal):
                self._guessed[:] = kept
                break
            order, refusal = other, again
        self._note_guesses(empire, order)
        return refusal if order is given or refusal is None else _in_words(order, refusal)

    def note_guess(self, found: Found[Any], written: WrittenName) -> None:
        """Tell the player later, if a name was misspelt, what it was read as."""
        if found.near:
            self._guessed.append((written.piece, found.thing.name))

    def _note_guesses(self, species: Species, order: Order) -> None:
        """Tell the player which misspelt names were read as others; the classic log does not."""
        for piece, name in self._guessed:
            message = f"'{piece.text}' was read as '{name}'"
            self.note(species, order, "misspelt-name", message, at=piece)

    def keeps_remarks(self, species: Species) -> bool:
        """Whether one more remark for a species would be kept: else no hint need be sought."""
        return len(self.diagnostics.get(species.id, ())) < MOST_REMARKS

    # places

    def star(self, sector: Sector) -> Star | None:
        """The star in a sector."""
        return self.stars.get(sector)

    def planet_at(self, place: Place) -> Planet | None:
        """The planet at a place; None for deep space and where there is none."""
        star = self.stars.get(place.sector)
        if star is None or not 1 <= place.orbit <= len(star.planets):
            return None
        return star.planets[place.orbit - 1]

    def planet(self, colony: Colony) -> Planet:
        """The planet that a colony is on."""
        return self.stars[colony.place.sector].planets[colony.place.orbit - 1]

    def home(self, species: Species) -> Planet:
        """The home planet of a species, as it is now."""
        return self.stars[species.home.sector].planets[species.home.orbit - 1]

    def named_at(self, place: Place) -> Sequence[tuple[Species, Colony]]:
        """The species that have a name for a planet, in their order, each with its colony there."""
        if self._named is None:
            self._named = {}
            for species in self.game.empires:
                for colony in species.living_colonies():
                    self._named.setdefault(colony.place, []).append((species, colony))
        return self._named.get(place, ())

    def add_colony(self, species: Species, colony: Colony) -> None:
        """A species names one more planet: in the last empty slot, or behind all others."""
        put_last(species.colonies, colony)
        if self._named is not None:
            known = self._named.setdefault(colony.place, [])
            known.append((species, colony))
            known.sort(key=lambda entry: entry[0].number)

    def visit(self, species: Species, sector: Sector) -> None:
        """A species has seen a star system from within (FH-VISITED-001)."""
        star = self.stars.get(sector)
        if star is not None and star.id not in species.visited:
            species.visited.append(star.id)

    def scanned(self, species: Species, sector: Sector) -> None:
        """A species has scanned a sector and knows from now on what is there (FH-SCAN-001)."""
        self.scans.append((species.id, sector))

    def detect(
        self, species: Species, place: Place, owner: Species, name: str, base: int | None = None
    ) -> None:
        """A telescope has shown a species a ship, or a planet with its approximate base."""
        turn = self.game.turn + 1
        seen = Detected(turn, place.sector, place.orbit, owner.name, name, base)
        self.detected.append((species.id, seen))

    # what others are told later in the turn

    def deal(self, transaction: Transaction) -> None:
        """Keep a transaction for the steps that follow."""
        self.game.transactions.append(transaction)

    # what the species is told now

    def tell(
        self,
        species: Species,
        kind: EventKind,
        *,
        place: Place | None = None,
        rules: tuple[str, ...] = (),
        dice: Iterable[Dice] = (),
        **facts: Any,
    ) -> None:
        """Tell a species that something happened; the facts are plain JSON types."""
        where = str(place) if place else None
        self.emit(kind, (species.id,), place=where, rules=rules, dice=dice, data=facts)

    def tell_gamemaster(
        self,
        kind: EventKind,
        *,
        place: Place | None = None,
        dice: Iterable[Dice] = (),
        **facts: Any,
    ) -> None:
        """Tell nobody but the gamemaster that something happened."""
        self.emit(kind, (), place=str(place) if place else None, dice=dice, data=facts)

    def turn_down(self, species: Species, order: Order, refusal: Refusal) -> None:
        """An order was not carried out: a remark, and unless that is a note, an event."""
        if refusal.severity != "note" or not self.strict:
            self._ignore(species, line_of(order).raw, refusal.message, order.keyword)
        if refusal.code == "unknown-ship" and (lost := self._lost_ship(species, order)):
            self.note(species, order, "ship-lost", f"{lost} was lost this turn")
        elif refusal.code == "enemy" and (traitor := self._traitor(species, order)):
            self.note(species, order, "betrayed", f"SP {traitor} became an enemy this turn")
        else:
            self.refuse(species.id, order, refusal)

    def refuse(self, empire: str, order: Order, refusal: Refusal) -> None:
        """Tell a player what is wrong with an order that was written, not drafted for somebody."""
        if isinstance(refusal, PlacedRefusal):
            self._remark(empire, order, refusal)
        elif self._wrote(empire):
            super().refuse(empire, order, refusal)

    def _lost_ship(self, species: Species, order: Order) -> str:
        """The ship that an order is for, if it was lost earlier in the turn."""
        written = line_of(order).raw.casefold()
        for owner, ship in self._losses():
            if owner == species.number and ship.partition(" ")[2].casefold() in written:
                return ship
        return ""

    def _traitor(self, species: Species, order: Order) -> str:
        """Whom an order is for, if a betrayal made an enemy of it this turn."""
        written = line_of(order).raw.casefold()
        for witness, traitor in self.news.traitors:
            if witness == species.number and traitor.casefold() in written:
                return traitor
        return ""

    def _losses(self) -> Iterator[tuple[int, str]]:
        """The ships that battles and mishaps have taken this turn, with their owners' numbers."""
        yield from self.news.fallen
        for deal in self.game.transactions:
            if deal.kind == Kind.MISHAP and deal.facts["fate"] in _FATAL:
                yield deal.facts["owner"], deal.facts["ship"]

    def pass_over(self, species: Species, unread: Unread) -> None:
        """A line is no order of its section: the player was told so when it was read."""
        self._ignore(species, unread.line.raw, unread.reason)

    def _ignore(self, species: Species, order: str, reason: str, command: str = "") -> None:
        self.tell(species, IGNORED, order=order, reason=reason, command=command)

    def adjust(
        self,
        species: Species,
        order: Order,
        code: str,
        *reasons: str,
        hint: str = "",
        at: Piece | str | None = None,
    ) -> None:
        """An order is carried out otherwise than written; each reason is a sentence."""
        said, raw = " ".join(reasons), line_of(order).raw
        self.tell(species, ADJUSTED, order=raw, reason=said, reasons=list(reasons))
        self._remark(species.id, order, placed(Refusal(code, said, hint, None, "warning"), at))

    def note(
        self,
        species: Species,
        order: Order,
        code: str,
        message: str,
        *,
        hint: str = "",
        at: Piece | str | None = None,
    ) -> None:
        """A warning for the player that is no event."""
        self._remark(species.id, order, placed(Refusal(code, message, hint, None, "warning"), at))

    def _remark(self, empire: str, order: Order, refusal: PlacedRefusal) -> None:
        if not self._wrote(empire):
            return
        remarks = self.diagnostics.setdefault(empire, [])
        if len(remarks) < MOST_REMARKS:
            remarks.append(_about(order, refusal))
        else:
            self.left_out[empire] = self.left_out.get(empire, 0) + 1

    def _wrote(self, empire: str) -> bool:
        """Whether a species' orders are its player's: drafts for the absent get no remarks."""
        return self.forecast or empire in self.heard


def _at_fault(refusal: Refusal) -> tuple[str, str | None]:
    return refusal.code, refusal.argument


def _in_words(order: Order, refusal: Refusal) -> Refusal:
    """The refusal of an order read otherwise, with the words that were read as the argument."""
    argument = refusal.argument
    if argument is None or argument not in order.columns:
        return refusal
    line, column = line_of(order), order.columns[argument]
    start = line.at(column)
    piece = Piece(line.code[start : start + len(order.written[argument])], column)
    return PlacedRefusal(refusal.code, refusal.message, refusal.hint, None, refusal.severity, piece)


def _about(order: Order, refusal: PlacedRefusal) -> Diagnostic:
    """A remark on an order, or on words of it."""
    piece, argument = refusal.piece, refusal.argument
    text, column = (piece.text, piece.column) if piece else (order.text, order.column)
    if argument is not None and argument in order.columns:
        text, column = order.written[argument], order.columns[argument]
    said = f"{order.keyword}: {refusal.message}"
    words = text or order.text
    place = order.line, column, words, refusal.hint
    return Diagnostic(refusal.severity, refusal.code, said, *place)
