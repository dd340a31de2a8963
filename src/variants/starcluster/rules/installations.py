"""INSTALL, UPGRADE and CLOSE for centers, and the opening of installations (SC-INS, SC-RDC)."""

from __future__ import annotations

from horizons_core.errors import did_you_mean
from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.starcluster.constants import MC
from variants.starcluster.economy import economy_of
from variants.starcluster.model import Empire, Installation, Planet, Silo, Starcluster, StarSystem
from variants.starcluster.references import SYSTEM
from variants.starcluster.rules.projects import DEDICATED, GENERIC, end_projects_at
from variants.starcluster.rules.relations import enemy_units
from variants.starcluster.rules.treasury import pay
from variants.starcluster.rules.units import working_systems
from variants.starcluster.setup.empires import BASE_POINTS
from variants.starcluster.technologies import TREES

ORDERED = EventKind(
    "installation.ordered",
    "Ordered: {what} in {system} for {mc:,.2f} MC, active next turn.",
    ("SC-INS-002",),
)
OPENED = EventKind("installation.opened", "Ready: {what} in {system}.", ("SC-INS-002",))
CLOSED = EventKind("installation.closed", "Closed: {what} in {system}.", ("SC-INS-002",))

#: Kinds of installations: centers, and defenses of planets (SC-INS-001).
SCIENCE = "SCIENCE"
GENERIC_CENTER, DEDICATED_CENTER = "GENERIC", "DEDICATED"
PDC, CMS, CGB = "PDC", "CMS", "CGB"
_NAMES = {
    SCIENCE: "a Science Center",
    GENERIC_CENTER: "a Generic R&D Center",
    DEDICATED_CENTER: "a Dedicated R&D Center",
    PDC: "a Planetary Defense Center",
    CMS: "concealed silos",
    CGB: "concealed ground bases",
}


