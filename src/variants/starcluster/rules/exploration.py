"""PROBE, SCAN, SURVEY and SWEEP, and ancient ruins (SC-EXP, SC-ANO-005)."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.rng import Stream
from horizons_core.turn import TurnContext
from variants.starcluster.model import Empire, ExplorationWork, Fleet, Starcluster, StarSystem, Unit
from variants.starcluster.model.knowledge import BASIC, DETAILED
from variants.starcluster.model.systems import NEXUS, RUINS, STARLESS_NEBULA
from variants.starcluster.references import FLEET, warp_point
from variants.starcluster.rules.charts import (
    DELIVERIES,
    deliver_scans,
    known_level,
    learn_points,
    point_name,
    share_scans,
    survey_of,
    take_aboard,
)
from variants.starcluster.rules.courses import note_fleet_order
from variants.starcluster.rules.movement import TRANSITS, Transit
from variants.starcluster.rules.sensors import (
    PROBE,
    SCAN,
    SURVEY,
    SWEEP,
    instrument_ratings,
    scan_turns,
)
from variants.starcluster.rules.units import working_systems
from variants.starcluster.technologies import TREES, Technology, at_level, before

FOUND = EventKind(
    "ruins.found", "The ruins of {system} have taught us {technology}.", ("SC-ANO-005",)
)


def grant_finds_in_ruins(context: TurnContext[Starcluster]) -> None:
    """Grant a technology for the first detailed scan of ruins delivered home.

    These are then exhausted.


    If several empires deliver scans in one turn, one empire is drawn (SC-ANO-005). The dice stay
    hidden, because they would reveal other visitors.
    """
    if context.forecast:
        return
    game = context.game
    by_system: dict[str, list[str]] = {}
    for system, empire in context.notes.get(DELIVERIES, ()):
        by_system.setdefault(system, []).append(empire)
    for name, finders in by_system.items():
        system = game.place(name)
        if system.anomaly != RUINS or system.spent:
            continue
        stream = context.stream("ruins", name)
        finder = game.empire(stream.choice(sorted(set(finders))))
        gained = _draw(finder, stream)
        if gained is None:
            continue
        system.spent = True
        finder.developed.append(gained.name)
        finder.levels[gained.tree] = max(finder.level(gained.tree), gained.level)
        context.emit(FOUND, finder.readers, place=name, system=name, technology=gained.name)


def _draw(empire: Empire, stream: Stream) -> Technology | None:
    """The lowest undeveloped technology of a random tree, or None (SC-ANO-005)."""
    lowest = [candidate for tree in TREES if (candidate := _lowest(empire, tree))]
    return stream.choice(lowest) if lowest else None


def _lowest(empire: Empire, tree: str) -> Technology | None:
    """The lowest technology of a tree that the empire can develop at its level or the next."""
    for level in range(1, empire.level(tree) + 2):
        for candidate in at_level(tree, level):
            if not empire.has(candidate.name) and _is_open(empire, candidate):
                return candidate
    return None


def _is_open(empire: Empire, candidate: Technology) -> bool:
    """True if requirements of a technology besides its own tree are met (SC-RND-001)."""
    lower = before(candidate.name)  # SC-RND-002
    if lower is not None and not empire.has(lower):
        return False
    if isinstance(candidate.needs, tuple):
        tree, level = candidate.needs
        return empire.level(tree) >= level
    return candidate.needs is None or empire.has(candidate.needs)


PROBED = EventKind("point.probed", "{point} leads to {system}.", ("SC-EXP-002",))
CONTINUES = EventKind(
    "scan.goes_on", "{fleet} scans {system}: {done} of {turns} turns.", ("SC-EXP-013",)
)
DONE = EventKind(
    "scan.done", "{fleet} has completed the {level} scan of {system}.", ("SC-EXP-010",)
)
IDLE = EventKind(
    "scan.idle",
    "{fleet} lacks the instruments for its work at {system}.",
    ("SC-EXP-007", "SC-EXP-013"),
)

#: The level of survey by kind of scan.
_LEVELS = {SCAN: BASIC, SURVEY: DETAILED, SWEEP: DETAILED}
#: The instruments required by kind of scan.
_NEEDS = {SCAN: ("X",), SURVEY: ("X", "Xp"), SWEEP: ("Xc",), PROBE: ("X",)}


def probe(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """PROBE: a turn of work on a warp point of the fleet's system (SC-EXP-002)."""
    game = context.game
    fleet = order[FLEET]
    system, link = warp_point(game, empire, order["point"], fleet.at, "point")
    if system != fleet.at:
        message = f"{fleet.name} is at {fleet.at}, not at {system}"
        raise Refused(Refusal("not-here", message, "MOVE it there first", "point"))
    _must_have(game, fleet, PROBE)
    _must_rest(fleet)
    fleet.scan = ExplorationWork(kind=PROBE, system=system, link=link.number)
    note_fleet_order(context, empire, fleet, order)


