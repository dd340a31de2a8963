"""Orders to fleets: formation and movement (SC-MOV, SC-ORD-003)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from horizons_core.model import View
from horizons_core.orders import Argument, Choice, Chosen, Command
from horizons_core.sums import int_sum
from variants.starcluster import references
from variants.starcluster.designs.tables import factor_tenths
from variants.starcluster.orders.arguments import (
    Row,
    chosen_rows,
    chosen_words,
    known_routes,
    new_names,
    own_units,
    parse_name,
    switch_argument,
    systems_of,
    transits_from,
)
from variants.starcluster.rules import courses, fleets

FLEETS = "Fleets"

FLEET = Argument(find=references.own_fleet, things=("fleet",))


def fleet_where(condition: Callable[[View], Callable[[Row], bool]]) -> Argument:
    """One of the empire's fleets; offers those that fit the condition for a view."""

    def offers(view: View) -> Sequence[str]:
        return [fleet["name"] for fleet in filter(condition(view), view["fleets"])]

    return Argument(find=references.own_fleet, offers=offers, things=("fleet",))


def fleet_argument(fits: Callable[[Row], bool]) -> Argument:
    """One of the empire's fleets; offers those whose view shows that the order makes sense now."""
    return fleet_where(lambda _: fits)


def systems_by_id(view: View) -> Mapping[str, Row]:
    """The known systems by id."""
    return {system["id"]: system for system in view["systems"]}


def _units_together(view: View, chosen: Chosen) -> Sequence[str]:
    """Units in the system of those chosen before."""
    units, earlier = view["units"], chosen_words(chosen, "unit")
    if not earlier:
        return own_units(view)
    at = {unit["at"] for unit in chosen_rows(units, {"unit": earlier[0]}, "unit")}
    return [unit["name"] for unit in units if unit["at"] in at]


def _fleets_with_others(view: View) -> Callable[[Row], bool]:
    """True for fleets that are not alone in their system."""
    numbers = Counter(fleet["at"] for fleet in view["fleets"])
    return lambda fleet: numbers[fleet["at"]] > 1


def _partners(view: View, chosen: Chosen) -> Sequence[str]:
    """The other fleets in the system of the chosen one."""
    joining = chosen_rows(view["fleets"], chosen, "fleet")
    places = {fleet["at"] for fleet in joining}
    itself = joining[0]["name"] if chosen.get("fleet") and joining else ""
    return [f["name"] for f in view["fleets"] if f["at"] in places and f["name"] != itself]


FLEET_COMMANDS = (
    Command(
        keyword="FLEET",
        label="Form a fleet",
        group=FLEETS,
        forms=("FLEET {name} {unit...}",),
        rule="form_fleet",
        phase="orders",
        syntax=("FLEET name unit [unit] ...",),
        help="Forms a new fleet from units in one system.",
        example="FLEET Home Yard-1",
        mistake="FLEET Home Nothing-1",
        arguments={
            "unit": Argument(find=references.own_units, offers=_units_together, things=("unit",)),
            "name": Argument(parse_name, new_names),
        },
        rules=("SC-MOV-004",),
        run=fleets.form_fleet,
    ),
    Command(
        keyword="JOIN",
        label="Join another fleet",
        group=FLEETS,
        rule="join_fleet",
        phase="orders",
        syntax=("JOIN fleet other-fleet",),
        help="Joins a fleet to another one in the same system.",
        example="JOIN F2 F1",
        mistake="JOIN F1 Nothing",
        arguments={
            "fleet": fleet_where(_fleets_with_others),
            "other": Argument(
                find=references.own_fleet, offers=_partners, label="other fleet", things=("fleet",)
            ),
        },
        rules=("SC-MOV-004",),
        run=fleets.join_fleets,
    ),
    Command(
        keyword="RENAME",
        label="Rename",
        group=FLEETS,
        rule="rename_thing",
        phase="orders",
        syntax=("RENAME fleet new-name", "RENAME unit new-name"),
        help="Renames a fleet or a unit.",
        example="RENAME F1 Home",
        mistake="RENAME Nothing Home",
        arguments={
            "thing": Argument(label="fleet or unit", things=("fleet", "unit")),
            "name": Argument(parse_name, new_names, label="new name"),
        },
        rules=("SC-ORD-003",),
        run=fleets.rename_fleet_or_unit,
    ),
)


def _route_choices(view: View, chosen: Chosen) -> Sequence[str | Choice]:
    """Systems that the fleet can reach, and the warp points where its route ends so far."""
    earlier, fleet = chosen_words(chosen, "route"), chosen_rows(view["fleets"], chosen, "fleet")
    if "fleet" not in chosen or not fleet:
        return [system["id"] for system in view["systems"]]
    at, points_of = fleet[0]["at"], {row["id"]: row["points"] for row in view["systems"]}
    for word in earlier:
        names = (word.upper(), f"{at}.{word.upper()}")
        points = points_of.get(at, ())
        at = next((point["leads"] for point in points if point["name"] in names), "")
    points = [
        Choice(
            point["name"],
            f"{point['name']} → {point['leads'] or '?'}",
            place=point["leads"] or at,
        )
        for point in points_of.get(at, ())
    ]
    goals = [] if earlier else list(transits_from([at], known_routes(view)))[1:]
    return [*goals, *points]