def install_science(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """INSTALL SCIENCE: at the highest rating that the EL allows (SC-SCI-001, SC-SCI-004)."""
    place = order[SYSTEM]
    economy = economy_of(context)
    if place.science or pending(empire, place, SCIENCE):
        _refuse_slot(place, SCIENCE, f"UPGRADE SCIENCE {place.id}")
    number = science_centers(context.game, empire) + 1
    price = economy.science_price(empire.el, number)
    built = Installation(kind=SCIENCE, system=place.id, level=empire.el + 1)
    place_order(context, empire, built, price, "SC-SCI-001")


def upgrade_science(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """UPGRADE SCIENCE: to the highest rating that the EL allows (SC-SCI-002)."""
    place = order[SYSTEM]
    economy = economy_of(context)
    _must_stand(place, SCIENCE, place.science)
    if place.science > empire.el or pending(empire, place, SCIENCE):
        message = f"the Science Center in {place.id} already has or gets rating {empire.el + 1}"
        raise Refused(Refusal("beyond-rating", message, "raise the EL first", "system"))
    number = science_centers(context.game, empire)
    price = economy.science_price(empire.el, number, place.science)
    built = Installation(kind=SCIENCE, system=place.id, level=empire.el + 1)
    place_order(context, empire, built, price, "SC-SCI-002")


def install_generic(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """INSTALL GENERIC, one a system (SC-RDC-001, SC-RDC-005)."""
    place = order[SYSTEM]
    if place.generic or pending(empire, place, GENERIC_CENTER):
        _refuse_slot(place, GENERIC_CENTER, f"UPGRADE GENERIC {place.id}")
    _generic(context, empire, place, order["level"], 0)


def install_dedicated(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """INSTALL DEDICATED, one a system, for one tree (SC-RDC-002, SC-RDC-003, SC-RDC-005)."""
    place = order[SYSTEM]
    tree: str = order["tree"].upper()
    if tree not in TREES:
        hint = did_you_mean(tree, TREES)
        raise Refused(Refusal("unknown-tree", f"there is no tree {tree}", hint, "tree"))
    if place.dedicated or pending(empire, place, DEDICATED_CENTER):
        _refuse_slot(place, DEDICATED_CENTER, f"UPGRADE DEDICATED {place.id}, or CLOSE it")
    _dedicated(context, empire, place, tree, order["level"], None)


def upgrade_generic(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """UPGRADE GENERIC: for the difference of the two prices (SC-RDC-001)."""
    place = order[SYSTEM]
    _must_stand(place, GENERIC_CENTER, place.generic)
    _must_rise(empire, place, GENERIC_CENTER, place.generic, order["level"])
    _generic(context, empire, place, order["level"], place.generic)


def upgrade_dedicated(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """UPGRADE DEDICATED: for the difference of the two prices (SC-RDC-002)."""
    place = order[SYSTEM]
    _must_stand(place, DEDICATED_CENTER, place.dedicated)
    _must_rise(empire, place, DEDICATED_CENTER, place.dedicated, order["level"])
    level, tree = order["level"], place.dedicated_tree
    _dedicated(context, empire, place, tree, level, place.dedicated)


def close_center(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """CLOSE: gives up a center without refund; its project loses it (SC-RES-008)."""
    place = order[SYSTEM]
    kind: str = order["kind"]
    present = {
        SCIENCE: place.science,
        GENERIC_CENTER: place.generic,
        DEDICATED_CENTER: place.dedicated,
    }[kind]
    _must_stand(place, kind, present)
    remove_center(context, empire, place, kind)
    context.emit(CLOSED, empire.readers, place=place.id, what=_NAMES[kind], system=place.id)


def remove_center(
    context: TurnContext[Starcluster], empire: Empire, place: StarSystem, kind: str
) -> None:
    """Remove a center, also from the projects of its owner."""
    if kind == SCIENCE:
        place.science = 0
        end_projects_at(context, empire, place.id)
    elif kind == GENERIC_CENTER:
        place.generic = 0
        end_projects_at(context, empire, f"{place.id}:{GENERIC}")
    else:
        place.dedicated, place.dedicated_tree = 0, ""
        end_projects_at(context, empire, f"{place.id}:{DEDICATED}")


def open_installations(context: TurnContext[Starcluster]) -> None:
    """Open paid installations at the end of the turn, to work from the next one (SC-INS-002)."""
    game = context.game
    for empire in game.empires:
        for built in empire.installing:
            place = game.place(built.system)
            if place.owner == empire.id:
                _open(game, empire, place, built)
                text = _description(built)
                context.emit(OPENED, empire.readers, place=place.id, what=text, system=place.id)
        empire.installing = []


def science_centers(game: Starcluster, empire: Empire) -> int:
    """The number of Science Centers that an empire has or has paid for."""
    present = {system.id for system in game.colonies(empire.id) if system.science}
    return len(present | {i.system for i in empire.installing if i.kind == SCIENCE})


def place_order(
    context: TurnContext[Starcluster], empire: Empire, built: Installation, price: int, clause: str
) -> None:
    """Pay for an installation; raises Refused without enough money."""
    text = _description(built)
    pay(context, empire, price, f"{text} in {built.system}", (clause,))
    empire.installing.append(built)
    context.emit(
        ORDERED, empire.readers, place=built.system, what=text, system=built.system, mc=price / MC
    )


def _description(built: Installation) -> str:
    """An installation with its rating, level and tree, or number."""
    name = _NAMES[built.kind]
    if built.kind == SCIENCE:
        return f"{name} of rating {built.level}"
    if built.kind in (GENERIC_CENTER, DEDICATED_CENTER):
        return f"{name} of {f'{built.tree}, ' if built.tree else ''}level {built.level}"
    return name if built.kind == PDC else f"{built.number} {name}"


def pending(empire: Empire, place: StarSystem, kind: str) -> list[Installation]:
    """Installations of a kind in a system that are paid for but not open yet."""
    return [i for i in empire.installing if (i.system, i.kind) == (place.id, kind)]


def _open(game: Starcluster, empire: Empire, place: StarSystem, built: Installation) -> None:
    planet = place.planets[built.planet - 1] if built.planet else Planet()
    if built.kind == SCIENCE:
        place.science = built.level
    elif built.kind == GENERIC_CENTER:
        place.generic = built.level
    elif built.kind == DEDICATED_CENTER:
        place.dedicated, place.dedicated_tree = built.level, built.tree
    elif built.kind == PDC:
        planet.pdc, planet.garrison, planet.rounds = True, 0.0, 0
    elif built.kind == CMS:
        revealed = _is_watched(game, empire, place)
        planet.silos += [Silo(revealed=revealed) for _ in range(built.number)]
    else:
        planet.ground_bases += [BASE_POINTS] * built.number


def _is_watched(game: Starcluster, empire: Empire, place: StarSystem) -> bool:
    """True if an enemy with working Xp sees construction there (SC-CMS-004)."""
    watchers = enemy_units(game, empire, place.id)
    return any(part.code == "Xp" for unit in watchers for part in working_systems(unit))


def _generic(
    context: TurnContext[Starcluster], empire: Empire, place: StarSystem, level: int, present: int
) -> None:
    economy = economy_of(context)
    highest = max((empire.level(tree) for tree in TREES), default=1)
    _must_be_allowed(level, highest, "highest level in any tree")
    built = Installation(kind=GENERIC_CENTER, system=place.id, level=level)
    place_order(context, empire, built, economy.generic_center_price(level, present), "SC-RDC-001")


def _dedicated(
    context: TurnContext[Starcluster],
    empire: Empire,
    place: StarSystem,
    tree: str,
    level: int,
    present: int | None,
) -> None:
    economy = economy_of(context)
    _must_be_allowed(level, empire.level(tree), f"level of {tree}")
    price = economy.dedicated_center_price(level, TREES[tree].modifier, present)
    built = Installation(kind=DEDICATED_CENTER, system=place.id, level=level, tree=tree)
    place_order(context, empire, built, price, "SC-RDC-002")


def _refuse_slot(place: StarSystem, kind: str, hint: str) -> None:
    message = f"{place.id} already has or gets {_NAMES[kind]}"
    raise Refused(Refusal("slot-taken", message, hint, "system"))


def _must_stand(place: StarSystem, kind: str, present: int) -> None:
    if not present:
        message = f"{place.id} does not have {_NAMES[kind]}"
        raise Refused(Refusal("no-center", message, f"INSTALL {kind} first", "system"))


def _must_be_allowed(level: int, maximum: int, limit: str) -> None:
    """Refuse centers above the level of technology (SC-RDC-006)."""
    if level > maximum:
        message = f"your {limit} is {maximum}"
        raise Refused(Refusal("beyond-rating", message, f"use at most {maximum}", "level"))


def _must_rise(empire: Empire, place: StarSystem, kind: str, present: int, level: int) -> None:
    if level <= present or pending(empire, place, kind):
        message = f"the center in {place.id} already has or gets level {present}"
        raise Refused(Refusal("beyond-rating", message, "choose a higher level", "level"))
