"""COLONIZE, TRANSFER, CLAIM and UNCLAIM (SC-COL, SC-PUT, SC-RACE-019)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve

from horizons_core.model import View
from horizons_core.orders import (
    Argument,
    Choice,
    Chosen,
    Command,
    Cost,
    OfferingRules,
    Range,
    integer,
)
from variants.starcluster.constants import FREIGHTERS
from variants.starcluster.economy import StarclusterEconomy
from variants.starcluster.model import Planet, StarSystem
from variants.starcluster.model.knowledge import DETAILED
from variants.starcluster.orders.arguments import (
    COLONY,
    SYSTEM,
    Row,
    chosen_rows,
    known_routes,
    own_systems,
    transits_from,
)
from variants.starcluster.rules import colonies, races

COLONIES = "Colonies"
#: Maximum population of a system.
_MAX_PEOPLE = 10_000


def _targets(view: View) -> Iterator[Row]:
    """Yield the systems that can be colonized (SC-COL-001, SC-COL-002)."""
    under_way = {row["target"] for row in view["expeditions"] if row["kind"] == "EXPEDITION"}
    for system in view["systems"] if view["pool"]["spare"] else ():
        free = not system["owner"] and system["id"] not in under_way
        if system["level"] == DETAILED and free and system["bearable"] and system["planets"]:
            yield system


def _colonists(system: Row, economy: StarclusterEconomy) -> int:
    """The PU that an expedition to a system takes along (SC-COL-003)."""
    planets = [Planet(kind=kind) for kind in system["planets"]]
    return economy.colonists(StarSystem(id=system["id"], kind=system["kind"], planets=planets))


def _systems_to_settle(view: View, _: Chosen, rules: OfferingRules) -> Sequence[Choice]:
    reached: dict[int, dict[str, int]] = {}
    choices = []
    for system in _targets(view):
        pu = _colonists(system, rules.economy)
        if pu not in reached:
            reached[pu] = transits_from(_colonies_with_people(view, pu), known_routes(view))
        if system["id"] in reached[pu]:
            choices.append(Choice(system["id"], cost=Cost(FREIGHTERS, 1)))
    return choices


def _colonies_with_people(view: View, pu: int) -> list[str]:
    """The colonies that can spare this many PU."""
    return [colony["id"] for colony in view["colonies"] if colony["pu"] > pu]


def _origins(view: View, chosen: Chosen, rules: OfferingRules) -> Sequence[str]:
    """Colonies with enough people and a known route to the target."""
    if "target" not in chosen:
        return own_systems(view)
    for system in chosen_rows(view["systems"], chosen, "target", "id"):
        origins = transits_from([system["id"]], known_routes(view, back=True))
        people = _colonies_with_people(
            view, _colonists(system, rules.economy) if system["planets"] else 0
        )
        return [colony for colony in people if colony in origins]
    return ()


def _max_movable(view: View, origin: Row | None) -> int:
    """The maximum PU that can leave a colony, in steps of five (SC-PUT-001, SC-PUT-002)."""
    pu = max((c["pu"] for c in ([origin] if origin else view["colonies"])), default=0)
    maximum = min(pu - 1, view["pool"]["spare"], _MAX_PEOPLE)
    return int(maximum - maximum % colonies.SENT_FOR_ONE)


def _gains(view: View) -> dict[str, int]:
    """The PU that colonies may still gain by transfers (SC-PUT-004)."""
    gains = {c["id"]: colonies.MAX_GAINED - c["transferred"] for c in view["colonies"]}
    for row in view["expeditions"]:
        if row["kind"] == "TRANSFER" and row["target"] in gains:
            gains[row["target"]] -= row["pu"] // colonies.SENT_FOR_ONE
    return {id_: number for id_, number in gains.items() if number > 0}


def _origins_of_transfers(view: View) -> Sequence[str]:
    """Colonies that can send people to another."""
    routes, gaining = known_routes(view), _gains(view).keys()
    leaving = [row["id"] for row in view["colonies"] if _max_movable(view, row) > 0]
    return [id_ for id_ in leaving if gaining & transits_from([id_], routes).keys() - {id_}]


def _destinations(view: View, chosen: Chosen) -> Sequence[str]:
    """Other colonies to which a route is known, and which may gain people."""
    origin = str(chosen.get("origin", ""))
    reached = transits_from([origin] if origin else own_systems(view), known_routes(view))
    return [id_ for id_ in _gains(view) if id_ in reached and id_ != origin]


def _people(view: View, chosen: Chosen) -> Range:
    origin = chosen_rows(view["colonies"], chosen, "origin", "id")
    maximum = _max_movable(view, origin[0] if chosen.get("origin") and origin else None)
    gains = {id_: {"id": id_, "n": n} for id_, n in _gains(view).items()}
    gained = max((r["n"] for r in chosen_rows(gains.values(), chosen, "target", "id")), default=0)
    maximum = min(maximum, gained * colonies.SENT_FOR_ONE)
    return Range(colonies.SENT_FOR_ONE, maximum, colonies.SENT_FOR_ONE, Cost(FREIGHTERS, 1))


def _systems_to_claim(view: View) -> Sequence[str]:
    """Free surveyed systems near colonies (SC-RACE-019)."""
    return [
        system["id"]
        for system in view["systems"]
        if system["level"] == DETAILED and not system["owner"] and not system["claimed"]
        if system["transits"] is not None and system["transits"] <= races.FARTHEST
    ]


COLONY_COMMANDS = (
    Command(
        keyword="COLONIZE",
        label="Colonize a system",
        group=COLONIES,
        forms=("COLONIZE {target} FROM {origin}",),
        rule="colonize_system",
        phase="colonization",
        syntax=("COLONIZE system FROM origin",),
        help="Sends people from a colony to found another, with a spare freighter.",
        example="COLONIZE 2 FROM 1",
        mistake="COLONIZE 99999 FROM 1",
        arguments={
            "target": evolve(SYSTEM, offers=_systems_to_settle, label="system", things=("system",)),
            "origin": evolve(COLONY, offers=_origins, label="colony with the settlers"),
        },
        rules=("SC-COL-001", "SC-COL-002", "SC-COL-003", "SC-COL-008"),
        run=colonies.colonize,
    ),
    Command(
        keyword="TRANSFER",
        label="Move people",
        group=COLONIES,
        forms=("TRANSFER {number} FROM {origin} TO {target}",),
        rule="transfer_people",
        phase="colonization",
        syntax=("TRANSFER n FROM origin TO system",),
        help="Sends people to another colony with a spare freighter per PU; one in five arrives.",
        example="TRANSFER 50 FROM 1 TO 2",
        mistake="TRANSFER 0 FROM 1 TO 2",
        arguments={
            "origin": evolve(COLONY, offers=_origins_of_transfers),
            "target": evolve(COLONY, offers=_destinations),
            "number": Argument(integer(1, _MAX_PEOPLE), _people, label="number of PU"),
        },
        rules=("SC-PUT-001", "SC-PUT-002", "SC-PUT-004", "SC-PUT-005"),
        run=colonies.transfer,
    ),
    Command(
        keyword="CLAIM",
        label="Claim a system",
        group=COLONIES,
        rule="claim_system",
        phase="orders",
        syntax=("CLAIM system",),
        help="Claims a surveyed system at most 2 transits from a colony of yours.",
        example="CLAIM 2",
        mistake="CLAIM 99999",
        arguments={"system": evolve(SYSTEM, offers=_systems_to_claim, things=("system",))},
        rules=("SC-RACE-019",),
        run=races.claim,
    ),
    Command(
        keyword="UNCLAIM",
        label="Give up a claim",
        group=COLONIES,
        rule="unclaim_system",
        phase="orders",
        syntax=("UNCLAIM system",),
        help="Gives up a claim.",
        example="UNCLAIM 2",
        mistake="UNCLAIM 99999",
        arguments={"system": evolve(SYSTEM, offers=lambda view: view["claims"])},
        rules=("SC-RACE-019",),
        run=races.unclaim,
    ),
)
