"""What a step of a turn works with: the game, its dice, the habits it keeps, money, what is told.

A step (pre-departure, jumps, production, post-arrival, finish) changes the desk's game and tells
the species what became of their orders. The same steps run in a game's turn and, with recorded
states, seeds and orders, against what the engine of 1999 made of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from attrs import define, field, frozen

from horizons_core.model import Dice as Drawn
from horizons_core.model import EventKind
from horizons_core.orders import Diagnostic, Order
from variants.far_horizons.compatibility import RULEBOOK, Habits
from variants.far_horizons.dice import Chance
from variants.far_horizons.log_text import log_lines
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
from variants.far_horizons.model.slots import put_last
from variants.far_horizons.model.transactions import Fate, Kind
from variants.far_horizons.orders.language import Orders, Unread, line_of, words_of
from variants.far_horizons.orders.tolerance import RULEBOOK as STRICT
from variants.far_horizons.orders.tolerance import Tolerance
from variants.far_horizons.orders.words import Piece, Words

#: A line that stands alone between empty ones: "Production orders:".
TITLE = EventKind("title", "\n{title}")
#: An order that was not carried out, as the classic log tells it.
IGNORED = EventKind("order-ignored", "!!! Order ignored:\n!!! {order}\n!!! {reason}")
#: An order that was carried out otherwise than written.
ADJUSTED = EventKind("order-adjusted", "! WARNING: {order}\n! {reason}")

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


class Refused(Exception):  # noqa: N818 - the word of the reports
    """An order is not carried out: `reason` is the log's sentence, `piece` the offending words."""

    def __init__(self, code: str, reason: str, hint: str = "", piece: Piece | None = None) -> None:
        super().__init__(reason)
        self.code, self.reason, self.hint, self.piece = code, reason, hint, piece


@frozen
class Told:
    """Something that a species is told: a kind with its facts, as a step puts it down.

    The text is the line of the classic log with its indentation. A text of several lines stands in
    the log as it is; one line is wrapped, empty lines before it or not.
    """

    species: str
    kind: EventKind
    facts: Mapping[str, Any]
    place: str | None = None
    rules: tuple[str, ...] = ()
    dice: tuple[Drawn, ...] = ()

    @property
    def text(self) -> str:
        return self.kind.text.format_map({"place": self.place, **self.facts})


class Desk:
    """A game in the middle of a step.

    `orders` are the species' orders by their numbers; a species that sent none is missing.
    `news` is what this turn's battles changed before the orders behind them are carried out.
    """

    def __init__(
        self,
        game: Game,
        chance: Chance,
        orders: Mapping[int, Orders] | None = None,
        *,
        habits: Habits = RULEBOOK,
        tolerance: Tolerance = STRICT,
        credit: Credit = add_to_treasury,
        news: News | None = None,
    ) -> None:
        self.game, self.chance, self.orders = game, chance, orders or {}
        self.habits, self.tolerance, self.credit = habits, tolerance, credit
        self.news = news or News()
        self.told: list[Told] = []
        self.remarks: list[tuple[str, Diagnostic]] = []
        self.scans: list[tuple[str, Sector]] = []
        self.detected: list[tuple[str, Detected]] = []
        #: How often a species did in this step what is limited: by its id and what it is.
        self.tally: Counter[tuple[str, str]] = Counter()
        self.stars = {star.sector: star for star in game.stars}
        self.by_id = {species.id: species for species in game.empires}
        self._titles: dict[str, str] = {}
        self._named: dict[Place, list[tuple[Species, Colony]]] | None = None

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

    def title(self, species: Species, title: str, *, later: bool = False) -> None:
        """A title in the log; a later one appears only if something is told below it."""
        if later:
            self._titles[species.id] = title
        else:
            self._titles.pop(species.id, None)
            self.told.append(Told(species.id, TITLE, {"title": title}))

    def tell(
        self,
        species: Species,
        kind: EventKind,
        *,
        place: Place | None = None,
        rules: tuple[str, ...] = (),
        dice: Iterable[Drawn] = (),
        **facts: Any,
    ) -> None:
        """Tell a species that something happened; the facts are plain JSON types."""
        if species.id in self._titles:
            self.title(species, self._titles[species.id])
        where = str(place) if place else None
        self.told.append(Told(species.id, kind, facts, where, rules, tuple(dice)))

    def tell_gamemaster(
        self,
        kind: EventKind,
        *,
        place: Place | None = None,
        dice: Iterable[Drawn] = (),
        **facts: Any,
    ) -> None:
        """Tell nobody but the gamemaster that something happened."""
        where = str(place) if place else None
        self.told.append(Told("", kind, facts, where, dice=tuple(dice)))

    def refuse(self, species: Species, order: Order, refused: Refused) -> None:
        """An order was not carried out: a line in the log and a remark for the player."""
        self.tell(species, IGNORED, order=line_of(order).raw, reason=refused.reason)
        if refused.code == "unknown-ship" and (lost := self._lost_ship(species, order)):
            self.note(species, order, "ship-lost", f"{lost} was lost this turn")
            return
        if refused.code == "enemy" and (traitor := self._traitor(species, order)):
            self.note(species, order, "betrayed", f"SP {traitor} became an enemy this turn")
            return
        remark = _about("error", order, refused.code, refused.reason, refused.hint, refused.piece)
        self.remarks.append((species.id, remark))

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
        self.tell(species, IGNORED, order=unread.line.raw, reason=unread.reason)

    def adjust(
        self,
        species: Species,
        order: Order,
        code: str,
        *reasons: str,
        hint: str = "",
        piece: Piece | None = None,
    ) -> None:
        """An order is carried out otherwise than written; each reason is a sentence of the log."""
        reason = "\n! ".join(reasons)
        self.tell(species, ADJUSTED, order=line_of(order).raw, reason=reason)
        remark = _about("warning", order, code, " ".join(reasons), hint, piece)
        self.remarks.append((species.id, remark))

    def note(
        self,
        species: Species,
        order: Order,
        code: str,
        message: str,
        *,
        hint: str = "",
        piece: Piece | None = None,
    ) -> None:
        """A warning for the player of which the classic log says nothing."""
        self.remarks.append((species.id, _about("warning", order, code, message, hint, piece)))

    def words(self, order: Order) -> Words:
        """A cursor over the words of an order behind its command word."""
        return words_of(order, self.tolerance)

    def log(self, species: Species) -> list[str]:
        """The lines of a species' classic log in this step."""
        return [line for told in self.told if told.species == species.id
                for line in log_lines(told.text)]  # fmt: skip


def _about(
    severity: Any, order: Order, code: str, message: str, hint: str, piece: Piece | None
) -> Diagnostic:
    """A remark on an order, or on words of it."""
    text, column = (piece.text, piece.column) if piece else (order.text, order.column)
    said = f"{order.keyword}: {message}"
    return Diagnostic(severity, code, said, order.line, column, text or order.text, hint)
