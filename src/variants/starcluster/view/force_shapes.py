"""Shapes of an empire's classes, units and fleets."""

from __future__ import annotations

from horizons_core.report import counting, described, shape


@shape(kw_only=True)
class OwnClass:
    """A registered class with its price and ratings (SC-DES-008)."""

    name: str
    hull: str = described("its code")
    hull_name: str
    design: str = described("the design string")
    spaces: int = counting("hull spaces, and yard work")
    price: float = described(
        "price of a unit for the reader in MC, without the surcharge of prototypes"
    )
    list_price: float = described("MC by the tables")
    upkeep: float = described("MC a turn")
    military: bool
    prototype: bool = described("whether the first unit is one, at twice the price and work")
    points: float = described("points of damage that it can take")
    long: float = described("offensive rating at the Long band, with the race's modifier")
    short: float = described("offensive rating at the Short band, with the race's modifier")
    defense: float = described("share of fire that misses it")
    tactical: float = described("tactical speed")
    cruising: float = described("safe cruising speed, movement points a turn")
    quarters: int = counting()
    built: int = counting("number of units built so far")
    faults: list[str] = described("why it cannot be built now; empty if it can")


@shape(kw_only=True)
class OwnUnit:
    """One of the reader's own Large Units."""

    name: str
    of_class: str
    fleet: str
    at: str
    hull: str
    design: str = described("the design string")
    spaces: int = counting()
    price: float = described("MC paid for it")
    list_price: float = described("MC on which upkeep is based")
    military: bool
    armed: bool
    points: float = described("points of damage left")
    points_of: float = described("points of the undamaged unit")
    working: str = described("the systems that work, as a design string")
    out: list[str] = described("systems that do not work, with their number")
    starving: float = described("points of supply damage (SC-LOG-016)")
    long: float = described("offensive rating at the Long band now")
    short: float = described("offensive rating at the Short band now")
    defense: float = described("share of fire that misses it now")
    tactical: float = described("tactical speed now")
    cruising: float = described("movement points a turn now")
    shots: int = counting("shots fired since its magazines were filled (SC-CBT-011)")
    ordnance: int = counting("external ordnance fired since then")
    shuttles: int = counting()
    gigs: int = counting()
    drones: int = counting()
    troops: float = described("base points of the troops in its Qt")
    cold: float = described("base points of the troops in its Qtc")
    train: bool = described("whether it is a logistics ship on duty")
    in_line: bool = described("whether it stands in the battle line (SC-CBT-001)")
    towed_by: str = described("the fleet that tows it; empty for none")
    yards: int = counting("SY modules")
    mobile_yards: int = counting("SYM modules")
    shops: int = counting("MS modules")


@shape(kw_only=True)
class OwnFleet:
    """One of the reader's own fleets, with its standing orders (SC-ORD-002)."""

    name: str
    at: str
    came_by: str = described("the warp point by which it came; empty for none")
    units: list[str]
    path: list[str] = described("the warp points of its path, the next one first")
    goal: str = described("the system where its path ends, if known; empty without a path")
    points: float = described("movement points left over")
    speed: float = described("movement points a turn, of the slowest unit")
    detuned: bool
    stance: str = described(enum=["ENGAGE", "AVOID", "GUARD"])
    guards: str = described("the warp point that it guards; empty for none")
    band: str = described(enum=["LONG", "SHORT"])
    break_off: int = described("the loss of points at which it tries to leave, in per cent")
    target: str = described(enum=["LARGE", "SMALL"])
    anti_drive: bool
    escorts: bool
    raids: bool
    bombards: str = described("planet and target; empty for none")
    scan: str = described("PROBE, SCAN, SURVEY or SWEEP; empty for none")
    scan_point: str = described("the warp point that it probes; empty for none")
    scan_done: int = counting("turns worked")
    scan_turns: int | None = described("turns that the scan takes; null without one")
    x_rating: float = described("system survey instruments")
    xp_rating: float = described("planetary survey instruments")
    xc_rating: float = described("capital survey instruments")
    wave: int = described("ships in a wave of an assault")
    assaults: bool
    armed: bool
    long: float = described("offensive rating at the Long band, of all units")
    short: float = described("offensive rating at the Short band, of all units")
    surveys: int = counting("scans that its ships carry home")
    train: float = described("hull spaces of cargo of its logistics ships (SC-LOG-014)")
    needs: int = counting("hull spaces of cargo that it needs away from colonies (SC-LOG-015)")


@shape(kw_only=True)
class OwnYard:
    """A unit on a yard (SC-YRD-003)."""

    yard: str = described("the unit that builds it")
    at: str = described("the system where it is built")
    of_class: str
    work: int = counting("hull spaces of work that it needs")
    done: int = counting("hull spaces of work done")
    paid: float = described("MC")
    fleet: str = described("the fleet in which it appears; empty for a new one")
    refit: str = described("the unit that is refitted; empty for a new unit")
