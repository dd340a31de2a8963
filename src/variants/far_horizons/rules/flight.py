"""The flight of a ship that jumps (FH-MISHAP-001)."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from horizons_core.model import EventKind
from variants.far_horizons.formulas import distance_squared
from variants.far_horizons.jumps.mishaps import Jump, JumpEnding, JumpOutcome, attempt
from variants.far_horizons.model import JUMPED, Place, Ship, ShipLocation, Species
from variants.far_horizons.model.transactions import MishapFate, TransactionKind, transaction
from variants.far_horizons.rules.jump_orders import JumpGoal
from variants.far_horizons.step_context import StepContext
from variants.far_horizons.wording import ship_name

TRIED = EventKind(
    "jump-tried", "{ship} will try to jump to {goal} ({percent:.2f}%).", ("FH-JUMP-005",)
)
TRIED_THROUGH = EventKind(
    "portal-jump-tried",
    "{ship} will try to jump to {goal} via jump portal {portal} ({percent:.2f}%).",
    ("FH-JP-004", "FH-JP-008"),
)
TRIED_THROUGH_FOREIGN = EventKind(
    "foreign-portal-jump-tried",
    "{ship} will try to jump to {goal} via jump portal {portal} owned by SP {owner}"
    " ({percent:.2f}%).",
    ("FH-JP-007", "FH-JP-008"),
)
_SAFETY = "FS"
_CHANCE = ("FH-MISHAP-001", "FH-MISHAP-003")


@frozen
class Portal:
    """A starbase that sends a ship through its portal, and its owner."""

    base: Ship
    owner: Species


def chance_of(
    context: StepContext, species: Species, ship: Ship, goal: JumpGoal, portal: Portal | None = None
) -> int:
    """Return the chance of a mishap, in hundredths of a percent (FH-MISHAP-001, FH-JP-008)."""
    squared = distance_squared(ship.place.sector, goal.place.sector)
    sender, owner = (portal.base, portal.owner) if portal else (ship, species)
    return context.economy.mishap_chance(squared, owner.level("GV"), sender.age)


def fly(
    context: StepContext, species: Species, ship: Ship, goal: JumpGoal, portal: Portal | None = None
) -> JumpOutcome:
    """Let a ship try to jump; it counts as moved in any case.

    Fail-safe units work automatically, if the ship itself carries them.
    """
    fail_safes = ship.cargo.get(_SAFETY, 0)  # FH-FS-003, FH-JP-009
    risk = Jump(
        origin=ship.place.sector,
        destination=goal.place.sector,
        chance=chance_of(context, species, ship, goal, portal),
        radius=context.game.radius,
        fail_safes=fail_safes,
        forced=ship.where == ShipLocation.FORCED,
    )
    subject = ("jump", species.number, ship.name)
    outcome = attempt(risk, context.chance.dice(*subject))
    _report_attempt(context, species, ship, goal, risk, portal)
    _place_or_remove(context, species, ship, goal, outcome)
    return outcome


def _report_attempt(
    context: StepContext,
    species: Species,
    ship: Ship,
    goal: JumpGoal,
    risk: Jump,
    portal: Portal | None,
) -> None:
    """Report the attempt; its outcome is reported at the end of the turn."""
    subject = ("jump", species.number, ship.name)
    facts: dict[str, Any] = {
        "ship": ship_name(ship),
        "goal": goal.text,
        "percent": risk.chance / 100,
    }
    kind = TRIED
    if portal is not None:
        kind = TRIED_THROUGH
        facts["portal"] = ship_name(portal.base)
        if portal.owner is not species:
            kind = TRIED_THROUGH_FOREIGN
            facts["owner"] = portal.owner.name
    context.tell(species, kind, rules=_CHANCE, dice=context.chance.drawn(*subject), **facts)


def _place_or_remove(
    context: StepContext, species: Species, ship: Ship, goal: JumpGoal, outcome: JumpOutcome
) -> None:
    """Put a ship where its jump ended, or remove it from the game (FH-JUMP-003)."""
    _use_fail_safes(context, species, ship, outcome.used)
    ship.moved = JUMPED
    if outcome.sector is None:
        _deal(context, species, ship, MishapFate.SELF_DESTRUCTED)
        _remove(species, ship)
        return
    place = goal.place if outcome.ending == JumpEnding.ARRIVED else Place(outcome.sector)
    if outcome.ending == JumpEnding.MISJUMPED:
        _deal(context, species, ship, MishapFate.MISJUMPED, place)
    place_ship(context, species, ship, place)  # FH-JUMP-002


def place_ship(context: StepContext, species: Species, ship: Ship, place: Place) -> None:
    """Move a ship to a place: in orbit or in deep space; the star counts as visited."""
    ship.place = place
    ship.where = ShipLocation.ORBIT if place.orbit else ShipLocation.DEEP_SPACE  # FH-JUMP-007
    context.visit(species, place.sector)


def _use_fail_safes(context: StepContext, species: Species, ship: Ship, used: int) -> None:
    """Report and remove used fail-safe units (FH-FS-002)."""
    for _ in range(used):
        _deal(context, species, ship, MishapFate.FAIL_SAFE_USED)
    if used:
        ship.cargo[_SAFETY] -= used
        if not ship.cargo[_SAFETY]:
            del ship.cargo[_SAFETY]


def _deal(
    context: StepContext, species: Species, ship: Ship, fate: MishapFate, place: Place | None = None
) -> None:
    facts: dict[str, int] = {}
    if place is not None:
        facts = dict(zip("xyz", place.sector, strict=True))
    context.deal(
        transaction(
            TransactionKind.MISHAP,
            owner=species.number,
            fate=int(fate),
            ship=ship_name(ship),
            **facts,
        )
    )


def _remove(species: Species, ship: Ship) -> None:
    """Remove a ship; its slot stays empty."""
    for number, other in enumerate(species.ships):
        if other is ship:
            species.ships[number] = None
