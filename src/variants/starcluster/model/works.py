"""Works in progress: research, yards, installations, expeditions (SC-RES, SC-YRD)."""

from __future__ import annotations

from attrs import define, field

from variants.starcluster.designs.design import Design
from variants.starcluster.model.systems import Amount, Count, Percent, SystemId

#: Penalties of a suspended project (SC-BRK-004).
CHANCE, TIME = "CHANCE", "TIME"


@define(kw_only=True)
class Project:
    """Research under way: a level, a hull, the EL, or a technology (SC-ORD-004).

    Attributes:
        name: a tree, EL, HULL:<hull>, or a technology.
        centers: ids of the systems where it is worked on, with :G or :D for developments.
        turns: paid turns so far.
        chances: turns when it could have broken through since the last breakthrough.
        breakthroughs: breakthroughs so far; a hard knot needs two (SC-MOD-003).
        suspended: turns of suspension so far; 0 while it runs (SC-BRK-004).
        less_chance: percent taken off its chance.
        more_turns: turns added to its minimum.
    """

    name: str
    centers: list[str] = field(factory=list)
    turns: Count = 0
    chances: Count = 0
    breakthroughs: Count = 0
    suspended: Count = 0
    less_chance: Percent = 0
    more_turns: Count = 0


@define(kw_only=True)
class UnitConstruction:
    """A unit on a yard (SC-YRD-003).

    Attributes:
        yard: the id of the unit that builds it; ships with SYM in its fleet help.
        at: the id of the system where it is built: a ship must be there to continue.
        of_class: the name of its class.
        design: its design.
        paid: hundredths of an MC.
        work: hull spaces of work that it needs, twice its size for a prototype (SC-HULL-009).
        done: hull spaces of work done.
        fleet: the name of the fleet it joins; "" for a new one.
        refit: the id of the unit refitted into it; "" for a new unit (SC-YRD-005).
    """

    yard: str
    of_class: str
    design: Design
    at: str = ""
    paid: Amount = 0
    work: Count = 0
    done: Count = 0
    fleet: str = ""
    refit: str = ""


@define(kw_only=True)
class Expedition:
    """A colonization expedition or a transfer of population (SC-COL, SC-PUT).

    Attributes:
        origin, target: ids of systems.
        pu: population taken from the origin.
        travel: turns of transit left.
        work: turns of landing and initialization left; None for a transfer.
        since: the turn of its order.
    """

    origin: SystemId
    target: SystemId
    pu: Count
    travel: Count
    work: Count | None = None
    since: Count = 0


@define(kw_only=True)
class Installation:
    """An installation that was paid for and works from the next turn on.

    Attributes:
        kind: SCIENCE, GENERIC, DEDICATED, PDC, CMS or CGB.
        system: the id of the system.
        level: the rating or level of a center.
        tree: the tree of a Dedicated R&D Center.
        planet: the number of the planet, for defenses.
        number: number of installations.
    """

    kind: str
    system: SystemId
    level: Count = 0
    tree: str = ""
    planet: Count = 0
    number: Count = 1
