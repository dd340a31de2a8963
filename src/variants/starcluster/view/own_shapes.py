"""Facts of an empire's forces, colonies, research and works, each declared once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from horizons_core.report import counting, described, number_column, shape, text_column
from variants.starcluster.view.figures import (
    blank_if_zero,
    compact,
    count,
    in_points,
    mc,
    money,
    money_if_any,
    named,
    ratio,
    word,
)


def _figures_text(figures: Iterable[float]) -> str:
    return ", ".join(map(compact, figures))


def _turns_or_never(turns: int | None) -> str:
    return "never" if turns is None else str(turns)


def special_name(special: int) -> str:
    """The name of a special modifier (SC-MOD-001)."""
    return {-10: "knot", -20: "hard knot", 10: "trivial"}.get(special, "")


@shape(kw_only=True)
class OwnClass:
    """A registered class with its price and ratings (SC-DES-008)."""

    name: str = named(column="Class")
    hull: str = word("its code", "Hull", hint="")
    hull_name: str
    design: str = described("the design string")
    spaces: int = counting("hull spaces, and yard work", "HS")
    price: float = money(
        "price of a unit for the reader in MC, without the surcharge of prototypes",
        "MC",
        hint="price of a unit for you",
    )
    list_price: float = money("MC by the tables")
    upkeep: float = money("MC a turn", "Upkeep")
    military: bool
    prototype: bool = described("whether the first unit is one, at twice the price and work")
    points: float = described(
        "points of damage that it can take", number_column("Points", compact), unit=in_points
    )
    long: float = ratio("offensive rating at the Long band, with the race's modifier", "Long")
    short: float = ratio("offensive rating at the Short band, with the race's modifier", "Short")
    defense: float = ratio("share of fire that misses it", "Defense")
    tactical: float = ratio("tactical speed", "Tactical")
    cruising: float = ratio("safe cruising speed, movement points a turn", "Cruising")
    quarters: int = counting()
    built: int = count("number of units built so far", "Built", wide=True)
    faults: list[str] = described("why it cannot be built now; empty if it can")


@shape(kw_only=True)
class OwnUnit:
    """One of the reader's own Large Units."""

    name: str = named(column="Unit")
    of_class: str
    fleet: str = named(column="Fleet", choose=True)
    at: str = word(column="At")
    hull: str = word(column="Hull")
    design: str = described("the design string")
    spaces: int = described(column=number_column("HS", wide=True), minimum=0)
    price: float = money("MC paid for it")
    list_price: float = money("MC on which upkeep is based", "List", show=money_if_any, wide=True)
    military: bool
    armed: bool
    points: float = described("points of damage left", unit=in_points)
    points_of: float = described("points of the undamaged unit", unit=in_points)
    working: str = described("the systems that work, as a design string")
    out: list[str] = described("systems that do not work, with their number")
    starving: float = described("points of supply damage (SC-LOG-016)", unit=in_points)
    long: float = ratio("offensive rating at the Long band now", "Long")
    short: float = ratio("offensive rating at the Short band now", "Short")
    defense: float = ratio("share of fire that misses it now", "Defense")
    tactical: float = ratio("tactical speed now", "Speed", wide=True)
    cruising: float = ratio("movement points a turn now", "Cruising", wide=True)
    shots: int = counting("shots fired since its magazines were filled (SC-CBT-011)")
    ordnance: int = counting("external ordnance fired since then")
    shuttles: int = counting()
    gigs: int = counting()
    drones: int = counting()
    troops: float = ratio("base points of the troops in its Qt")
    cold: float = ratio("base points of the troops in its Qtc")
    train: bool = described("whether it is a logistics ship on duty")
    in_line: bool = described("whether it stands in the battle line (SC-CBT-001)")
    towed_by: str = described("the fleet that tows it; empty for none")
    yards: int = counting("SY modules")
    mobile_yards: int = counting("SYM modules")
    shops: int = counting("MS modules")


