"""NAME: giving a planet a name of one's own (FH-NAME-007, FH-MISC-005)."""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.orders import Order
from variants.far_horizons.model import Colony, Place, Species, Status
from variants.far_horizons.orders.places import numbers_of
from variants.far_horizons.orders.words import Words
from variants.far_horizons.step_context import Refused, StepContext

NAMED = EventKind("planet-named", "    Named PL {name} at {x} {y} {z}, planet #{orbit}.",
                  ("FH-NAME-007",))  # fmt: skip
NO_SUCH_PLANET = EventKind(
    "named-no-planet", "SP {species} tried to name a planet that does not exist: {x} {y} {z} {p}.",
    ("FH-MISC-005",),
)  # fmt: skip
#: What `fifty_names` limits a species to in a step.
MOST_NAMES = 50


def name(context: StepContext, species: Species, order: Order, words: Words) -> None:  # noqa: ARG001
    """NAME x y z p PL name; the sector is visited by that (FH-VISITED-002)."""
    place = _place(context, species, words)
    written = _name(context, words)
    _refuse_known(species, place, written)
    _count(context, species)
    context.add_colony(species, Colony(name=written, place=place, status=Status.COLONY))
    context.visit(species, place.sector)
    x, y, z = place.sector
    context.tell(species, NAMED, place=place, name=written, x=x, y=y, z=z, orbit=place.orbit)


def _place(context: StepContext, species: Species, words: Words) -> Place:
    """The planet meant, by its full designation x y z n (FH-MISC-003).

    The gamemaster hears of attempts to count planets (FH-MISC-005).
    """
    piece = words.rest
    numbers = numbers_of(words, 4)
    reason = "Invalid coordinates in NAME command."
    if len(numbers) < 4:
        raise Refused("no-place", reason, "write NAME x y z, the planet's number, PL and a name",
                      piece)  # fmt: skip
    x, y, z, orbit = numbers
    place = Place((x, y, z), orbit)
    if context.planet_at(place) is None:
        if not context.habits.unwatched_naming:
            context.tell_gamemaster(NO_SUCH_PLANET, species=species.name, x=x, y=y, z=z, p=orbit)
        raise Refused("no-such-planet", reason, "there is no such planet", piece)
    return place


def _name(context: StepContext, words: Words) -> str:
    """The name; PL before it may be forgiven (FH-NAME-007, FH-CMD-003)."""
    reason = "Invalid or missing planet name in NAME command."
    marked = words.class_word("planet") is not None
    if not marked and not context.tolerance.class_words:
        raise Refused("no-class-word", "PL is missing in NAME command.", "write PL before the name",
                      words.rest)  # fmt: skip
    written = words.name()
    if not written:
        raise Refused("no-name", reason, "write a name behind PL")
    if written[0].isdigit() and not context.habits.names_from_digits:
        raise Refused("name-from-digit", reason, "a name may not begin with a digit", words.piece)
    if not words.ended and not context.tolerance.class_words:
        hint = "a comma or tab ends a name: leave it out"
        raise Refused("name-with-comma", reason, hint, words.rest)
    return written


def _refuse_known(species: Species, place: Place, written: str) -> None:
    """A planet has one name, and a name is for one planet (FH-NAME-007)."""
    for colony in species.living_colonies():
        if colony.place == place:
            reason = "The planet at these coordinates already has a name."
            raise Refused("planet-has-name", reason, f"you call it PL {colony.name}")
        if colony.name.casefold() == written.casefold():
            reason = "Planet with this name already exists."
            raise Refused("name-in-use", reason, f"PL {colony.name} is at {colony.place}")


def _count(context: StepContext, species: Species) -> None:
    context.tally[species.id, "names"] += 1
    if context.habits.fifty_names and context.tally[species.id, "names"] > MOST_NAMES:
        reason = f"No more than {MOST_NAMES} planets may be named at a time."
        raise Refused("too-many-names", reason, "name the others later")
