"""Shapes of an empire's forces, colonies, research and works in progress."""

from __future__ import annotations

from typing import Any

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


@shape(kw_only=True)
class OwnPlanet:
    """A habitable planet of an own colony."""

    number: int = described("in slot order", minimum=1)
    kind: str = described(enum=["T", "ST"])
    pdc: bool
    garrison: float = described("base points of the PDC's forces")
    silos: int = counting()
    revealed: int = counting("silos known to others")
    loaded: int = counting("silos that can fire")
    ground_bases: list[float] = described("base points left in each")
    troops: list[dict[str, Any]] = described("landed: owner, points, generation", written=True)
    fallen: str = described(
        "the empire that has taken it while the system holds out; empty for none"
    )


@shape(kw_only=True)
class OwnColony:
    """A system that the reader has colonized."""

    id: str
    pu: int = counting()
    most_pu: int = counting("System Max POP")
    growth: int = described("Growth Modifier")
    wealth: int = described("the effective Wealth Modifier")
    income: float = described("MC a turn at present")
    unserved: int = counting("PU that no freighter serves (SC-LOG-007)")
    grows: float = described("mean growth in PU next turn")
    curve: list[int] = described("mean PU after 6, 12, 24, 36 and 60 turns at present growth")
    full_in: int | None = described("mean number of turns until it is full; null if never")
    revolt: int = counting("PU in revolt")
    revolt_turns: int = counting("turns of income that the revolt lasts")
    spells: list[dict[str, int]] = described("special modifiers: growth, turns", written=True)
    occupied: int = counting("turns of income that are still halved after its conquest")
    transferred: int = counting("PU gained by transfers so far")
    science: int = counting("rating of its Science Center; 0 without one")
    generic: int = counting("level of its Generic R&D Center; 0 without one")
    dedicated: int = counting("level of its Dedicated R&D Center; 0 without one")
    dedicated_tree: str
    planets: list[OwnPlanet]
    silo_missile: str = described("what its silos fire: R, G or empty for the best")
    silos_fire: int | None = described("how many of them fire; null for all")


@shape(kw_only=True)
class OwnPool:
    """The Construction Pool (SC-LOG-001)."""

    freighters: int = counting()
    needed: int = counting("number needed, including convoys")
    bound: int = counting("those of expeditions and transfers")
    spare: int = counting("number to spare")
    people: int = counting("blocks of 100 PU served, and `blocks` how many there are")
    blocks: int = counting()
    yards: int = counting("SY that work, of `yards_of`")
    yards_of: int = counting()
    mobile_yards: int = counting("SYM that work, of `mobile_yards_of`")
    mobile_yards_of: int = counting()
    shops: int = counting("MS that work, of `shops_of`")
    shops_of: int = counting()
    priority: list[str] = described("order in which freighters are assigned")
    convoy: bool


@shape(kw_only=True)
class OwnTree:
    """A technology tree (SC-TREE-001)."""

    code: str
    name: str
    modifier: int = described("Tree Research Modifier")
    level: int = described("the reader's Science Level", minimum=1)
    special: int = described("the special modifier of the next level: -10 for a knot")
    price: float = described("MC a turn for the research of the next level")


@shape(kw_only=True)
class OwnProject:
    """Research or development under way."""

    name: str
    kind: str = described(enum=["LEVEL", "EL", "HULL", "TECHNOLOGY"])
    centers: list[str] = described("where it is worked on")
    turns: int = counting("paid turns so far")
    least: int = counting("turns before it can break through; the EL is done then")
    price: float = described("MC a turn; 0 while it has no center")
    step: float = described("growth of its chance each turn, in per cent; 0 for the EL")
    chance: float = described("chance of a breakthrough in its next turn of work, in per cent")
    breakthroughs: int = counting("breakthroughs so far, of `breakthroughs_of`")
    breakthroughs_of: int = described(minimum=1)
    suspended: int = counting("turns of suspension so far")


@shape(kw_only=True)
class OwnExpedition:
    """A colonization expedition, or a transfer of population."""

    kind: str = described(enum=["EXPEDITION", "TRANSFER"])
    origin: str
    target: str
    pu: int = counting("taken from the origin")
    travel: int = counting("turns of transit left")
    work: int | None = described("turns of landing and initialization left; null for a transfer")
    since: int = counting("the turn of its order")


@shape(kw_only=True)
class OwnInstallation:
    """An installation that was paid for (SC-INS-002)."""

    kind: str = described(enum=["SCIENCE", "GENERIC", "DEDICATED", "PDC", "CMS", "CGB"])
    system: str
    level: int = counting()
    tree: str
    planet: int = counting("0 for centers")
    number: int = described(minimum=1)
