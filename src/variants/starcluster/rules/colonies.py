"""COLONIZE and TRANSFER, and journeys of pool freighters (SC-COL, SC-PUT)."""

from __future__ import annotations

from attrs import evolve

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.report import counted
from horizons_core.sums import int_sum
from horizons_core.turn import TurnContext
from variants.starcluster.economy import StarclusterEconomy, economy_of
from variants.starcluster.model import Empire, Expedition, Starcluster, StarSystem
from variants.starcluster.model.knowledge import DETAILED
from variants.starcluster.model.systems import SHEAR
from variants.starcluster.references import TARGET
from variants.starcluster.rules.charts import (
    chart_survey,
    path_end,
    path_to_nearest,
    shortest_path,
    survey_of,
)
from variants.starcluster.rules.logistics import pool_service
from variants.starcluster.rules.movement import SHEARING
from variants.starcluster.rules.relations import armed_enemies
from variants.starcluster.rules.treasury import charge
from variants.starcluster.setup.empires import GARRISON


def turns_between(
    context: TurnContext[Starcluster], empire: Empire, start: StarSystem, goal: StarSystem
) -> int:
    """The turns of pool freighters by the shortest known route; raises Refused if there is none.

    (SC-COL-004, SC-PUT-003, SC-ANO-004)
    """
    game = context.game
    economy = economy_of(context)
    links = shortest_path(game, empire, start.id, goal.id)
    if links is None:
        message = f"you know no route from {start.id} to {goal.id}"
        raise Refused(Refusal("no-path", message, "PROBE the warp points in between", "target"))
    costs: list[int] = []
    at = start.id
    for link in links:
        shear = game.place(at).anomaly == SHEAR
        costs.append(economy.transit_points * (SHEARING if shear else 1))
        at = link.other(at)
    return economy.expedition_turns(costs, commercial_generation(empire))


def commercial_generation(empire: Empire) -> int:
    """The highest generation of commercial drives that an empire has developed."""
    generation = 1
    while empire.has(f"Ic{generation + 1}"):
        generation += 1
    return generation


def must_be_spare(context: TurnContext[Starcluster], empire: Empire, number: int) -> None:
    """Raise Refused if fewer freighters are spare (SC-COL-003, SC-PUT-002)."""
    economy = economy_of(context)
    needed = pool_service(context.game, empire, economy).needed
    spare = max(0, empire.freighters - needed)
    if spare < number:
        required = counted(number, "spare freighter")
        message = f"it needs {required}, but {spare} of your {empire.freighters} are spare"
        raise Refused(
            Refusal("no-freighters", message, "buy FREIGHTERS, which are available next turn")
        )


def must_keep_people(origin: StarSystem, leaving: int) -> None:
    """Raise Refused if a system would keep less than 1 PU."""
    if origin.pu - leaving < 1:
        message = f"{leaving} PU would leave {origin.id}, which has only {origin.pu}"
        raise Refused(
            Refusal("too-few-people", message, "take them from a larger colony", "origin")
        )


SAILED = EventKind(
    "colony.sailed",
    "{pu} PU of {origin} set out to colonize {system}, {turns} turns away.",
    ("SC-COL-003", "SC-COL-008"),
)
LANDING = EventKind(
    "colony.landing", "The expedition has reached {system} and is landing.", ("SC-COL-005",)
)
RETURNED = EventKind(
    "colony.returned",
    "{system} can no longer be colonized: the expedition returns to {origin}.",
    ("SC-COL-006",),
)
DESTROYED = EventKind(
    "colony.destroyed", "An enemy has destroyed the expedition to {system}.", ("SC-COL-006",)
)
FOUNDED = EventKind(
    "colony.founded", "{system} is now a colony, with {pu} PU.", ("SC-COL-006", "SC-GRO-003")
)

#: Turns of landing, before the initialization (SC-COL-005).
LANDING_TURNS = 1
#: The tree whose level widens the range of colonizable systems (SC-COL-002).
TERRAFORMING = "COL"


