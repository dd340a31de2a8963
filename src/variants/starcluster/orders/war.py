"""DOCTRINE, ASSAULT, SILOS, BOMBARD, LAND and EMBARK (SC-CBT, SC-WPA, SC-CMS, SC-ORB, SC-GND)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from attrs import evolve

from horizons_core.model import View
from horizons_core.orders import Argument, Choice, Chosen, Command, Range, Required, integer
from horizons_core.sums import int_sum, ordered_sum
from variants.starcluster.model.empires import WAR as AT_WAR
from variants.starcluster.orders.arguments import (
    COLONY,
    Row,
    choices_of_amount,
    chosen_rows,
    chosen_words,
    count_systems,
    units_by_fleet,
)
from variants.starcluster.orders.colonies import COLONIES
from variants.starcluster.orders.fleets import (
    FLEET,
    fleet_at_point,
    fleet_where,
    points_at,
    systems_by_id,
)
from variants.starcluster.rules import battles, bombardment, defenses, landings, sides

WAR = "War"
_MAX_WAVE = 20
#: The settings of a doctrine, by their first word.
_SETTINGS = {
    "BAND": ("LONG", "SHORT"),
    "BREAK": tuple(str(percent) for percent in range(10, 101, 10)),
    "TARGET": ("LARGE", "SMALL"),
    "ADM": ("ON", "OFF"),
}
_STANCES = ("ENGAGE", "AVOID")
_ADM = ("ENI:ADM", "ENJ:ADM")


def _parts(view: View, chosen: Chosen) -> Sequence[str]:
    """Stances and settings that the order does not have yet (SC-CBT-012)."""
    begun = {word.partition(" ")[0].upper() for word in chosen_words(chosen, "part")}
    settings = dict(_SETTINGS)
    if not any(name in view["developed"] for name in _ADM):
        del settings["ADM"]
    places = {fleet["at"] for fleet in chosen_rows(view["fleets"], chosen, "fleet")}
    points = (p["name"] for s in view["systems"] if s["id"] in places for p in s["points"])
    stances = [*_STANCES, *(f"GUARD {point}" for point in points)]
    return [
        *(() if begun & {*_STANCES, "GUARD"} else stances),
        *(f"{n} {word}" for n, words in settings.items() if n not in begun for word in words),
    ]


def _is_probed(point: Row) -> bool:
    return bool(point["leads"])


def _silos(colony: Row) -> int:
    return int_sum(planet["silos"] for planet in colony["planets"])


def _colonies_with_silos(view: View) -> Sequence[str]:
    return [colony["id"] for colony in view["colonies"] if _silos(colony)]


def _missiles(view: View, chosen: Chosen) -> Required | Range | tuple[str, ...]:
    """The types of missiles, or how many silos to fire or hold."""
    if str(chosen.get("how", "")).upper() == "TYPE":
        has_sprint = f"{defenses.SPRINT_MISSILE}1" in view["developed"]
        kinds = [defenses.MISSILE, *([defenses.SPRINT_MISSILE] if has_sprint else [])]
        return Required(kinds)
    colonies = chosen_rows(view["colonies"], chosen, "system", "id")
    loaded = (int_sum(planet["loaded"] for planet in c["planets"]) for c in colonies)
    return Range(0, max(loaded, default=0))


_HOW = Argument(offers=lambda _: ("FIRE", "HOLD", "TYPE"), label="what they do")


def _enemies(view: View) -> set[str]:
    return {c["name"] for c in view["contacts"] if c["stance"] == AT_WAR}


def _bombing_goals(view: View) -> Callable[[Row], list[str]]:
    """The goals of a fleet: its system if it can bombard planets there, OFF if it already does."""
    enemies = _enemies(view)
    enemy_systems = {s["id"] for s in view["systems"] if s["owner"] in enemies and s["habitable"]}

    def goals(fleet: Row) -> list[str]:
        able = fleet["at"] in enemy_systems and fleet["short"] > 0 and not fleet["path"]
        return [*([fleet["at"]] if able else []), *(["OFF"] if fleet["bombards"] else [])]

    return goals


def _bombers(view: View) -> Callable[[Row], bool]:
    goals = _bombing_goals(view)
    return lambda fleet: bool(goals(fleet))


def _goals(view: View, chosen: Chosen) -> Sequence[str]:
    fleets = chosen_rows(view["fleets"], chosen, "fleet")
    goals = map(_bombing_goals(view), fleets)
    return list(dict.fromkeys(goal for of_fleet in goals for goal in of_fleet))


def _planet_numbers(view: View, chosen: Chosen) -> Range | Required:
    """The numbers of the planets in the chosen system, or of any; none for OFF."""
    systems = chosen_rows(view["systems"], chosen, "goal", "id")
    planets = Range(1, max((system["habitable"] or 0 for system in systems), default=0))
    return Required(planets) if chosen.get("goal") and systems else planets


def _targets(_: View, chosen: Chosen) -> Sequence[str] | Required:
    targets = bombardment.TARGETS
    return Required(targets) if chosen.get("planet") else targets


#: Planets where a fleet can land or load troops: the maximum points, by system and number.
LandingPoints = Mapping[tuple[str, int], float]


def _planets_to_assault(view: View) -> Callable[[Row], LandingPoints]:
    """For fleets with craft and troops, the planets that no friend holds (SC-GND-001)."""
    units, systems, enemies = units_by_fleet(view), systems_by_id(view), _enemies(view)
    hostile = {c["id"] for c in view["contacts"] if c["stance"] == AT_WAR}
    colonies = {colony["id"]: colony for colony in view["colonies"]}
    bridgeheads = {(row["system"], row["planet"]) for row in view["footholds"]}

    def landing_points(fleet: Row) -> LandingPoints:
        at, aboard = fleet["at"], units.get(fleet["name"], [])
        craft = any(unit["shuttles"] or unit["gigs"] for unit in aboard)
        if fleet["path"] or not craft or at not in systems:
            return {}
        troops, cold = (ordered_sum(unit[kind] for unit in aboard) for kind in ("troops", "cold"))
        if at in colonies:
            allowed = {"", view.empire, *hostile}
            planets = [p["number"] for p in colonies[at]["planets"] if p["fallen"] in allowed]
        else:
            owner, number = systems[at]["owner"], systems[at]["habitable"] or 0
            planets = list(range(1, number + 1 if not owner or owner in enemies else 0))
        points = {
            (at, n): troops + (cold if at in colonies or (at, n) in bridgeheads else 0)
            for n in planets
        }
        return {place: maximum for place, maximum in points.items() if maximum > 0}

    return landing_points


def _planets_to_embark(view: View) -> Callable[[Row], LandingPoints]:
    """For fleets with empty Qt, the quiet planets with the player's troops (SC-GND-005)."""
    units = units_by_fleet(view)
    ashore = {(row["system"], row["planet"]): row["points"] for row in view["footholds"]}
    for colony in view["colonies"]:
        for planet in colony["planets"]:
            if not any(force["owner"] != view.empire for force in planet["troops"]):
                landed = ordered_sum(force["points"] for force in planet["troops"])
                garrison = planet["garrison"] if planet["pdc"] and not planet["fallen"] else 0
                ashore[colony["id"], planet["number"]] = landed + garrison

    def landing_points(fleet: Row) -> LandingPoints:
        aboard = [] if fleet["path"] else units.get(fleet["name"], [])
        room = ordered_sum(
            max(0, landings.TROOPS * count_systems(unit["working"], "Qt") - unit["troops"])
            for unit in aboard
        )
        points = {place: min(room, n) for place, n in ashore.items() if place[0] == fleet["at"]}
        return {place: maximum for place, maximum in points.items() if maximum > 0}

    return landing_points


