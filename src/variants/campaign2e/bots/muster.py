"""Fleets: what stands together is joined, what cannot jump or is too small to attack is parted."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from horizons_core.sums import ordered_sum
from variants.campaign2e.bots.board import Board, Facts
from variants.campaign2e.bots.mending import in_dock

#: How the names of groups begin that were parted from others, and of those that land troops.
LEFT, HOME, STRIKE, LANDING = "Left", "Home", "Strike", "Landing"
#: Hull boxes of a ship that can stand the hits of an attack that is beaten off.
BIG = 5
#: Weeks of endurance that it needs: an attack takes two of them.
ENDURANCE = 4
LANDER = "AL"


def muster(board: Board, *, fights: bool, goes_on: Callable[[Facts], bool]) -> None:
    """Part from each group what would keep it, then join groups of one kind in one place.

    Who fights keeps small ships and supply ships at home: hits are dealt to ships with equal
    chance, and small ones do not survive them. Landing ships keep warships with them only while
    their invasion `goes_on`.
    """
    for group in fleets(board):
        crew = board.crews[group["name"]]
        lame = [ship for ship in crew if not can_jump(ship)]
        if lame and len(lame) < len(crew):
            _part(board, group, lame, LEFT)
        elif fights and board.is_base(group["at"]):
            lands = group["name"].startswith(LANDING)
            parted = [ship for ship in crew if is_big(ship) == lands]
            if parted and len(parted) < len(crew) and not (lands and goes_on(group)):
                _part(board, group, parted, STRIKE if lands else HOME)
            elif not lands:
                _leave_in_dock(board, group, crew)
    _join(board)


def _leave_in_dock(board: Board, group: Facts, crew: Sequence[Facts]) -> None:
    """Part the ships that are being mended from a fleet, if they are the smaller part of it."""
    left = [ship for ship in crew if in_dock(board, ship)]
    if left and 2 * ordered_sum(ship["points"] for ship in left) < ordered_sum(
        ship["points"] for ship in crew
    ):
        _part(board, group, left, LEFT)


def fleets(board: Board) -> list[Facts]:
    """Groups without a task of their own that can be sent or joined to others."""
    return [
        group
        for name, group in board.groups.items()
        if not group["defence"]
        and not group["bound_for"]
        and name not in board.tasked
        and board.crews[name]
        and not any(ship["captured"] for ship in board.crews[name])
    ]


def strikers(board: Board) -> list[Facts]:
    """The fleets that attack: of big ships alone, all of which can jump and none is mended."""
    return [group for group in fleets(board) if _kind(board, group) == "big"]


def landing(board: Board) -> list[Facts]:
    """The fleets with dropships and warships."""
    return [group for group in fleets(board) if _kind(board, group) == "landing"]


def landers(board: Board) -> list[Facts]:
    """Landing ships and the supply ships with them, without warships."""
    return [group for group in fleets(board) if _kind(board, group) == "lander"]


def movable(board: Board) -> list[Facts]:
    """The fleets that can jump."""
    return [group for group in fleets(board) if _kind(board, group) != "lame"]


def others(board: Board) -> list[Facts]:
    """The fleets that stay at home or, out of supply, have to go there."""
    kinds = ("small", "starved")
    return [group for group in fleets(board) if _kind(board, group) in kinds]


def is_big(ship: Facts) -> bool:
    """True if a ship is for attacks: sturdy, armed, and with supply for more than one of them."""
    stays = ship["endurance_of"] >= ENDURANCE
    return bool(stays and ship["hull_of"] >= BIG and not ship["cargo"] and ship["type"] != LANDER)


def can_jump(ship: Facts) -> bool:
    """Return whether a ship jumps: with a working FTL drive, and all that it is steered by."""
    return bool(ship["ftl"] == "ok" and not ship["core_out"])


def _kind(board: Board, group: Facts) -> str:
    crew = board.crews[group["name"]]
    if not all(can_jump(ship) and ship["in_supply"] for ship in crew):
        return "lame" if not all(map(can_jump, crew)) else "starved"
    if any(in_dock(board, ship) for ship in crew):
        return "docked"
    if all(is_big(ship) for ship in crew):
        return "big"
    if group["name"].startswith(LANDING):
        if not any(is_big(ship) for ship in crew):
            return "lander"
        return "landing" if any(ship["dropships"] for ship in crew) else "small"
    return "small"


def _part(board: Board, group: Facts, ships: Sequence[Facts], kind: str) -> None:
    """Make some ships of a group a group of their own; it has no other orders this week."""
    name = new_name(board, kind)
    board.say("SPLIT", group["name"], *(ship["name"] for ship in ships), "AS", name)
    board.crews[name] = list(ships)
    for ship in ships:
        board.crews[group["name"]].remove(ship)


def new_name(board: Board, kind: str) -> str:
    """A name for a new group that no other has."""
    taken = {*board.groups, *board.crews}
    return next(f"{kind} {n}" for n in range(1, 999) if f"{kind} {n}" not in taken)


def _join(board: Board) -> None:
    places: dict[tuple[str, str], list[Facts]] = {}
    for group in fleets(board):
        kind = _kind(board, group)
        places.setdefault((group["at"], kind), []).append(group)
    for groups in places.values():
        first = max(groups, key=lambda group: (group["force"], len(group["ships"]), group["name"]))
        for group in groups:
            if group is not first:
                board.say("MERGE", group["name"], "INTO", first["name"])
                board.join(group, first)