def _towing(unit: Row) -> int:
    """Hull spaces that a unit can tow (SC-MOV-004)."""
    return int_sum(
        number * (fleets.SPACES * factor_tenths(system.generation) // 10)
        for system, number in systems_of(unit["working"]).items()
        if system.code == "T"
    )


def _tows(view: View) -> dict[str, list[str]]:
    """The units that each fleet can take in tow, and OFF if it tows any."""
    free, towing = Counter[str](), set()
    stationary: dict[str, list[Row]] = {}
    for unit in view["units"]:
        towed = bool(unit["towed_by"])
        free[unit["fleet"]] += -unit["spaces"] if towed else _towing(unit)
        if towed:
            towing.add(unit["fleet"])
        elif not unit["tactical"]:
            stationary.setdefault(unit["at"], []).append(unit)
    tows = {}
    for fleet in view["fleets"]:
        name, left = fleet["name"], free[fleet["name"]]
        units = [
            unit["name"]
            for unit in (stationary.get(fleet["at"], ()) if left > 0 else ())
            if unit["spaces"] + (_towing(unit) if unit["fleet"] == name else 0) <= left
        ]
        if units or name in towing:
            tows[name] = [*units, *([fleets.OFF] if name in towing else [])]
    return tows


def _units_to_tow(view: View, chosen: Chosen) -> Sequence[str]:
    tows = _tows(view)
    tugs = [fleet["name"] for fleet in chosen_rows(view["fleets"], chosen, "fleet")]
    return list(dict.fromkeys(word for name in tugs for word in tows.get(name, ())))


def _tugs(view: View) -> Callable[[Row], bool]:
    """True for fleets that can take something in tow, or that tow something."""
    tows = _tows(view)
    return lambda fleet: fleet["name"] in tows


def _is_busy(fleet: Row) -> bool:
    return any(fleet[work] for work in ("path", "scan", "raids", "bombards"))


MOBILE = fleet_argument(lambda fleet: bool(fleet["speed"]))


MOVEMENT_COMMANDS = (
    Command(
        keyword="MOVE",
        label="Move",
        default=True,
        group=FLEETS,
        forms=("MOVE {fleet} {route...}",),
        rule="move_fleet",
        phase="orders",
        syntax=("MOVE fleet system", "MOVE fleet warp-point [warp-point] ..."),
        help="Sends a fleet to a system by the shortest known route, or along warp points.",
        example="MOVE F1 2",
        mistake="MOVE F1 W99",
        arguments={
            "fleet": MOBILE,
            "route": Argument(
                offers=_route_choices, label="system or warp points", things=("colony", "system")
            ),
        },
        rules=("SC-MOV-001", "SC-MOV-004"),
        run=courses.move,
    ),
    Command(
        keyword="STOP",
        label="Stop",
        group=FLEETS,
        rule="stop_fleet",
        phase="orders",
        syntax=("STOP fleet",),
        help="Ends a fleet's path, scan, raid and bombardment.",
        example="STOP F1",
        mistake="STOP Nothing",
        arguments={"fleet": fleet_argument(_is_busy)},
        rules=("SC-MOV-004",),
        run=courses.stop,
    ),
    Command(
        keyword="TOW",
        label="Tow",
        group=FLEETS,
        rule="tow_unit",
        phase="orders",
        syntax=("TOW fleet unit", "TOW fleet OFF"),
        help="Takes a unit that cannot move in tow, or drops everything in tow.",
        example="TOW Tugs Yard-1",
        mistake="TOW Tugs Nothing",
        arguments={
            "fleet": fleet_where(_tugs),
            "towed": Argument(offers=_units_to_tow, label="unit", things=("unit",)),
        },
        rules=("SC-MOV-004",),
        run=fleets.tow,
    ),
    Command(
        keyword="DETUNE",
        label="Tune drives",
        group=FLEETS,
        rule="detune_fleet",
        phase="orders",
        syntax=("DETUNE fleet ON|OFF",),
        help="Tunes drives to cruise faster but fight slower, from the next turn on.",
        example="DETUNE F1 ON",
        mistake="DETUNE F1 MAYBE",
        arguments={"fleet": MOBILE, "switch": switch_argument("fleets", "fleet", "detuned")},
        rules=("SC-MOV-003",),
        run=courses.detune,
    ),
)


def points_at(fits: Callable[[Row], bool]) -> Argument:
    """A warp point that fits, in the system of the fleet."""

    def offers(view: View, chosen: Chosen) -> Sequence[str]:
        places = {fleet["at"] for fleet in chosen_rows(view["fleets"], chosen, "fleet")}
        systems = (system for system in view["systems"] if system["id"] in places)
        return [p["name"] for system in systems for p in system["points"] if fits(p)]

    return Argument(offers=offers, label="warp point", things=("warp point",))


def fleet_at_point(fits: Callable[[Row], bool], point_fits: Callable[[Row], bool]) -> Argument:
    """One of the empire's fleets that fits, in a system with a warp point that does."""

    def condition(view: View) -> Callable[[Row], bool]:
        places = {s["id"] for s in view["systems"] if any(map(point_fits, s["points"]))}
        return lambda fleet: fleet["at"] in places and fits(fleet)

    return fleet_where(condition)