@shape(kw_only=True)
class OwnFleet:
    """One of the reader's own fleets, with its standing orders (SC-ORD-002)."""

    name: str = named(column="Fleet")
    at: str = word(column="At")
    came_by: str = described("the warp point by which it came; empty for none")
    units: list[str] = described(column=number_column("Units", lambda units: str(len(units))))
    path: list[str] = described("the warp points of its path, the next one first")
    goal: str = described(
        "the system where its path ends, if known; empty without a path", "Bound for"
    )
    points: float = described(
        "movement points left over", number_column("Points", blank_if_zero, wide=True)
    )
    speed: float = ratio("movement points a turn, of the slowest unit", "Speed", show=compact)
    detuned: bool
    stance: str = described(enum=["ENGAGE", "AVOID", "GUARD"])
    guards: str = described("the warp point that it guards; empty for none")
    band: str = described(enum=["LONG", "SHORT"])
    break_off: int = described("the loss of points at which it tries to leave, in percent")
    target: str = described(enum=["LARGE", "SMALL"])
    anti_drive: bool
    escorts: bool
    raids: bool
    bombards: str = described("planet and target; empty for none")
    scan: str = described("PROBE, SCAN, SURVEY or SWEEP; empty for none")
    scan_point: str = described("the warp point that it probes; empty for none")
    scan_done: int = counting("turns worked")
    scan_turns: int | None = described("turns that the scan takes; null without one")
    x_rating: float = ratio("system survey instruments")
    xp_rating: float = ratio("planetary survey instruments")
    xc_rating: float = ratio("capital survey instruments")
    wave: int = described("ships in a wave of an assault")
    assaults: bool
    armed: bool
    long: float = ratio("offensive rating at the Long band, of all units", "Long")
    short: float = ratio("offensive rating at the Short band, of all units", "Short")
    surveys: int = counting("scans that its ships carry home")
    train: float = ratio("hull spaces of cargo of its logistics ships (SC-LOG-014)")
    needs: int = counting("hull spaces of cargo that it needs away from colonies (SC-LOG-015)")


@shape(kw_only=True)
class OwnYard:
    """A unit on a yard (SC-YRD-003)."""

    yard: str = named("the unit that builds it", "Yard")
    at: str = described("the system where it is built", "At")
    of_class: str = named(column="Class")
    work: int = counting("hull spaces of work that it needs", "Of")
    done: int = counting("hull spaces of work done", "Done")
    paid: float = money("MC", "Paid")
    fleet: str = named("the fleet in which it appears; empty for a new one", "Fleet")
    refit: str = named("the unit that is refitted; empty for a new unit", "Refits")


@shape(kw_only=True)
class OwnPlanet:
    """A habitable planet of one of the reader's colonies."""

    number: int = described("in slot order", minimum=1)
    kind: str = described(column=text_column("Kind", choose=True), enum=["T", "ST"])
    pdc: bool
    garrison: float = ratio("base points of the PDC's forces")
    silos: int = count(column="Silos")
    revealed: int = count("silos known to others", "Known", wide=True)
    loaded: int = count("silos that can fire", "Loaded", wide=True)
    ground_bases: list[float] = described(
        "base points left in each", text_column("Ground bases", _figures_text)
    )
    troops: list[dict[str, Any]] = described("landed: owner, points, generation", written=True)
    fallen: str = described(
        "the empire that has taken it while the system holds out; empty for none"
    )


