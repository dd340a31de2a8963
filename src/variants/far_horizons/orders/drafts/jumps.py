"""The jump section of the generated order form (FH-AUTO-002, FH-AUTO-003, FH-AUTO-004)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from variants.far_horizons.economy import Economy
from variants.far_horizons.formulas import distance_squared
from variants.far_horizons.orders.drafts.freight import Assignments
from variants.far_horizons.view.lookup import IN_TRANSIT
from variants.far_horizons.view.ship_words import class_and_name, place_status
from variants.far_horizons.wording import hundredths

Data = Mapping[str, Any]
Place = Sequence[int]


def jumps(data: Data, plan: Assignments, economy: Economy, *, unattended: bool = False) -> str:
    """Transports on their assignments; with AUTO every other ship that can jump."""
    sectors = _sectors(data)
    text = "".join(_assigned_jumps(data, plan, sectors, economy, unattended=unattended))
    if not data["auto"]:
        return text
    goals = target(data, plan)
    for ship in data["ships"]:
        if _free(ship, plan):
            scout = "nearest_stars" in ship
            if scout and (goals[ship["name"]] or not unattended):
                text += _scout(data, ship, goals[ship["name"]], economy)
            elif not scout and not unattended:
                text += f"\tJump\t{class_and_name(ship)}, ???\t; {_present(ship)}\n"
    return text


def target(data: Data, plan: Assignments) -> dict[str, list[int] | None]:
    """Where each scout is to jump: on its assignment, or to a star of its own."""
    sectors = _sectors(data)
    given: set[tuple[int, ...]] = set()
    goals: dict[str, list[int] | None] = {}
    for ship in data["ships"]:
        if "nearest_stars" not in ship:
            continue
        assignment = plan.of(ship)
        goal = assignment.back_to or assignment.bound_for
        if goal:
            goals[ship["name"]] = sectors[goal]
            continue
        free = (star for star in ship["nearest_stars"] if tuple(star) not in given)
        goals[ship["name"]] = star = next(free, None)
        given.add(tuple(star or ()))
    return goals


def _sectors(data: Data) -> dict[str, list[int]]:
    """Where the named planets are; one that is a colony no more is at 0 0 0, as in 1999."""
    found: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    found.update((colony["name"], colony["sector"]) for colony in data["colonies"])
    return found


def _assigned_jumps(
    data: Data,
    plan: Assignments,
    sectors: Mapping[str, list[int]],
    economy: Economy,
    *,
    unattended: bool,
) -> Iterator[str]:
    for ship in data["ships"]:
        assignment = plan.of(ship)
        goal = assignment.back_to or assignment.bound_for
        if not goal or not _can_jump(ship):
            continue
        if unattended and sectors[goal] == ship["sector"]:
            continue
        age = f"Age {ship['age']}, " if assignment.back_to else ""
        chance = _chance(data, ship, sectors[goal], economy)
        yield f"\tJump\t{class_and_name(ship)}, PL {goal}\t; {age}mishap chance = {chance}\n\n"


def _free(ship: Data, plan: Assignments) -> bool:
    """Whether a finished FTL ship has nothing to do yet."""
    assignment = plan.of(ship)
    return _can_jump(ship) and not (assignment.back_to or assignment.bound_for)


def _can_jump(ship: Data) -> bool:
    nowhere = ship["where"] in ("building", *IN_TRANSIT)
    return not (nowhere or ship["sub_light"] or ship["starbase"])


def _scout(data: Data, ship: Data, star: Place | None, economy: Economy) -> str:
    if star is None:
        goal, chance = "???", "Mishap chance = ???"
    else:
        goal = "{} {} {}".format(*star)
        chance = f"mishap chance = {_chance(data, ship, star, economy)}"
    return f"\tJump\t{class_and_name(ship)}, {goal}\n\t\t\t; {_present(ship)}, {chance}\n"


def _present(ship: Data) -> str:
    x, y, z = ship["sector"]
    return f"Age {ship['age']}, now at {x} {y} {z}, {place_status(ship)}"


def _chance(data: Data, ship: Data, goal: Place, economy: Economy) -> str:
    """The chance of a mishap from where the ship is now."""
    squared = distance_squared(tuple(ship["sector"]), tuple(goal))  # type: ignore[arg-type]
    chance = economy.mishap_chance(squared, data["techs"]["GV"]["level"], ship["age"])
    return f"{hundredths(chance)}%"
