"""TERRAFORM: plants make a planet more like home (FH-TERRA-004)."""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal
from variants.far_horizons.constants import ITEM_OF
from variants.far_horizons.model import Colony, Species
from variants.far_horizons.rules.atmospheres import TargetAtmosphere, improve
from variants.far_horizons.rules.inhabitants import inhabitants, lsn
from variants.far_horizons.rules.stock import add
from variants.far_horizons.step_context import OrderRefused, StepContext

TERRAFORMED = EventKind(
    "planet-terraformed", "PL {planet} was terraformed using {plants} Terraforming Units.",
    ("FH-TERRA-004", "FH-TERRA-006"),
)  # fmt: skip
#: Number of plants for a change.
PLANTS = 3


def terraform(context: StepContext, species: Species, order: Order) -> None:
    """TERRAFORM [n] PL name: the planet changes at once, and for good."""
    colony: Colony = order["planet"]
    if colony.home:
        raise OrderRefused("home-planet", "Terraforming may not be done on a home planet.")
    used = _plants(context, species, order, colony, order.get("plants", 0))
    subject = ("terraform", species.number, str(colony.place))
    air = TargetAtmosphere(
        species, context.home(species), traces=context.economy.traces_take_plants
    )
    for _ in range(used // PLANTS):  # FH-TERRA-008, FH-TERRA-011
        improve(context.planet(colony), air, context.chance.dice(*subject))
    add(colony.items, "TP", -used)  # FH-TERRA-009
    drawn = context.chance.drawn(*subject)
    context.tell(
        species, TERRAFORMED, place=colony.place, dice=drawn, planet=colony.name, plants=used
    )


def knows_how(_context: StepContext, species: Species, _order: Order) -> Refusal | None:
    """Refuse plants below the Biology level that building them takes (FH-TERRA-012)."""
    level, needed = species.level("BI"), ITEM_OF["TP"].level
    if level >= needed:
        return None
    reason = f"Biology tech level {needed} is needed to terraform a planet."
    return Refusal("biology-too-low", reason, f"yours is {level}: plants of others do not help")


def consent(context: StepContext, species: Species, order: Order) -> None:
    """Refuse a planet that is unpopulated, or whose other inhabitants don't agree."""
    colony: Colony = order["planet"]
    if not colony.populated:  # FH-TERRA-004
        reason = f"PL {colony.name} is not populated!"
        raise OrderRefused("not-populated", reason, "only a colony can be terraformed")
    for other, _ in inhabitants(context, colony.place, species):  # FH-TERRA-010
        if species.id not in other.allies:
            reason = f"PL {colony.name} is populated by another species as well!"
            hint = f"SP {other.name} agrees by declaring you its ally"
            raise OrderRefused("no-consent", reason, hint)


def _plants(
    context: StepContext, species: Species, order: Order, colony: Colony, requested: int
) -> int:
    """Return the number of plants used: at most what is needed, in threes (FH-TERRA-004)."""
    needed, available = lsn(context, species, colony), colony.items.get("TP", 0)
    if needed == 0:  # FH-TERRA-003
        reason = f"PL {colony.name} does not need to be terraformed."
        raise OrderRefused("not-needed", reason, "its LSN is 0")
    count = min(requested or available, needed) // PLANTS * PLANTS  # FH-TERRA-003
    if count < PLANTS:
        reason = "At least three TPs are needed to terraform."
        raise OrderRefused("too-few-plants", reason, f"there are {available} on PL {colony.name}")
    if count > available:  # plants aboard ships don't count (FH-TERRA-005)
        reason = f"PL {colony.name} does not have enough TPs!"
        raise OrderRefused("no-items", reason, f"there are {available} of {count}")
    if requested and count != requested:
        message = f"{count} plants are used: they work in threes, and {needed} make it like home"
        context.note(species, order, "plants-cut", message)
    return count
