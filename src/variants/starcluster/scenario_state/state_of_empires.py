"""The empires of a scenario state: money, knowledge, works, and how they stand to each other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve

from horizons_core import scenario_state
from horizons_core.errors import ScenarioError
from horizons_core.scenario_state import text, truth
from variants.starcluster.constants import TREASURY
from variants.starcluster.model import Class, Empire, Expedition, Project, Relation, Starcluster
from variants.starcluster.model.empires import LADDER
from variants.starcluster.model.knowledge import BASIC, DETAILED
from variants.starcluster.model.races import ADVANTAGES, ARRAYS, DISADVANTAGES
from variants.starcluster.model.works import CHANCE, TIME
from variants.starcluster.rules.charts import learn_points, learn_transit
from variants.starcluster.rules.surveys import survey_of
from variants.starcluster.scenario_state import words as read
from variants.starcluster.setup.empires import give_race
from variants.starcluster.technology.technologies import LONG_RANGE, SHORT_RANGE
from variants.starcluster.technology.trees import TREES

_FIELDS: Mapping[str, read.Reader] = {
    "el": read.whole,
    "levels": read.numbers(TREES),
    "freighters": read.whole,
    "convoy": truth,
    "deficit": read.hundredths,
    "deposit": read.hundredths,
    "last_el": read.whole,
    "intelligence": read.whole,
    "hulls": read.texts,
    "knots": read.texts,
    "liquidate": read.texts,
    "penalty": read.one_of(CHANCE, TIME),
    "desperate": truth,
    "abroad": truth,
    "ship_fund": read.hundredths,
}
EMPIRE = (
    "called", "home", "treasury", "race", "developed", "classes", "projects", "expeditions",
    "transfers", "knows", "surveyed", "visited", "claims", *_FIELDS,
)  # fmt: skip
_RACE = ("array", "traits", "short_range", "long_range")
_CLASS = ("hull", "design", "prototype")
_PROJECT: Mapping[str, read.Reader] = {
    "centers": read.texts,
    "turns": read.whole,
    "chances": read.whole,
    "breakthroughs": read.whole,
    "suspended": read.whole,
    "less_chance": read.whole,
    "more_turns": read.whole,
}
_EXPEDITION: Mapping[str, read.Reader] = {
    "pu": read.whole,
    "travel": read.whole,
    "work": read.whole,
    "since": read.whole,
}
_BOTH: Mapping[str, read.Reader] = {
    "stance": read.one_of(*LADDER),
    "since": read.whole,
    "talks": truth,
}
_FIRST: Mapping[str, read.Reader] = {
    "envoy": read.whole,
    "successes": read.whole,
    "asked": read.whole,
    "offers_peace": truth,
    "offers_trade": truth,
}


def apply_empire(game: Starcluster, where: str, empire: Empire, given: Mapping[str, Any]) -> None:
    """Set what is said of an empire."""
    if "race" in given:
        _apply_race(f"{where}.race", empire, given["race"])
    if "called" in given:
        empire.called = text(f"{where}.called", given["called"])
    if "home" in given:
        empire.home = read.system(game, f"{where}.home", given["home"]).id
    if "treasury" in given:
        empire.stock[TREASURY] = read.hundredths(f"{where}.treasury", given["treasury"])
    for name in read.texts(f"{where}.developed", given.get("developed", [])):
        if name not in empire.developed:
            empire.developed.append(name)
    _apply_works(game, where, empire, given)
    read.apply_fields(empire, where, given, _FIELDS)


def apply_knowledge(
    game: Starcluster, where: str, empire: Empire, given: Mapping[str, Any]
) -> None:
    """What an empire has charted: systems with their points, and surveys of others."""
    known = {one.id for one in read.systems(game, f"{where}.knows", given.get("knows", []))}
    for link in game.links:
        if link and link.a in known and link.b in known:
            learn_transit(empire, link)
        elif link:
            for end in sorted({link.a, link.b} & known):
                learn_points(empire, end, [link])
    charts = empire.charts
    visited = read.systems(game, f"{where}.visited", given.get("visited", []))
    charts.visited += [one.id for one in visited if one.id not in charts.visited]
    for name, level in scenario_state.named(f"{where}.surveyed", given.get("surveyed", {})).items():
        _add_survey(game, f"{where}.surveyed.{name}", empire, name, level)
    for one in read.systems(game, f"{where}.claims", given.get("claims", [])):
        empire.claims.append(one.id)


def apply_relation(game: Starcluster, where: str, given: Any) -> None:
    """Two empires in contact, and how they stand to each other."""
    names = ("between", "gifts", *_BOTH, *_FIRST)
    said = scenario_state.fields(where, given, names)
    place = f"{where}.between"
    both = [
        read.power(game, place, one)
        for one in scenario_state.listed(place, said.get("between", []))
    ]
    if len(both) != 2 or both[0] is both[1]:
        raise ScenarioError(f"{where}: a relation has two empires", "write [Ada, NPR1]")
    one, other = both
    for each, partner in ((one, other), (other, one)):
        relation = each.relations.setdefault(partner.id, Relation())
        read.apply_fields(relation, where, said, _BOTH)
    read.apply_fields(one.relations[other.id], where, said, _FIRST)
    for gift in scenario_state.listed(f"{where}.gifts", said.get("gifts", [])):
        one.relations[other.id].gifts.append(_gift(f"{where}.gifts", gift))


def _apply_works(game: Starcluster, where: str, empire: Empire, given: Mapping[str, Any]) -> None:
    """Classes, projects, expeditions and transfers."""
    for name, said in scenario_state.things(f"{where}.classes", given.get("classes", {}), _CLASS):
        place = f"{where}.classes.{name}"
        prototype = truth(place, said.get("prototype", False))
        empire.classes[name] = Class(
            name=name, design=read.design(place, said), prototype=prototype
        )
    projects = given.get("projects", {})
    for name, said in scenario_state.things(f"{where}.projects", projects, tuple(_PROJECT)):
        empire.projects[name] = Project(name=name)
        read.apply_fields(empire.projects[name], f"{where}.projects.{name}", said, _PROJECT)
    for what in ("expeditions", "transfers"):
        for said in scenario_state.listed(f"{where}.{what}", given.get(what, [])):
            getattr(empire, what).append(_expedition(game, f"{where}.{what}", said))


def _apply_race(where: str, empire: Empire, given: Any) -> None:
    said = scenario_state.fields(where, given, _RACE)
    race = empire.race
    if "array" in said:
        array = tuple(scenario_state.listed(f"{where}.array", said["array"]))
        if array not in ARRAYS:
            raise ScenarioError(f"{where}.array: {list(array)} is no array", "write [66, 66, 33]")
        race = evolve(race, array=array)
    if "traits" in said:
        traits = scenario_state.listed(f"{where}.traits", said["traits"])
        known = (*ADVANTAGES, *DISADVANTAGES)
        words = (scenario_state.word(f"{where}.traits", one, known) for one in traits)
        race = evolve(race, traits=tuple(words))
    race = evolve(
        race,
        short_range=scenario_state.word(
            f"{where}.short_range", said.get("short_range", race.short_range), SHORT_RANGE
        ),
        long_range=scenario_state.word(
            f"{where}.long_range", said.get("long_range", race.long_range), LONG_RANGE
        ),
    )
    give_race(empire, race)


def _expedition(game: Starcluster, where: str, given: Any) -> Expedition:
    said = scenario_state.fields(where, given, ("origin", "target", *_EXPEDITION))
    found = Expedition(
        origin=read.system(game, f"{where}.origin", said.get("origin")).id,
        target=read.system(game, f"{where}.target", said.get("target")).id,
        pu=0,
        travel=0,
    )
    read.apply_fields(found, where, said, _EXPEDITION)
    return found


def _gift(where: str, given: Any) -> tuple[int, int]:
    """The turn of a gift, and its sum."""
    said = scenario_state.listed(where, given)
    if len(said) != 2:
        raise ScenarioError(f"{where}: {given} is no gift", "write [turn, MC]")
    return read.whole(where, said[0]), read.hundredths(where, said[1])


def _add_survey(game: Starcluster, where: str, empire: Empire, name: str, given: Any) -> None:
    """A survey as of the turn played last, with the points that any scan finds."""
    system = read.system(game, where, name)
    level = {"basic": BASIC, "detailed": DETAILED}[
        scenario_state.word(where, given, ("basic", "detailed"))
    ]
    survey = survey_of(game, system, level, 0, game.turn)
    empire.charts.surveys[system.id] = survey
    learn_points(empire, system.id, map(game.link, survey.links))
