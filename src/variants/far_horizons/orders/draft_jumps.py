"""The jump section of the generated order form."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from variants.far_horizons.economy import Economy
from variants.far_horizons.formulas import distance_squared
from variants.far_horizons.orders.draft_production import Assignment, Assignments
from variants.far_horizons.view.lookup import IN_TRANSIT, class_and_name, place_status
from variants.far_horizons.wording import hundredths

Data = Mapping[str, Any]
Place = Sequence[int]


def jumps(data: Data, plan: Assignments, economy: Economy, *, unattended: bool = False) -> str:
    """Draft jumps of transports on assignments; with AUTO of all other ships that can jump."""
    sectors = _sectors(data)
    text = "".join(_assigned_jumps(data, plan, sectors, economy, unattended=unattended))
    if not data["auto"]:
        return text
    goals = target(data, plan)
    for ship in data["ships"]:
        if not _free(ship, plan):
            continue
        if "nearest_stars" not in ship:
            text += "" if unattended else _draft_open_jump(ship)
        elif goals[ship["name"]] or not unattended:
            text += _scout(data, ship, goals[ship["name"]], economy)
    return text


def target(data: Data, plan: Assignments) -> dict[str, list[int] | None]:
    """Return the target of each scout: its assignment, or a star for it alone (FH-AUTO-003)."""
    sectors = _sectors(data)
    assigned: list[Place | None] = []
    goals: dict[str, list[int] | None] = {}
    for ship in data["ships"]:
        if "nearest_stars" not in ship:
            continue
        if goal := plan.of(ship).goal:
            goals[ship["name"]] = sectors[goal]
            continue
        free = (star for star in ship["nearest_stars"] if star not in assigned)
        goals[ship["name"]] = star = next(free, None)
        assigned.append(star)
    return goals


def _sectors(data: Data) -> dict[str, list[int]]:
    """Return the sectors of named planets; lost colonies are at 0 0 0, as in 1999."""
    sectors: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    sectors.update((colony["name"], colony["sector"]) for colony in data["colonies"])
    return sectors


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
        if not assignment.goal or not _can_jump(ship):
            continue
        place = sectors[assignment.goal]
        if not unattended or place != ship["sector"]:
            yield _assigned_jump(ship, assignment, _chance(data, ship, place, economy))


def _assigned_jump(ship: Data, assignment: Assignment, chance: str) -> str:
    """Draft the jump of a ship with an assignment (FH-AUTO-002)."""
    age = f"Age {ship['age']}, " if assignment.back_to else ""
    order = f"{class_and_name(ship)}, PL {assignment.goal}"
    return f"\tJump\t{order}\t; {age}mishap chance = {chance}\n\n"


def _free(ship: Data, plan: Assignments) -> bool:
    """Return whether a finished FTL ship has no assignment yet (FH-AUTO-004)."""
    return _can_jump(ship) and not plan.of(ship).goal


def _can_jump(ship: Data) -> bool:
    """Return whether a ship can jump: not if sub-light, a starbase or unfinished (FH-AUTO-004)."""
    unavailable = ship["where"] in ("building", *IN_TRANSIT)
    return not (unavailable or ship["sub_light"] or ship["starbase"])


def _draft_open_jump(ship: Data) -> str:
    """Draft the jump of a ship whose goal the player must choose (FH-AUTO-004)."""
    return f"\tJump\t{class_and_name(ship)}, ???\t; {_present(ship)}\n"


def _scout(data: Data, ship: Data, star: Place | None, economy: Economy) -> str:
    """Draft the jump of a scout, with its position and risk as a comment (FH-AUTO-003)."""
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
    """Return the chance of a mishap from the ship's current position."""
    squared = distance_squared(tuple(ship["sector"]), tuple(goal))  # type: ignore[arg-type]
    chance = economy.mishap_chance(squared, data["techs"]["GV"]["level"], ship["age"])
    return f"{hundredths(chance)}%"
