"""Large Units and their fleets (SC-MOV-004, SC-CBT, SC-YRD-006)."""

from __future__ import annotations

from attrs import define, field, frozen

from horizons_core import model
from horizons_core.model import Sight, seen_from
from variants.starcluster.designs.design import Design
from variants.starcluster.model.systems import (
    Amount,
    Count,
    FleetId,
    FleetOrNone,
    Percent,
    Points,
    PowerId,
    SystemId,
)

ENGAGE, AVOID, GUARD = "ENGAGE", "AVOID", "GUARD"
LONG, SHORT = "LONG", "SHORT"
LARGE, SMALL = "LARGE", "SMALL"


@frozen(kw_only=True)
class Class:
    """A design that an empire has registered (SC-DES-008).

    Attributes:
        name: its name in orders.
        design: its design.
        prototype: whether its hull was not open for production when it was registered.
    """

    name: str
    design: Design
    prototype: bool = False


@define(kw_only=True)
class Unit(model.Unit):
    """A Large Unit: a starship or a starbase.

    Attributes:
        id: its first owner and a number: "Ada/12".
        name: its name in orders: <class>-<n> unless renamed.
        of_class: the name of its class.
        design: its design.
        fleet: the id of its fleet.
        price: hundredths of an MC paid for it (SC-YRD-005, SC-BRK-003).
        list_price: hundredths of an MC, the basis of its upkeep; 0 for the starting shipyard,
            which has none.
        lost: the tenths of a point lost by each system of the design; empty while it is undamaged.
        starving: tenths of a point covered by supply damage (SC-LOG-016).
        shots: shots fired from its magazines since they were filled (SC-CBT-011).
        ordnance: shots fired from its external ordnance since it was filled.
        shuttles, gigs, drones: craft aboard (SC-DES-009).
        troops, cold: base points of the troops in its Qt and Qtc (SC-GND-005).
        train: whether it is a logistics ship on duty (SC-LOG-013).
        towed_by: the id of the fleet that tows it; "" for none.
        surveys: ids of the scans that it carries home (SC-EXP-010).
    """

    owner: PowerId = seen_from(Sight.SEEN, hidden="")
    name: str = field(default="")
    of_class: str = field(default="")
    design: Design = field()
    fleet: FleetId = field(default="")
    price: Amount = field(default=0)
    list_price: Amount = field(default=0)
    lost: list[Points] = field(factory=list)
    starving: Points = field(default=0.0)
    shots: Count = field(default=0)
    ordnance: Count = field(default=0)
    shuttles: Count = field(default=0)
    gigs: Count = field(default=0)
    drones: Count = field(default=0)
    troops: Points = field(default=0.0)
    cold: Points = field(default=0.0)
    train: bool = field(default=False)
    towed_by: FleetOrNone = field(default="")
    surveys: list[str] = field(factory=list)


@define(kw_only=True)
class Doctrine:
    """Orders for a fleet's behavior in battle (SC-CBT-012).

    Attributes:
        stance: ENGAGE, AVOID or GUARD.
        guards: the number of the link whose point it guards; None unless it guards one.
        band: the range it seeks, LONG or SHORT.
        break_off: percentage of points lost at which it tries to leave; 100 for never.
        target: its first targets, LARGE or SMALL.
        anti_drive: whether its missiles aim at drives (SC-ENI-006).
    """

    stance: str = ENGAGE
    guards: int | None = None
    band: str = SHORT
    break_off: Percent = 50
    target: str = LARGE
    anti_drive: bool = False


@define(kw_only=True)
class ExplorationWork:
    """Exploration work that continues from turn to turn (SC-EXP-013).

    Attributes:
        kind: PROBE, SCAN, SURVEY or SWEEP.
        system: the id of the system.
        link: the number of the link that is probed; None for scans.
        turns: the turns worked.
        last: the last turn worked; a turn without work loses all progress.
        broken: whether a battle interrupted it; a new order is needed to continue.
    """

    kind: str
    system: SystemId
    link: int | None = None
    turns: Count = 0
    last: Count = 0
    broken: bool = False


@define(kw_only=True)
class Fleet(model.Unit):
    """Units of one empire that act together.

    Attributes:
        id: its owner and a number: "Ada/F3".
        name: its name in orders.
        at: the id of its system.
        came_by: the number of the link through which it came; None if it came by none.
        path: the numbers of the links that it will transit, the next one first.
        points: movement points left over, in hundredths (SC-MOV-001).
        detuned: whether its drives are detuned (SC-MOV-003).
        doctrine: how it fights.
        escorts: whether it protects pool freighters (SC-LOG-008).
        raids: whether it raids (SC-LOG-010).
        bombards: number of the planet and its target there (PDC, CMS or PU), or None.
        scan: its exploration work, if any.
        wave: ships in a wave of an assault (SC-WPA-001).
        assaults: whether its path leads by ASSAULT.
    """

    owner: PowerId = seen_from(Sight.SEEN, hidden="")
    name: str = field(default="")
    at: SystemId = field(default="")
    came_by: int | None = field(default=None)
    path: list[int] = field(factory=list)
    points: Count = field(default=0)
    detuned: bool = field(default=False)
    doctrine: Doctrine = field(factory=Doctrine)
    escorts: bool = field(default=False)
    raids: bool = field(default=False)
    bombards: tuple[int, str] | None = field(default=None)
    scan: ExplorationWork | None = field(default=None)
    wave: Count = field(default=5)
    assaults: bool = field(default=False)