def _troop_arguments(
    points_of: Callable[[View], Callable[[Row], LandingPoints]],
) -> dict[str, Argument]:
    """The fleet, its system, a planet there, and how many points of troops."""

    def condition(view: View) -> Callable[[Row], bool]:
        landing_points = points_of(view)
        return lambda fleet: bool(landing_points(fleet))

    def places(view: View, chosen: Chosen) -> dict[tuple[str, int], float]:
        landing_points = points_of(view)
        amounts: dict[tuple[str, int], float] = {}
        for fleet in chosen_rows(view["fleets"], chosen, "fleet"):
            amounts |= landing_points(fleet)
        return {
            place: n for place, n in amounts.items() if chosen.get("goal", place[0]) == place[0]
        }

    def goals(view: View, chosen: Chosen) -> Sequence[str]:
        return list(dict.fromkeys(system for system, _ in places(view, chosen)))

    def planets(view: View, chosen: Chosen) -> Sequence[str]:
        return list(dict.fromkeys(str(number) for _, number in places(view, chosen)))

    def points(view: View, chosen: Chosen) -> Sequence[Choice]:
        amounts = [
            amount
            for (_, planet), amount in places(view, chosen).items()
            if chosen.get("planet", str(planet)) == str(planet)
        ]
        return choices_of_amount("ALL", max(amounts, default=0))

    return {
        "fleet": fleet_where(condition),
        "goal": Argument(offers=goals, label="system", things=("colony", "system")),
        "planet": Argument(offers=planets),
        "points": Argument(offers=points, label="points of troops"),
    }


