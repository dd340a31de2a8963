"""Match the names in orders with ships, planets and species (section 9)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Generic, Protocol, TypeVar

from attrs import frozen

from horizons_core.model import typed
from variants.far_horizons.model import Colony, Game, Ship, Species
from variants.far_horizons.model.class_words import ClassWord
from variants.far_horizons.model.written import LineOrder, WrittenName


class Named(Protocol):
    """An object with a name."""

    @property
    def name(self) -> str: ...


T = TypeVar("T", bound=Named)


@frozen
class NameMatch(Generic[T]):
    """The object that a name stands for; `near` marks a misspelt name."""

    target: T
    near: bool = False


class Names:
    """Rules for matching names: by class word and exact spelling, ignoring case.

    (FH-NAME-002, FH-NAME-004.) The object keeps its own spelling, which reports show, however the
    order writes it (FH-NAME-006).

    Attributes:
        forgiving: whether class words may be missing or superfluous.
    """

    forgiving = False

    def key(self, name: str) -> str:
        """Normalize a name for comparison, so that ways of typing it make no difference."""
        return typed(name)

    def ship(
        self, species: Species, written: WrittenName, *, exact: bool = False
    ) -> NameMatch[Ship] | None:
        """Find a ship or starbase of a species, however far away (FH-ORDER-001).

        With `exact`, as for a ship to be destroyed, only its exact name matches.
        """
        return self.ship_among(tuple(species.living_ships()), written, exact=exact)

    def ship_among(
        self,
        ships: Sequence[Ship],
        written: WrittenName,
        *,
        exact: bool = False,  # noqa: ARG002
    ) -> NameMatch[Ship] | None:
        """Find the ship among these ships and starbases."""
        return self._marked("ship", written, ships, is_class_of)

    def planet(self, species: Species, written: WrittenName) -> NameMatch[Colony] | None:
        """Find a planet by the name that the species gave it (FH-MISC-004)."""
        return self._marked("planet", written, species.living_colonies())

    def species(self, game: Game, written: WrittenName) -> NameMatch[Species] | None:
        """Find a species by its name."""
        return self._marked("species", written, game.empires)

    def holder(
        self, species: Species, written: WrittenName
    ) -> NameMatch[Ship] | NameMatch[Colony] | None:
        """Find the ship or planet that cargo comes from or goes to."""
        return self.ship(species, written) or self.planet(species, written)

    def second_reading(
        self,
        order: LineOrder,  # noqa: ARG002
        code: str,  # noqa: ARG002
        argument: str,  # noqa: ARG002
    ) -> LineOrder | None:
        """Return another reading of an order with an unknown name in it, or None."""
        return None

    def _marked(
        self,
        kind: str,
        written: WrittenName,
        candidates: Iterable[T],
        fits: Callable[[ClassWord, T], bool] = lambda _word, _target: True,
    ) -> NameMatch[T] | None:
        """Return the first candidate with the name and a fitting class word; same spelling wins."""
        word, name = written.word, self.key(written.name)
        if word is None or word.kind != kind or not name:
            return None
        alike = [c for c in candidates if self.key(c.name) == name and fits(word, c)]
        same = (c for c in alike if c.name.casefold() == written.name.casefold())
        match = next(same, None) or next(iter(alike), None)
        return NameMatch(match) if match else None


class PlainNames(Names):
    """Names in games of version 1.0.0: apostrophes and full stops count as written."""

    def key(self, name: str) -> str:
        return name.casefold()


#: The rulebook's matching.
RULEBOOK_NAMES = Names()
PLAIN_NAMES = PlainNames()


def is_class_of(word: ClassWord, ship: Ship) -> bool:
    """Tell whether a class word fits a ship: class, sub-light or not, a transport's size."""
    if word.code != ship.class_ or word.sub_light != ship.sub_light:
        return False
    return not ship.transport or word.tonnage == ship.tonnage
