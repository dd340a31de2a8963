"""Classes that define the plain data of views and their schema.

Money is in MC with two decimals, PU are whole numbers. Facts of a system that the reader does not
know are null. Rows are not frozen: views have many, and frozen ones take twice as long to make.
"""

from __future__ import annotations

from typing import Any

from horizons_core.report import (
    OwnerCell,
    counting,
    counts,
    described,
    number_column,
    rows,
    schema_of,
    shape,
    text_column,
)
from variants.starcluster.view.figures import count, money, or_unknown, owner, ratio, word
from variants.starcluster.view.own_shapes import (
    OwnClass,
    OwnColony,
    OwnExpedition,
    OwnFleet,
    OwnInstallation,
    OwnPool,
    OwnProject,
    OwnTree,
    OwnUnit,
    OwnYard,
)

LEVELS = ("none", "basic", "detailed")


def _kind(npr: bool) -> str:  # noqa: FBT001
    return "non-player race" if npr else "empire"


def _fallen(active: bool) -> str:  # noqa: FBT001
    return "" if active else "fallen"


@shape(kw_only=True)
class OwnRace:
    """The reader's race (SC-RACE)."""

    name: str
    determination: int = described("RD, 33 or 66")
    chauvinism: int = described("RC, 33 or 66")
    militancy: int = described("RM, 33 or 66")
    traits: list[str] = described("its advantages and disadvantages")
    fixed: bool = described("whether it can no longer be changed (SC-RACE-018)")
    points: int = described("to spend on advantages, and `spent` what they cost")
    spent: int
    short_range: str = described("the short-range weapon that it began with")
    long_range: str = described("the long-range weapon that it began with")
    wealth: int = described("Global Wealth Modifier, MC a system and turn")
    wealth_of_systems: int = described("change of the Wealth Modifier of each system")
    growth: int = described("Global Growth Modifier")
    habitability: int = described("change of the range of habitability")
    research: float = ratio("factor for the chances of breakthroughs")
    combat: float = ratio("factor for ratings in battle")
    ship_price: float = ratio("factor for prices of Large Units")
    military_price: float = ratio("factor for prices of military units and defenses")


@shape(kw_only=True)
class Treasury:
    """The reader's money, and the outlook for a turn (SC-ECO)."""

    treasury: float = money()
    deficit: float = money("debt beyond an empty treasury (SC-ECO-006)")
    deposit: float = money("in the Galactic Trading Network")
    may_deposit: float = money("what may be deposited in addition (SC-GTN-001)")
    invests: str = described("MAX if it deposits as much as allowed every turn; else empty")
    gross: float = money("Gross Income (SC-ECO-003)")
    upkeep: list[dict[str, Any]] = described("by purpose: what, MC", written=True)
    net: float = money("gross income less upkeep")
    dividend: int = described("the network's last roll of 1d10; 0 before the first")
    desperate: bool = described("whether this turn must cover a deficit (SC-BRK-007)")
    liquidate: list[str] = described("what is sold or suspended first")
    penalty: str = described("what suspended projects lose: CHANCE or TIME")


@shape(kw_only=True)
class SeenPoint:
    """A warp point, by the reader's own numbering (SC-ORD-003)."""

    name: str = described("as in orders: 7.W2", pattern=r"^C?[0-9]+\.W[0-9]+$")
    leads: str = described("its destination; empty before a probe or transit")


@shape(kw_only=True)
class SeenSystem:
    """A system on the reader's charts, as far as surveys were delivered (SC-EXP, SC-SYS-013)."""

    id: str = described(column="System")
    level: int = described("of the survey: 0 none, 1 basic, 2 detailed", enum=[0, 1, 2])
    surveyed: int | None = described("the turn of the survey; null without one")
    age: int | None = described("turns since then; 0 for own colonies")
    visited: bool = described("whether the reader's ships have been there")
    yours: bool
    home: bool = described("whether it is the reader's homeworld")
    claimed: bool = described("whether the reader claims it")
    kind: str = described("its type; empty if it is not known")
    habitable: int | None = described("the number of its habitable planets")
    planets: list[str] | None = described("their kinds, T or ST")
    nebula: str | None = described("empty for none")
    anomaly: str | None = described("empty for none")
    spent: bool | None = described("whether its ruins are exhausted")
    growth: int | None = described(
        "Growth Modifier", number_column("Growth", or_unknown, hint="", wide=True)
    )
    wealth: int | None = described(
        "Wealth Modifier, without the effects of the race",
        number_column("Wealth", or_unknown, hint=""),
    )
    habitability: int | None = described(
        "the Habitability Index; null if unknown or without one",
        number_column("HI", hint="Habitability Index"),
    )
    most_pu: int | None = described("System Max POP", number_column("Most", or_unknown))
    bearable: bool | None = described("whether its index allows the reader to colonize it now")
    owner: str | None = owner("owner of the colony there, if known; empty for none", hint="")
    pu: int | None = described("of a colony, as last seen", "PU")
    installations: list[str] = described("visible installations of that colony, as last seen")
    points: list[SeenPoint] = described("its warp points that the reader knows")
    transits: int | None = described(
        "from the reader's nearest colony by known routes; null for none",
        number_column("Way", hint="transits from your nearest colony"),
    )