WAR_COMMANDS = (
    Command(
        keyword="DOCTRINE",
        label="Set the doctrine",
        group=WAR,
        forms=("DOCTRINE {fleet} {part...}",),
        rule="set_doctrine",
        phase="orders",
        syntax=(
            "DOCTRINE fleet ENGAGE|AVOID|GUARD warp-point",
            "DOCTRINE fleet [BAND LONG|SHORT] [BREAK percent] [TARGET LARGE|SMALL] [ADM ON|OFF]",
        ),
        help="Sets how a fleet behaves in battle; settings that you leave out do not change.",
        example="DOCTRINE F1 GUARD W1 BAND LONG BREAK 30",
        mistake="DOCTRINE F1 CHARGE",
        arguments={
            "fleet": FLEET,
            "part": Argument(offers=_parts, bare=True, label="behavior"),
        },
        rules=("SC-CBT-012",),
        run=sides.set_doctrine,
    ),
    Command(
        keyword="ASSAULT",
        label="Assault a warp point",
        group=WAR,
        forms=("ASSAULT {fleet} {point} [WAVE {wave}]",),
        rule="assault_point",
        phase="orders",
        syntax=("ASSAULT fleet warp-point [WAVE n]",),
        help="Sends a fleet through a guarded warp point, in waves of this many ships.",
        example="ASSAULT F1 W1 WAVE 10",
        mistake="ASSAULT F1 W99",
        arguments={
            "fleet": fleet_at_point(lambda fleet: fleet["speed"] > 0, _is_probed),
            "point": points_at(_is_probed),
            "wave": Argument(
                integer(1, _MAX_WAVE),
                offers=lambda _: Range(1, _MAX_WAVE),
                optional=True,
                label="ships in a wave",
            ),
        },
        rules=("SC-WPA-001", "SC-WPA-002"),
        run=battles.assault,
    ),
    Command(
        keyword="SILOS",
        label="Set silo fire",
        group=COLONIES,
        forms=("SILOS {system} {how} [{what}]",),
        rule="set_silos",
        phase="orders",
        syntax=("SILOS system TYPE R|G", "SILOS system FIRE|HOLD [n]"),
        help="Sets what the silos of a system fire, and how many of them fire or hold.",
        example="SILOS 1 FIRE 3",
        mistake="SILOS 1 WAIT",
        arguments={
            "system": evolve(COLONY, offers=_colonies_with_silos),
            "how": _HOW,
            "what": Argument(offers=_missiles, optional=True, label="missiles or number"),
        },
        rules=("SC-CMS-001", "SC-CMS-003"),
        run=defenses.set_silos,
    ),
    Command(
        keyword="BOMBARD",
        label="Bombard a planet",
        group=WAR,
        forms=("BOMBARD {fleet} {goal} [{planet} {target}]",),
        rule="bombard_planet",
        phase="bombardment",
        syntax=("BOMBARD fleet system planet PDC|CMS|PU", "BOMBARD fleet OFF"),
        help="Bombards a planet of the fleet's system, until switched off.",
        example="BOMBARD F1 2 1 PDC",
        mistake="BOMBARD F1 2 1 CGB",
        arguments={
            "fleet": fleet_where(_bombers),
            "goal": Argument(offers=_goals, label="system", things=("system",)),
            "planet": Argument(offers=_planet_numbers, optional=True),
            "target": Argument(offers=_targets, optional=True),
        },
        rules=("SC-ORB-001", "SC-ORB-002", "SC-PDC-005"),
        run=bombardment.bombard,
    ),
    Command(
        keyword="LAND",
        label="Land troops",
        group=WAR,
        rule="land_troops",
        phase="ground_combat",
        syntax=("LAND fleet system planet points", "LAND fleet system planet ALL"),
        help="Lands troops with the fleet's shuttles and gigs to fight for the planet.",
        example="LAND F1 2 1 ALL",
        mistake="LAND F1 2 99 ALL",
        arguments=_troop_arguments(_planets_to_assault),
        rules=("SC-GND-001", "SC-GND-002"),
        run=landings.land,
    ),
    Command(
        keyword="EMBARK",
        label="Take troops aboard",
        group=WAR,
        rule="embark_troops",
        phase="ground_combat",
        syntax=("EMBARK fleet system planet points",),
        help="Loads your troops on a quiet planet into empty Qt.",
        example="EMBARK F1 1 1 20",
        mistake="EMBARK F1 1 99 20",
        arguments=_troop_arguments(_planets_to_embark),
        rules=("SC-GND-005",),
        run=landings.embark,
    ),
)