def colonize(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """COLONIZE: the expedition leaves at once and cannot be recalled."""
    target = order[TARGET]
    origin: StarSystem = order["origin"]
    economy = economy_of(context)
    _must_be_colonizable(context, empire, target)
    pu = economy.colonists(target)
    travel = turns_between(context, empire, origin, target)
    must_keep_people(origin, pu)
    must_be_spare(context, empire, 1)
    origin.pu -= pu
    work = LANDING_TURNS + economy.initialization_turns(target)
    empire.expeditions.append(
        Expedition(
            origin=origin.id, target=target.id, pu=pu, travel=travel, work=work, since=context.turn
        )
    )
    context.emit(
        SAILED,
        empire.readers,
        place=target.id,
        pu=pu,
        origin=origin.id,
        system=target.id,
        turns=travel,
    )


def advance_expeditions(context: TurnContext[Starcluster]) -> None:
    """Do a turn of travel, landing or initialization; then let new expeditions leave."""
    game = context.game
    arriving = [
        (empire, expedition)
        for empire in game.empires
        for expedition in list(empire.expeditions)
        if _advance(context, empire, expedition)
    ]
    _land(context, arriving)
    context.carry_out()


def charge_assistance(context: TurnContext[Starcluster]) -> None:
    """Charge for expeditions beyond the free ones, in step 8 (SC-COL-007)."""
    economy = economy_of(context)
    for empire in context.game.empires:
        active = int_sum(bool(expedition.work) for expedition in empire.expeditions)
        cost = economy.assistance_for(active, empire.el)
        if cost:
            charge(context, empire, cost, "colonial assistance", ("SC-COL-007",))


def found_colonies(context: TurnContext[Starcluster]) -> None:
    """Found colonies at the end of the turn; they grow and earn from the next turn on."""
    for empire in context.game.empires:
        for expedition in list(empire.expeditions):
            if not expedition.travel and not expedition.work:
                _found_colony(context, empire, expedition)


def obstacles(
    economy: StarclusterEconomy, empire: Empire, target: StarSystem
) -> list[tuple[str, str]]:
    """Permanent obstacles to colonizing a system, with remedies (SC-COL-002)."""
    lacking: list[tuple[str, str]] = []
    if not target.planets or target.habitability is None:
        lacking.append(("has no habitable planet", "choose another system"))
    else:
        level = empire.level(TERRAFORMING)
        if not economy.habitable(target.habitability, empire.el, level, empire.race):
            limit = empire.el + level + empire.race.habitability
            message = f"has the index {target.habitability}, but must be below {limit}"
            lacking.append((message, "raise the EL or the level of COL"))
    return lacking


def return_home(game: Starcluster, empire: Empire, expedition: Expedition) -> None:
    """Return the people of an expedition home, up to the maximum of the system (SC-COL-006)."""
    home = game.system(expedition.origin)
    if home is None or home.owner != empire.id:
        home = _nearest(game, empire, expedition.origin)
    if home is not None:
        home.pu += max(0, min(expedition.pu, home.most_pu - home.pu))
    end_expedition(empire, expedition)


def end_expedition(empire: Empire, expedition: Expedition) -> None:
    """End an expedition."""
    empire.expeditions = [other for other in empire.expeditions if other is not expedition]


def _must_be_colonizable(
    context: TurnContext[Starcluster], empire: Empire, target: StarSystem
) -> None:
    """Check SC-COL-001 and SC-COL-002 by the empire's knowledge of the system."""
    economy = economy_of(context)
    survey = empire.charts.surveys.get(target.id)
    if survey is None or survey.level < DETAILED:
        message = f"you have no detailed survey of {target.id}"
        raise Refused(Refusal("not-surveyed", message, "SURVEY it first", "target"))
    if target.owner == empire.id or survey.colony is not None:
        message = f"{target.id} is already a colony"
        raise Refused(Refusal("colonized", message, "choose another system", "target"))
    if any(expedition.target == target.id for expedition in empire.expeditions):
        message = f"an expedition of yours is on its way to {target.id}"
        raise Refused(Refusal("colonized", message, "choose another system", "target"))
    for obstacle, remedy in obstacles(economy, empire, target):
        raise Refused(Refusal("not-habitable", f"{target.id} {obstacle}", remedy, "target"))


def _advance(context: TurnContext[Starcluster], empire: Empire, expedition: Expedition) -> bool:
    """Advance an expedition by a turn; returns True if it arrives now."""
    game = context.game
    if expedition.travel > 1:
        expedition.travel -= 1
        return False
    if armed_enemies(game, empire, expedition.target):
        end_expedition(empire, expedition)
        empire.freighters = max(0, empire.freighters - 1)
        target = expedition.target
        context.emit(DESTROYED, empire.readers, place=target, system=target)
        return False
    if expedition.travel:
        return True
    expedition.work = max(0, (expedition.work or 0) - 1)
    return False


def _land(context: TurnContext[Starcluster], arriving: list[tuple[Empire, Expedition]]) -> None:
    """Land arriving expeditions: the first to land stays; of several at once, one by lot."""
    game = context.game
    by_target: dict[str, list[tuple[Empire, Expedition]]] = {}
    for empire, arrival in arriving:
        by_target.setdefault(arrival.target, []).append((empire, arrival))
    expeditions = (e for empire in game.empires for e in empire.expeditions)
    occupied = {e.target for e in expeditions if not e.travel}
    for target, arrivals in by_target.items():
        stream = context.stream("landing", target)
        first = stream.below(len(arrivals)) if len(arrivals) > 1 else 0
        place = game.place(target)
        for number, (empire, expedition) in enumerate(arrivals):
            free = not place.owner and target not in occupied and number == first
            economy = economy_of(context)
            if free and not obstacles(economy, empire, place):
                expedition.travel = 0
                context.emit(LANDING, empire.readers, place=target, system=target)
            else:
                origin = expedition.origin
                return_home(game, empire, expedition)
                context.emit(RETURNED, empire.readers, place=target, system=target, origin=origin)


def _found_colony(
    context: TurnContext[Starcluster], empire: Empire, expedition: Expedition
) -> None:
    """Found a colony with a PU and PDC per planet (SC-COL-006), losing a freighter (SC-LOG-003)."""
    game = context.game
    place = game.place(expedition.target)
    place.owner, place.pu = empire.id, len(place.planets)
    place.planets = [evolve(planet, pdc=True, garrison=GARRISON) for planet in place.planets]
    place.transferred = place.revolt = place.revolt_turns = place.occupied = 0
    empire.freighters = max(0, empire.freighters - 1)
    end_expedition(empire, expedition)
    chart_survey(context, empire, survey_of(game, place, DETAILED, 0, context.turn))
    context.emit(FOUNDED, empire.readers, place=place.id, system=place.id, pu=place.pu)


def _nearest(game: Starcluster, empire: Empire, start: str) -> StarSystem | None:
    """The own colony with the shortest known route; of several, the first."""
    colonies = {colony.id: colony for colony in game.colonies(empire.id) if colony.id != start}
    links = path_to_nearest(game, empire, start, colonies)
    return colonies[path_end(start, links)] if links else None


SENT = EventKind(
    "transfer.sent", "{pu} PU leave {origin} for {system}, {turns} turns away.", ("SC-PUT-005",)
)
ARRIVED = EventKind(
    "transfer.arrived", "{pu} PU have arrived at {system}.", ("SC-PUT-001", "SC-PUT-003")
)
LOST = EventKind(
    "transfer.lost",
    "{system} is no longer yours: the people on their way there are lost.",
    ("SC-PUT-003",),
)

#: PU sent per PU that arrives (SC-PUT-001), and the most PU that a colony ever gains by transfers
#: (SC-PUT-004).
SENT_FOR_ONE, MAX_GAINED = 5, 100


def transfer(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """TRANSFER: leaves at once; the freighters return when it arrives (SC-PUT-002)."""
    origin: StarSystem = order["origin"]
    target = order[TARGET]
    number: int = order["number"]
    if number % SENT_FOR_ONE:
        message = f"{number} is not a multiple of {SENT_FOR_ONE}"
        raise Refused(
            Refusal("not-multiple-of-five", message, "only one in five arrives", "number")
        )
    if origin is target:
        raise Refused(Refusal("already-there", f"they are already in {target.id}", "", "target"))
    gained = target.transferred + under_way(empire, target)
    if gained + number // SENT_FOR_ONE > MAX_GAINED:
        left = max(0, MAX_GAINED - gained) * SENT_FOR_ONE
        message = f"{target.id} can gain at most {MAX_GAINED} PU by transfers"
        raise Refused(Refusal("too-many-transfers", message, f"send at most {left}", "number"))
    travel = turns_between(context, empire, origin, target)
    must_keep_people(origin, number)
    must_be_spare(context, empire, number)
    origin.pu -= number
    empire.transfers.append(
        Expedition(origin=origin.id, target=target.id, pu=number, travel=travel, since=context.turn)
    )
    context.emit(
        SENT,
        empire.readers,
        place=target.id,
        pu=number,
        origin=origin.id,
        system=target.id,
        turns=travel,
    )


def move_transfers(context: TurnContext[Starcluster]) -> None:
    """Move transfers for a turn; PU above the maximum are lost on arrival (SC-PUT-003)."""
    game = context.game
    for empire in game.empires:
        for transfer_ in empire.transfers:
            transfer_.travel -= 1
            if transfer_.travel <= 0:
                _arrive(context, empire, game.system(transfer_.target), transfer_)
        empire.transfers = [transfer_ for transfer_ in empire.transfers if transfer_.travel > 0]


def under_way(empire: Empire, target: StarSystem) -> int:
    """The PU that transfers under way will bring to a system."""
    return int_sum(t.pu // SENT_FOR_ONE for t in empire.transfers if t.target == target.id)


def _arrive(
    context: TurnContext[Starcluster],
    empire: Empire,
    target: StarSystem | None,
    arrival: Expedition,
) -> None:
    if target is None or target.owner != empire.id:
        context.emit(LOST, empire.readers, place=arrival.target, system=arrival.target)
        return
    gained = arrival.pu // SENT_FOR_ONE
    target.transferred += gained
    target.pu += max(0, min(gained, target.most_pu - target.pu))
    context.emit(ARRIVED, empire.readers, place=target.id, pu=gained, system=target.id)
