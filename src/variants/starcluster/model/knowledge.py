"""What an empire knows of systems, warp points and others (SC-EXP, SC-VIS)."""

from __future__ import annotations

from attrs import define, field, frozen

#: How much a survey has told (SC-EXP-005, SC-EXP-008).
BASIC, DETAILED = 1, 2


@frozen(kw_only=True)
class Colony:
    """A colony as a scan showed it.

    Attributes:
        owner: whose it is.
        pu: its population.
        installations: what stood there unconcealed, in words.
    """

    owner: str
    pu: int = 0
    installations: tuple[str, ...] = ()


@frozen(kw_only=True)
class Survey:
    """What a scan has found; it holds for its turn and is not kept up to date.

    Attributes:
        system: the id of the system.
        level: BASIC or DETAILED.
        turn: when it was done.
        links: the numbers of the links whose ends here it found.
        colony: a colony there; None for none.
        spent: whether its ruins were spent.
    """

    system: str
    level: int
    turn: int
    links: tuple[int, ...] = ()
    colony: Colony | None = None
    spent: bool = False


@frozen(kw_only=True)
class Sighting:
    """A fleet of others that was seen (SC-EXP-014).

    Attributes:
        turn: when.
        system: where.
        owner: whose it was.
        hulls: how many units of each hull, by code.
        came_by, left_by: the numbers of the links through which it came and left; None.
    """

    turn: int
    system: str
    owner: str
    hulls: dict[str, int]
    came_by: int | None = None
    left_by: int | None = None


@define(kw_only=True)
class Charts:
    """An empire's charts.

    Attributes:
        points: by system, the numbers of the links whose ends there are known, in the order in
            which the empire learnt of them: W1, W2, … (SC-ORD-003).
        probed: ends of links that may be transited, as "system/link" (SC-EXP-003).
        surveys: by system, what was delivered (SC-EXP-010).
        visited: ids of systems in which ships of the empire were.
    """

    points: dict[str, list[int]] = field(factory=dict)
    probed: list[str] = field(factory=list)
    surveys: dict[str, Survey] = field(factory=dict)
    visited: list[str] = field(factory=list)
