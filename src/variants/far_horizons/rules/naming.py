"""NAME (FH-NAME-007), and requirements for the names that orders give."""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.orders import Check, Order, Refusal
from variants.far_horizons.model import Colony, Place, Species, Status
from variants.far_horizons.model.names import Names
from variants.far_horizons.model.orders import WrittenName
from variants.far_horizons.rules.dispatch import surplus
from variants.far_horizons.step_context import OrderRefused, StepContext, placed


def no_digit_first(argument: str, code: str, reason: str) -> Check:
    """Return a check that a new name does not begin with a digit (FH-CMD-003).

    Existing names of ships and starbases are exempt.
    """

    def check(context: StepContext, species: Species, order: Order) -> Refusal | None:
        written: WrittenName | None = order.get(argument)
        if written is None or written.word is None or not written.name[:1].isdigit():
            return None
        if context.names.ship(species, written):
            return None
        return placed(Refusal(code, reason, "a name may not begin with a digit"), written.piece)

    return check


NAMED = EventKind("planet-named", "Named PL {name} at {x} {y} {z}, planet #{orbit}.",
                  ("FH-NAME-007",))  # fmt: skip
NO_SUCH_PLANET = EventKind(
    "named-no-planet", "SP {species} tried to name a planet that does not exist: {x} {y} {z} {p}.",
    ("FH-MISC-005",),
)  # fmt: skip
#: The log's sentence for a name that cannot be given.
INVALID = "Invalid or missing planet name in NAME command."


def name(context: StepContext, species: Species, order: Order) -> None:
    """NAME x y z p PL name; the sector counts as visited (FH-VISITED-002)."""
    place = _place(context, species, order)
    written = _name(context, order)
    _refuse_known(context.names, species, place, written)
    context.add_colony(species, Colony(name=written, place=place, status=Status.COLONY))
    context.visit(species, place.sector)
    x, y, z = place.sector
    context.notify(species, NAMED, place=place, name=written, x=x, y=y, z=z, orbit=place.orbit)


def _place(context: StepContext, species: Species, order: Order) -> Place:
    """Return the planet with the full designation x y z n (FH-MISC-003)."""
    numbers: tuple[int, ...] = order["place"] or ()
    reason = "Invalid coordinates in NAME command."
    if len(numbers) < 4:
        hint = "write NAME x y z, the planet's number, PL and a name"
        raise OrderRefused("no-place", reason, hint, "place")
    x, y, z, orbit = numbers
    place = Place((x, y, z), orbit)
    if context.planet_at(place) is None:  # FH-MISC-005
        context.notify_gamemaster(NO_SUCH_PLANET, species=species.name, x=x, y=y, z=z, p=orbit)
        raise OrderRefused("no-such-planet", reason, "there is no such planet", "place")
    return place


def _name(context: StepContext, order: Order) -> str:
    """Return the name; a missing PL may be forgiven (FH-NAME-007)."""
    written: WrittenName | None = order["name"]
    marked = written is not None and written.word is not None
    if not marked and not context.names.forgiving:
        hint = "write PL before the name"
        raise OrderRefused("no-class-word", "PL is missing in NAME command.", hint, "name")
    if written is None or not written.name:
        raise OrderRefused("no-name", INVALID, "write a name after PL")
    if surplus(context, order) and not context.names.forgiving:
        hint = "a comma or tab ends a name: leave it out"
        raise OrderRefused("name-with-comma", INVALID, hint, "surplus")
    return written.name


def _refuse_known(names: Names, species: Species, place: Place, written: str) -> None:
    """Refuse a second name for a planet, or a name in use (FH-NAME-007)."""
    for colony in species.living_colonies():
        if colony.place == place:
            reason = "The planet at these coordinates already has a name."
            raise OrderRefused("planet-has-name", reason, f"you call it PL {colony.name}")
        if names.key(colony.name) == names.key(written):
            reason = "Planet with this name already exists."
            raise OrderRefused("name-in-use", reason, f"PL {colony.name} is at {colony.place}")
