"""How the names in orders are matched with what they stand for (section 9)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Generic, Protocol, TypeVar

from attrs import frozen

from horizons_core.model import typed
from variants.far_horizons.model import Colony, Game, Ship, Species
from variants.far_horizons.model.class_words import ClassWord
from variants.far_horizons.model.written import LineOrder, WrittenName


class Named(Protocol):
    """Anything with a name."""

    @property
    def name(self) -> str: ...


T = TypeVar("T", bound=Named)


@frozen
class Found(Generic[T]):
    """What a name stands for; `near` says that it was misspelt."""

    thing: T
    near: bool = False


class Names:
    """How names are matched: by their class word and exactly, but for small and capital letters.

    (FH-NAME-002, FH-NAME-004.) What is found keeps its spelling, which reports show, however the
    order writes it (FH-NAME-006).

    Attributes:
        forgiving: whether class words may be missing, and surplus words be there.
    """

    forgiving = False

    def key(self, name: str) -> str:
        """The form in which names are compared; how they were typed makes no difference."""
        return typed(name)

    def ship(
        self, species: Species, written: WrittenName, *, exact: bool = False
    ) -> Found[Ship] | None:
        """The ship or starbase of a species, however far away (FH-ORDER-001).

        It is found by its `exact` name alone where it is to be destroyed.
        """
        return self.ship_among(tuple(species.living_ships()), written, exact=exact)

    def ship_among(
        self,
        ships: Sequence[Ship],
        written: WrittenName,
        *,
        exact: bool = False,  # noqa: ARG002
    ) -> Found[Ship] | None:
        """One of these ships and starbases."""
        return self._marked("ship", written, ships, is_class_of)

    def planet(self, species: Species, written: WrittenName) -> Found[Colony] | None:
        """The planet of a name that the species gave it (FH-MISC-004)."""
        return self._marked("planet", written, species.living_colonies())

    def species(self, game: Game, written: WrittenName) -> Found[Species] | None:
        """The species of a name."""
        return self._marked("species", written, game.empires)

    def holder(self, species: Species, written: WrittenName) -> Found[Ship] | Found[Colony] | None:
        """Where cargo comes from or goes to: a ship or a planet."""
        return self.ship(species, written) or self.planet(species, written)

    def second_reading(
        self,
        order: LineOrder,  # noqa: ARG002
        code: str,  # noqa: ARG002
        argument: str,  # noqa: ARG002
    ) -> LineOrder | None:
        """The order read otherwise, after a name in it was found to stand for nothing; or None."""
        return None

    def _marked(
        self,
        kind: str,
        written: WrittenName,
        things: Iterable[T],
        fits: Callable[[ClassWord, T], bool] = lambda _word, _thing: True,
    ) -> Found[T] | None:
        """The first thing of the name that the class word fits; one spelt the same comes first."""
        word, name = written.word, self.key(written.name)
        if word is None or word.kind != kind or not name:
            return None
        alike = [t for t in things if self.key(t.name) == name and fits(word, t)]
        same = (t for t in alike if t.name.casefold() == written.name.casefold())
        found = next(same, None) or next(iter(alike), None)
        return Found(found) if found else None


class PlainNames(Names):
    """The names of games of version 1.0.0: apostrophes and full stops are as they are."""

    def key(self, name: str) -> str:
        return name.casefold()


#: The rulebook's way.
RULEBOOK_NAMES = Names()
PLAIN_NAMES = PlainNames()


def is_class_of(word: ClassWord, ship: Ship) -> bool:
    """Whether a class word is this ship's: class, sub-light or not, a transport's size."""
    if word.code != ship.class_ or word.sub_light != ship.sub_light:
        return False
    return not ship.transport or word.tonnage == ship.tonnage