@shape(kw_only=True)
class OwnColony:
    """A system that the reader has colonized."""

    id: str = described(column="System")
    pu: int = counting(column="PU")
    most_pu: int = counting("System Max POP", "Most")
    growth: int = described("Growth Modifier", number_column("Modifier", wide=True))
    wealth: int = described("the effective Wealth Modifier", number_column("Wealth", wide=True))
    income: float = money("MC a turn at present", "Income")
    unserved: int = counting("PU that no freighter serves (SC-LOG-007)")
    grows: float = described("mean growth in PU next turn", number_column("A turn", compact))
    curve: list[int] = described("mean PU after 6, 12, 24, 36 and 60 turns at present growth")
    full_in: int | None = described(
        "mean number of turns until it is full; null if never",
        number_column("Full in", _turns_or_never),
    )
    revolt: int = counting("PU in revolt")
    revolt_turns: int = counting("turns of income that the revolt lasts")
    spells: list[dict[str, int]] = described("special modifiers: growth, turns", written=True)
    occupied: int = counting("turns of income that are still halved after its conquest")
    transferred: int = counting("PU gained by transfers so far")
    science: int = count("rating of its Science Center; 0 without one", "Science")
    generic: int = count("level of its Generic R&D Center; 0 without one", "Generic")
    dedicated: int = count("level of its Dedicated R&D Center; 0 without one", "Dedicated")
    dedicated_tree: str = described(column="Tree")
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

    code: str = described(column="Tree")
    name: str = described(column="Name")
    modifier: int = described("Tree Research Modifier", "TRM")
    level: int = described(
        "the reader's Science Level", number_column("SL", hint="your Science Level"), minimum=1
    )
    special: int = described(
        "the special modifier of the next level: -10 for a knot",
        text_column("Step", special_name, hint="modifier of the next level"),
    )
    price: float = described(
        "MC a turn for the research of the next level", number_column("Next", mc)
    )


@shape(kw_only=True)
class OwnProject:
    """Research or development under way."""

    name: str = described(column="Project")
    kind: str = described(
        column=text_column("Kind", str.lower, choose=True),
        enum=["LEVEL", "EL", "HULL", "TECHNOLOGY"],
    )
    centers: list[str] = described("where it is worked on", text_column("Where", " ".join))
    turns: int = counting("paid turns so far", "Turns")
    least: int = counting("turns before it can break through; the EL is done then", "Least")
    price: float = money("MC a turn; 0 while it has no center", "MC")
    step: float = ratio("growth of its chance each turn, in percent; 0 for the EL", "Step")
    chance: float = ratio("chance of a breakthrough in its next turn of work, in percent", "Chance")
    breakthroughs: int = counting("breakthroughs so far, of `breakthroughs_of`")
    breakthroughs_of: int = described(minimum=1)
    suspended: int = count("turns of suspension so far", "Suspended")


@shape
class OpenTechnology:
    """A technology that can be developed now."""

    name: str = described(column="Technology")
    tree: str = word(column="Tree")
    level: int = described(column="SL")
    special: int = described(column=text_column("Step", special_name))
    MC: float = money("a turn", "MC")


@shape
class Price:
    """The price of a purchase."""

    order: str = described(column="Order")
    what: str = described(column="Buys")
    MC: float = money(column="MC")


@shape(kw_only=True)
class OwnExpedition:
    """A colonization expedition, or a transfer of population."""

    kind: str = described(
        column=text_column("What", str.lower, choose=True), enum=["EXPEDITION", "TRANSFER"]
    )
    origin: str = described(column="From")
    target: str = described(column="To")
    pu: int = counting("taken from the origin", "PU")
    travel: int = count("turns of transit left", "Travel")
    work: int | None = described(
        "turns of landing and initialization left; null for a transfer", "Work"
    )
    since: int = described("the turn of its order", number_column("Since", wide=True), minimum=0)


@shape(kw_only=True)
class OwnInstallation:
    """An installation that was paid for (SC-INS-002)."""

    kind: str = described(
        "",
        text_column("What", choose=True),
        enum=["SCIENCE", "GENERIC", "DEDICATED", "PDC", "CMS", "CGB"],
    )
    system: str = described(column="System")
    level: int = count(column="Level")
    tree: str = described(column="Tree")
    planet: int = count("0 for centers", "Planet", hint="")
    number: int = described(column="Number", minimum=1)
