"""Whose name was written: ships, planets and species, near misses if forgiven (section 9)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, Protocol, TypeVar

from attrs import frozen

from horizons_core.errors import nearest
from variants.far_horizons.model import Colony, Game, Ship, Species
from variants.far_horizons.model.class_words import ClassKind, ClassWord
from variants.far_horizons.model.written import Piece
from variants.far_horizons.mods.engine_1999.likeness import Guess
from variants.far_horizons.orders.words import Guessed, Words
from variants.far_horizons.wording import class_word_of


class Named(Protocol):
    """Anything with a name."""

    @property
    def name(self) -> str: ...


T = TypeVar("T", bound=Named)


@frozen
class Found(Generic[T]):
    """What a name names, and the name as written; `near` says that it was misspelt."""

    thing: T
    piece: Piece
    near: bool = False


@frozen
class _Reading:
    """One way to read a name: the class word before it, if it counts, and where the name ends."""

    word: ClassWord | None
    name: str
    piece: Piece
    end: int


def find(
    words: Words,
    kind: ClassKind,
    things: Sequence[T],
    fits: Callable[[ClassWord, T], bool] = lambda _word, _thing: True,
    *,
    exact: bool = False,
) -> Found[T] | None:
    """What the next name names, after its class word; nothing is read if nothing is found.

    Where class words are forgiven, the class word may be missing or be a part of the name; else it
    must be there and fit the thing (FH-NAME-004). What is found keeps its spelling, which
    reports show, however the order writes it (FH-NAME-006).
    """
    start = words.skip()
    found = _exactly(list(_readings(words, kind)), things, fits)
    if found is None and words.tolerance.spelling and not exact:
        words.at = start
        found = _nearly(list(_guesses(words)), things)
    if found is None:
        words.put_back(start)
        return None
    reading, thing, near = found
    words.at, words.piece = reading.end, reading.piece
    if near:
        words.guesses.append(Guessed(reading.piece, thing.name))
    return Found(thing, reading.piece, near)


def _readings(words: Words, kind: ClassKind) -> Iterator[_Reading]:
    """The name behind its class word; then, if that is forgiven, without one."""
    start, forgiving = words.skip(), words.tolerance.class_words
    word = words.class_word(kind)
    if word is not None:
        yield _reading(words, None if forgiving else word)
    if forgiving:
        words.at = start
        yield _reading(words, None)


def _guesses(words: Words) -> Iterator[_Reading]:
    """The ways to read a misspelt name: any first word may be its class word, or a part of it."""
    start = words.skip()
    if words.word():
        yield _reading(words, None)
    words.at = start
    yield _reading(words, None)


def _reading(words: Words, word: ClassWord | None) -> _Reading:
    name = words.name()
    return _Reading(word, name, words.piece, words.at)


def _exactly(
    readings: Sequence[_Reading], things: Sequence[T], fits: Callable[[ClassWord, T], bool]
) -> tuple[_Reading, T, bool] | None:
    """The thing of this name; capital and small letters are alike (FH-NAME-002)."""
    for reading in readings:
        written = reading.name.casefold()
        for thing in things if written else ():
            if thing.name.casefold() == written and (
                reading.word is None or fits(reading.word, thing)
            ):
                return reading, thing, False
    return None


def _nearly(readings: Sequence[_Reading], things: Sequence[T]) -> tuple[_Reading, T, bool] | None:
    """The thing whose name is most like what is written, if it is like enough."""
    guess: Guess[T] = Guess()
    best: _Reading | None = None
    for reading in readings:
        for thing in things if reading.name else ():
            if guess.compare(thing, thing.name, reading.name):
                best = reading
    if best is None or guess.thing is None or not guess.sure:
        return None
    return best, guess.thing, True


def is_class_of(word: ClassWord, ship: Ship) -> bool:
    """Whether a class word is this ship's: class, sub-light or not, a transport's size."""
    if word.code != ship.class_ or word.sub_light != ship.sub_light:
        return False
    return not ship.transport or word.tonnage == ship.tonnage


def find_ship(species: Species, words: Words, *, exact: bool = False) -> Found[Ship] | None:
    """The ship or starbase of a species that is named next, however far away (FH-ORDER-001)."""
    return find(words, "ship", tuple(species.living_ships()), is_class_of, exact=exact)


def find_planet(species: Species, words: Words, *, exact: bool = False) -> Found[Colony] | None:
    """The planet that is named next, by a name that the species gave it (FH-MISC-004)."""
    return find(words, "planet", tuple(species.living_colonies()), exact=exact)


def find_species(game: Game, words: Words, *, exact: bool = False) -> Found[Species] | None:
    """The species that is named next."""
    return find(words, "species", game.empires, exact=exact)


def find_holder(species: Species, words: Words) -> Found[Ship] | Found[Colony] | None:
    """Where cargo comes from or goes to: a ship, a planet, at last a misspelt ship."""
    return (
        find_ship(species, words, exact=True)
        or find_planet(species, words)
        or find_ship(species, words)
    )


def ship_hint(species: Species, words: Words) -> str:
    """What to write instead of the next words, where a ship or starbase should be named."""
    known = [f"{class_word_of(ship)} {ship.name}" for ship in species.living_ships()]
    return _hint(words, known, "write its class and its name") if known else "you have no ships"


def planet_hint(species: Species, words: Words) -> str:
    """What to write instead of the next words, where a named planet should stand."""
    return _hint(
        words,
        [f"PL {colony.name}" for colony in species.living_colonies()],
        "write PL and the name that you gave it",
    )


def species_hint(game: Game, species: Species, words: Words) -> str:
    """What to write instead of the next words, where a species that was met should be named."""
    known = [f"SP {other.name}" for other in game.empires if other.id in species.met]
    return _hint(words, known, "write SP and the name of a species")


def _hint(words: Words, known: Sequence[str], otherwise: str) -> str:
    """A comma that is missing, the nearest of the known names, or what to write."""
    if not words.hinting:
        return otherwise
    start = words.skip()
    written = words.name().casefold()
    words.put_back(start)
    for name in known:
        if written.startswith(f"{name.casefold()} "):
            return f"put a comma behind '{name}'"
    near = nearest(written, known)
    return f"did you mean '{near}'?" if near else otherwise