@shape(kw_only=True)
class HeldPlanet:
    """A foreign planet that the reader has taken or where it has troops."""

    system: str
    planet: int = described("its number in orders", minimum=1)
    points: float = described("base points of the reader's troops there", minimum=0)
    fallen: bool = described("whether it has fallen to the reader (SC-GND-003)")


@shape(kw_only=True)
class SeenLink:
    """A link between two systems known to the reader."""

    a: str = described("the system from which it was found")
    b: str
    a_point: str = described("the warp point in a")
    b_point: str = described("the warp point in b; empty before a transit")


@shape(kw_only=True)
class SeenPower:
    """Another empire or non-player race in contact (SC-VIS-002, SC-DIP)."""

    id: str
    name: str = described(column=text_column("Empire", OwnerCell))
    npr: bool = described(column=text_column("Kind", _kind, choose=True))
    active: bool = described(column=text_column("State", _fallen))
    stance: str = described(
        column=text_column("Stance", choose=True),
        enum=["WAR", "HOSTILE", "NEUTRAL", "TRADE", "ALLIANCE"],
    )
    since: int = counting("the turn in which the stance began", "Since")
    talks: bool = described("whether communications are open")
    envoy: int = count("the turn of the last envoy; 0 for none", "Envoy")
    successes: int = count("envoys that succeeded in a row", "Successes")
    gifts: list[dict[str, Any]] = described("gifts: turn, MC", written=True)
    asked: int = counting("the turn of the last PEACE or AMALGAMATE; 0 for none")
    offers_peace: bool = described("whether the reader's offer of peace is open")
    offers_trade: bool = described("whether the reader's offer of trade is open")
    offered_peace: bool = described("whether the other's offer of peace is open")
    offered_trade: bool = described("whether the other's offer of trade is open")


@shape(kw_only=True)
class SeenFleet:
    """A fleet of another empire sighted in the latest turn (SC-EXP-014)."""

    turn: int = counting(column="Turn")
    system: str = word(column="At")
    owner: str = owner(column="Whose")
    units: int = counting()
    hulls: dict[str, int] = described(
        "how many units of each hull, by code", text_column("Units", counts)
    )
    came_by: str = described("the warp point by which it came; empty for none", "Came by")
    left_by: str = described("the warp point by which it left; empty for none", "Left by")


@shape(kw_only=True)
class CarriedScan:
    """A scan that has not come home, without its unknown results."""

    system: str = described(column="System")
    level: int = described(
        "1 basic, 2 detailed",
        text_column("Scan", LEVELS.__getitem__, choose=True, hint=""),
        enum=[1, 2],
    )
    turn: int = counting("when it was done", "Turn")
    carriers: list[str] = described("units that carry it; empty for a courier drone", "Aboard")
    arrives: int | None = described(
        "turns until a drone arrives; null without a drone",
        number_column("Arrives", hint="in turns, by courier drone"),
    )


@shape(kw_only=True)
class Known:
    """All facts known to an empire after a turn."""

    number: int = described("of the player, whose cluster has the systems 25n - 24 to 25n")
    home: str
    el: int = described("Economic Level", minimum=1)
    intelligence: int = described("Intelligence Rating (SC-ESP-001)", minimum=1)
    pace: int = described("time for scans, in percent of the rulebook's")
    end: int = described("the turn after which the game ends")
    score: int = described("the score if the game ended now (SC-END-001)")
    players: list[dict[str, Any]] = described("all empires: name, active", written=True)
    race: OwnRace
    treasury: Treasury
    prices: list[dict[str, Any]] = described(
        "purchases possible now: order, what, MC", written=True
    )
    pool: OwnPool
    colonies: list[OwnColony]
    claims: list[str] = described("systems that the reader claims")
    expeditions: list[OwnExpedition] = described("and transfers of population")
    installing: list[OwnInstallation] = described("what is active from the next turn on")
    trees: list[OwnTree]
    developed: list[str] = described("the technologies that the reader has")
    open: list[dict[str, Any]] = described(
        "technologies that can be developed now: name, tree, level, special and MC a turn",
        written=True,
    )
    hulls: list[str] = described("hulls that need no prototype")
    knots: list[str] = described("hulls whose knot is broken")
    projects: list[OwnProject]
    last_el: int | None = described("the turn in which the last EL project began")
    classes: list[OwnClass]
    yards: list[OwnYard] = described("units under construction, in the order of the orders")
    fleets: list[dict[str, Any]] = rows(OwnFleet)
    units: list[dict[str, Any]] = rows(OwnUnit)
    carried: list[CarriedScan]
    systems: list[dict[str, Any]] = rows(
        SeenSystem, "all known to the reader, clusters before the core"
    )
    links: list[SeenLink] = described("known links, in order of discovery")
    contacts: list[SeenPower] = described("empires in contact, in order of contact")
    sightings: list[SeenFleet]
    footholds: list[HeldPlanet]
    estates: list[dict[str, Any]] = described(
        "of fallen empires, for which the reader may bid: empire, turn, systems, units and"
        " technologies",
        written=True,
    )
    forecast: dict[str, Any] | None = described(
        "in a forecast: the expected events, ledger lines and remarks", default=None
    )


VIEW_SCHEMA = schema_of(Known, "View of Starcluster")
