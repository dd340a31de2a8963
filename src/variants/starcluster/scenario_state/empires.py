"""Empires of a scenario state: money, knowledge, works, and relations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve

from horizons_core import scenario_state
from horizons_core.errors import ScenarioError
from horizons_core.scenario_state import boolean, one_of, set_fields, text, texts
from variants.starcluster.constants import TREASURY
from variants.starcluster.model import Class, Empire, Expedition, Project, Relation, Starcluster
from variants.starcluster.model.empires import STANCE_LADDER
from variants.starcluster.model.knowledge import BASIC, DETAILED
from variants.starcluster.model.races import ADVANTAGES, ARRAYS, DISADVANTAGES
from variants.starcluster.model.works import CHANCE, TIME
from variants.starcluster.rules.charts import learn_points, learn_transit, survey_of
from variants.starcluster.scenario_state import readers as read
from variants.starcluster.setup.empires import give_race
from variants.starcluster.technologies import LONG_RANGE, SHORT_RANGE, TREES

_FIELDS = "el freighters convoy last_el intelligence hulls knots liquidate desperate abroad"
_AMOUNTS = ("deficit", "deposit", "ship_fund")
EMPIRE = (
    "called", "home", "treasury", "race", "developed", "classes", "projects", "expeditions",
    "transfers", "knows", "surveyed", "visited", "claims", "levels", "penalty",
    *_FIELDS.split(), *_AMOUNTS,
)  # fmt: skip
_RACE = ("array", "traits", "short_range", "long_range")
_CLASS = ("hull", "design", "prototype")
_PROJECT = "centers turns chances breakthroughs suspended less_chance more_turns"
_EXPEDITION = "pu travel work since"
_BOTH = "since talks"
_FIRST = "envoy successes asked offers_peace offers_trade"


def apply_empire(game: Starcluster, path: str, empire: Empire, data: Mapping[str, Any]) -> None:
    """Set the given facts of an empire."""
    if "race" in data:
        _apply_race(f"{path}.race", empire, data["race"])
    if "called" in data:
        empire.called = text(f"{path}.called", data["called"])
    if "home" in data:
        empire.home = read.system(game, f"{path}.home", data["home"]).id
    if "treasury" in data:
        empire.stock[TREASURY] = read.hundredths(f"{path}.treasury", data["treasury"])
    for name in texts(f"{path}.developed", data.get("developed", [])):
        if name not in empire.developed:
            empire.developed.append(name)
    _apply_works(game, path, empire, data)
    amounts = dict.fromkeys(_AMOUNTS, read.hundredths)
    levels, penalty = read.numbers(TREES), one_of(CHANCE, TIME)
    set_fields(empire, path, data, _FIELDS, levels=levels, penalty=penalty, **amounts)


def apply_knowledge(game: Starcluster, path: str, empire: Empire, data: Mapping[str, Any]) -> None:
    """Chart the given systems with their points, and add surveys of others."""
    charted = {known.id for known in read.systems(game, f"{path}.knows", data.get("knows", []))}
    for link in game.links:
        if link and link.a in charted and link.b in charted:
            learn_transit(empire, link)
        elif link:
            for end in sorted({link.a, link.b} & charted):
                learn_points(empire, end, [link])
    charts = empire.charts
    visited = read.systems(game, f"{path}.visited", data.get("visited", []))
    charts.visited += [known.id for known in visited if known.id not in charts.visited]
    for name, level in scenario_state.named(f"{path}.surveyed", data.get("surveyed", {})).items():
        _add_survey(game, f"{path}.surveyed.{name}", empire, name, level)
    for claim in read.systems(game, f"{path}.claims", data.get("claims", [])):
        empire.claims.append(claim.id)


def apply_relation(game: Starcluster, path: str, data: Any) -> None:
    """Put two empires in contact with the given relation."""
    names = ("between", "gifts", "stance", *_BOTH.split(), *_FIRST.split())
    fields = scenario_state.fields(path, data, names)
    place = f"{path}.between"
    both = [
        read.power(game, place, name)
        for name in scenario_state.listed(place, fields.get("between", []))
    ]
    if len(both) != 2 or both[0] is both[1]:
        raise ScenarioError(f"{path}: a relation needs two empires", "write [Ada, NPR1]")
    first, second = both
    for empire, partner in ((first, second), (second, first)):
        relation = empire.relations.setdefault(partner.id, Relation())
        set_fields(relation, path, fields, _BOTH, stance=one_of(*STANCE_LADDER))
    set_fields(first.relations[second.id], path, fields, _FIRST)
    for gift in scenario_state.listed(f"{path}.gifts", fields.get("gifts", [])):
        first.relations[second.id].gifts.append(_gift(f"{path}.gifts", gift))


def _apply_works(game: Starcluster, path: str, empire: Empire, data: Mapping[str, Any]) -> None:
    """Add classes, projects, expeditions and transfers."""
    for name, entry in scenario_state.objects(f"{path}.classes", data.get("classes", {}), _CLASS):
        place = f"{path}.classes.{name}"
        prototype = boolean(place, entry.get("prototype", False))
        empire.classes[name] = Class(
            name=name, design=read.design(place, entry), prototype=prototype
        )
    projects = data.get("projects", {})
    for name, entry in scenario_state.objects(f"{path}.projects", projects, _PROJECT.split()):
        empire.projects[name] = Project(name=name)
        set_fields(empire.projects[name], f"{path}.projects.{name}", entry, _PROJECT)
    for kind in ("expeditions", "transfers"):
        for entry in scenario_state.listed(f"{path}.{kind}", data.get(kind, [])):
            getattr(empire, kind).append(_expedition(game, f"{path}.{kind}", entry))


def _apply_race(path: str, empire: Empire, data: Any) -> None:
    fields = scenario_state.fields(path, data, _RACE)
    race = empire.race
    if "array" in fields:
        array = tuple(scenario_state.listed(f"{path}.array", fields["array"]))
        if array not in ARRAYS:
            raise ScenarioError(
                f"{path}.array: {list(array)} is not an array", "write [66, 66, 33]"
            )
        race = evolve(race, array=array)
    if "traits" in fields:
        traits = scenario_state.listed(f"{path}.traits", fields["traits"])
        names = (*ADVANTAGES, *DISADVANTAGES)
        words = (scenario_state.word(f"{path}.traits", name, names) for name in traits)
        race = evolve(race, traits=tuple(words))
    race = evolve(
        race,
        short_range=scenario_state.word(
            f"{path}.short_range", fields.get("short_range", race.short_range), SHORT_RANGE
        ),
        long_range=scenario_state.word(
            f"{path}.long_range", fields.get("long_range", race.long_range), LONG_RANGE
        ),
    )
    give_race(empire, race)


def _expedition(game: Starcluster, path: str, data: Any) -> Expedition:
    fields = scenario_state.fields(path, data, ("origin", "target", *_EXPEDITION.split()))
    expedition = Expedition(
        origin=read.system(game, f"{path}.origin", fields.get("origin")).id,
        target=read.system(game, f"{path}.target", fields.get("target")).id,
        pu=0,
        travel=0,
    )
    set_fields(expedition, path, fields, _EXPEDITION)
    return expedition


def _gift(path: str, data: Any) -> tuple[int, int]:
    """Read the turn of a gift and its amount."""
    parts = scenario_state.listed(path, data)
    if len(parts) != 2:
        raise ScenarioError(f"{path}: {data} is not a gift", "write [turn, MC]")
    return read.integer(path, parts[0]), read.hundredths(path, parts[1])


def _add_survey(game: Starcluster, path: str, empire: Empire, name: str, word: Any) -> None:
    """Add a survey as of the latest turn, with the points that any scan finds."""
    system = read.system(game, path, name)
    level = {"basic": BASIC, "detailed": DETAILED}[
        scenario_state.word(path, word, ("basic", "detailed"))
    ]
    survey = survey_of(game, system, level, 0, game.turn)
    empire.charts.surveys[system.id] = survey
    learn_points(empire, system.id, map(game.link, survey.links))