def scan(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """SCAN: the basic scan of the fleet's system (SC-EXP-004)."""
    _begin(context, empire, order, SCAN)


def survey(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """SURVEY: the detailed scan, which requires a basic one (SC-EXP-001, SC-EXP-007)."""
    game = context.game
    fleet = order[FLEET]
    if not known_level(empire, fleet.at, game.units_in(fleet)):
        message = f"you have no basic scan of {fleet.at}"
        raise Refused(Refusal("no-basic-scan", message, f"SCAN {fleet.name} first", "fleet"))
    _begin(context, empire, order, SURVEY)


def sweep(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """SWEEP: the comprehensive scan with capital instruments (SC-EXP-009)."""
    _begin(context, empire, order, SWEEP)


def complete_scans_on_arrival(context: TurnContext[Starcluster]) -> None:
    """Complete scans on arrival and deliver scans at home (SC-EXP-006, SC-EXP-010)."""
    game = context.game
    for transit in context.notes.get(TRANSITS, ()):
        _arrive(context, transit)
    carrying = [empire for empire in game.empires if empire.carried]
    by_fleet = game.units_by_fleet() if carrying else {}
    for empire in carrying:
        deliver_scans(context, empire, by_fleet)
    grant_finds_in_ruins(context)


def continue_exploration(context: TurnContext[Starcluster]) -> None:
    """Do a turn of work for every exploring fleet (SC-EXP-013)."""
    game = context.game
    by_fleet = game.units_by_fleet()
    places = {system.id: system for system in game.systems}
    for empire in game.empires:
        for fleet in game.fleets_of(empire.id):
            if fleet.scan is not None and not _is_broken(context, fleet):
                at = places[fleet.at]
                _work(context, empire, fleet, fleet.scan, at, by_fleet[fleet.id])
        share_scans(game, empire, by_fleet)


def _begin(context: TurnContext[Starcluster], empire: Empire, order: Order, kind: str) -> None:
    fleet = order[FLEET]
    _must_have(context.game, fleet, kind)
    _must_rest(fleet)
    current = fleet.scan
    if current is None or (current.kind, current.system) != (kind, fleet.at):
        fleet.scan = ExplorationWork(kind=kind, system=fleet.at)
    else:
        current.broken = False
    note_fleet_order(context, empire, fleet, order)


def _must_have(game: Starcluster, fleet: Fleet, kind: str) -> None:
    for code in _missing(game.units_in(fleet), kind):
        message = f"{fleet.name} has no working {code}"
        raise Refused(Refusal("no-instrument", message, f"send a ship with {code}", "fleet"))


def _missing(units: Sequence[Unit], kind: str) -> list[str]:
    """The instruments that units lack for a kind of scan (SC-EXP-007)."""
    parts = {part.code for unit in units for part in working_systems(unit)}
    capital = ("X", "Xp") if "Xc" in parts else ()
    return [code for code in _NEEDS[kind] if code not in parts and code not in capital]


def _must_rest(fleet: Fleet) -> None:
    if fleet.path:
        message = f"{fleet.name} is moving"
        raise Refused(Refusal("under-way", message, f"STOP {fleet.name} first", "fleet"))


def _is_broken(context: TurnContext[Starcluster], fleet: Fleet) -> bool:
    """True if a battle has interrupted a fleet's scan; a scan not resumed in time ends."""
    work = fleet.scan
    if work is None or not work.broken:
        return False
    if work.last < context.turn:
        fleet.scan = None
    return True


def _work(
    context: TurnContext[Starcluster],
    empire: Empire,
    fleet: Fleet,
    work: ExplorationWork,
    at: StarSystem,
    units: Sequence[Unit],
) -> None:
    game = context.game
    if game.plays_by("1.1.0") and _missing(units, work.kind):
        fleet.scan = None if work.kind == PROBE else work
        context.emit(IDLE, empire.readers, place=at.id, fleet=fleet.name, system=at.id)
        return
    if work.kind == PROBE:
        _end_probe(context, empire, fleet, work)
        return
    if work.last and work.last < context.turn - 1:
        work.turns = 0  # SC-EXP-013: progress is lost after a turn without work
    instruments = instrument_ratings(units, at)
    needed = scan_turns(work.kind, instruments, game.options.get("pace", 100))
    work.turns, work.last = work.turns + 1, context.turn
    if work.turns < needed:
        context.emit(
            CONTINUES,
            empire.readers,
            place=at.id,
            fleet=fleet.name,
            system=at.id,
            done=work.turns,
            turns=needed,
        )
        return
    fleet.scan = None
    scanned = survey_of(game, at, _LEVELS[work.kind], instruments.best, context.turn)
    for unit in units:
        if any(part.code in ("X", "Xc") for part in working_systems(unit)):
            take_aboard(empire, unit, scanned)
    context.emit(
        DONE,
        empire.readers,
        place=at.id,
        fleet=fleet.name,
        level="basic" if scanned.level == BASIC else "detailed",
        system=at.id,
    )


def _end_probe(
    context: TurnContext[Starcluster], empire: Empire, fleet: Fleet, work: ExplorationWork
) -> None:
    """Complete a probe, which serves all ships of the empire at once (SC-EXP-003)."""
    game = context.game
    fleet.scan = None
    if work.link is None or work.system != fleet.at:
        return
    link = game.links[work.link]
    if link is None:  # gone with its cluster (SC-BRK-008)
        return
    learn_points(empire, fleet.at, [link])
    if link.end(fleet.at) not in empire.charts.probed:
        empire.charts.probed.append(link.end(fleet.at))
    context.emit(
        PROBED,
        empire.readers,
        place=fleet.at,
        point=point_name(empire, fleet.at, link),
        system=link.other(fleet.at),
    )


def _arrive(context: TurnContext[Starcluster], transit: Transit) -> None:
    """Complete the basic scan on arrival in a starless nexus or nebula (SC-EXP-006)."""
    game = context.game
    at = game.place(transit.place)
    fleet = next((candidate for candidate in game.fleets if candidate.id == transit.fleet), None)
    owner = game.power(fleet.owner) if fleet else None
    if fleet is None or owner is None or owner.npr or at.kind not in (NEXUS, STARLESS_NEBULA):
        return
    scan_ = survey_of(game, at, BASIC, 0, context.turn)
    for unit in game.units_in(fleet):
        take_aboard(owner, unit, scan_)
