"""Shapes of an empire's colonies, pool, research, and works in progress."""

from __future__ import annotations

from typing import Any

from horizons_core.report import counting, described, shape


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
