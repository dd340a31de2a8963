"""Where scouts go: points are probed, systems scanned and surveyed, and the news carried home."""

from __future__ import annotations

from variants.starcluster.bots.board import Board, Facts

#: SC-EXP: levels of surveys.
BASIC, DETAILED = 1, 2
#: A fleet of scouts has so many ships.
GROUP = 3
#: Scans that a fleet carries before it flies home with them.
LOAD = 2


def form_groups(board: Board) -> None:
    """New scouts at home fly in groups: instruments add up (SC-EXP-004)."""
    spare = [
        fleet
        for fleet in board.idle_fleets()
        if fleet["x_rating"] and fleet["at"] in board.own and len(fleet["units"]) < GROUP
    ]
    for one, *others in _threes(spare):
        for other in others:
            board.order("JOIN", other["name"], one["name"])
            board.busy.add(other["name"])
        board.busy.add(one["name"])


def _threes(fleets: list[Facts]) -> list[list[Facts]]:
    by_place: dict[str, list[Facts]] = {}
    for fleet in fleets:
        by_place.setdefault(fleet["at"], []).append(fleet)
    groups = []
    for together in by_place.values():
        while len(together) > 1:
            group, size = [together.pop(0)], 0
            size = len(group[0]["units"])
            while together and size + len(together[0]["units"]) <= GROUP:
                size += len(together[0]["units"])
                group.append(together.pop(0))
            if len(group) > 1:
                groups.append(group)
    return groups


def send_scouts(board: Board) -> None:
    """Every idle fleet with instruments works where it is, or moves on."""
    goals = {fleet["goal"] for fleet in board.view["fleets"] if fleet["path"]}
    goals |= {fleet["at"] for fleet in board.view["fleets"] if fleet["scan"]}
    for fleet in list(board.idle_fleets()):
        if not fleet["x_rating"] or not fleet["xp_rating"]:
            continue
        board.busy.add(fleet["name"])
        if _work_here(board, fleet):
            continue
        home = board.nearest(fleet["at"], lambda at: at in board.own)
        if fleet["surveys"] >= LOAD and home and home != fleet["at"]:
            board.order("MOVE", fleet["name"], home)
            continue
        goal = board.nearest(fleet["at"], lambda at: at not in goals and bool(_work(board, at)))
        goal = goal or (home if fleet["surveys"] else None)
        if goal and goal != fleet["at"]:
            goals.add(goal)
            board.order("MOVE", fleet["name"], goal)


def _work_here(board: Board, fleet: Facts) -> bool:
    done = max(
        (row["level"] for row in board.view["carried"]
         if row["system"] == fleet["at"] and set(row["carriers"]) & set(fleet["units"])),
        default=0,
    )  # fmt: skip
    todo = _work(board, fleet["at"], done)
    if todo:
        board.order(todo[0], fleet["name"], *todo[1:])
    return bool(todo)


def _work(board: Board, at: str, done: int = 0) -> tuple[str, ...]:
    """What a scout could do in a system: the words of an order, without the fleet's name."""
    system = board.systems[at]
    carried = max((row["level"] for row in board.view["carried"] if row["system"] == at), default=0)
    level = max(system["level"], done)
    foreign = bool(system["owner"]) and not system["yours"]
    if not system["yours"] and not foreign and max(level, carried) < BASIC:
        return ("SCAN",)
    unprobed = [point["name"] for point in system["points"] if not point["leads"]]
    if unprobed:
        return ("PROBE", unprobed[0])
    if not system["yours"] and not foreign and BASIC <= level < DETAILED and carried < DETAILED:
        return ("SURVEY",) if system["habitable"] != 0 else ()
    return ()
