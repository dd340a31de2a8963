"""Application of a scenario state to a fresh game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve

from horizons_core import scenario_state
from horizons_core.errors import ScenarioError
from horizons_core.scenario_state import truth
from variants.starcluster.model import Starcluster, WarpLink
from variants.starcluster.rules.fleets import disband_empty
from variants.starcluster.scenario_state import words as read
from variants.starcluster.scenario_state.state_of_empires import (
    EMPIRE,
    apply_empire,
    apply_knowledge,
    apply_relation,
)
from variants.starcluster.scenario_state.state_of_fleets import apply_fleet
from variants.starcluster.scenario_state.state_of_systems import SYSTEM, apply_system

_PARTS = ("turn", "remove", "systems", "links", "empires", "relations", "fleets")
_ALL_LINKS, _ALL_UNITS, _ALL_NATIVES = "links", "units", "natives"
_LINK = ("between", "hidden", "closed")


def apply_state(game: Starcluster, state: Mapping[str, Any]) -> bool:
    """Change a fresh game into the situation; raises ScenarioError naming the place.

    Returns True: the game has scenario states.
    """
    scenario_state.fields("state", state, _PARTS)
    if "turn" in state:
        game.turn = read.integer("turn", state["turn"])
    for word in scenario_state.listed("remove", state.get("remove", [])):
        _remove(game, scenario_state.word("remove", word, (_ALL_LINKS, _ALL_UNITS, _ALL_NATIVES)))
    for name, data in scenario_state.objects("systems", state.get("systems", {}), SYSTEM):
        apply_system(game, f"systems.{name}", read.system(game, "systems", name), data)
    for number, data in enumerate(scenario_state.listed("links", state.get("links", [])), 1):
        _add_link(game, f"links[{number}]", data)
    empires = list(scenario_state.objects("empires", state.get("empires", {}), EMPIRE))
    for name, data in empires:
        apply_empire(game, f"empires.{name}", read.power(game, "empires", name), data)
    for name, data in empires:
        apply_knowledge(game, f"empires.{name}", read.power(game, "empires", name), data)
    relations = scenario_state.listed("relations", state.get("relations", []))
    for number, data in enumerate(relations, 1):
        apply_relation(game, f"relations[{number}]", data)
    fleets = scenario_state.listed("fleets", state.get("fleets", []))
    for number, data in enumerate(fleets, 1):
        apply_fleet(game, f"fleets[{number}]", data)
    return True


def _remove(game: Starcluster, kind: str) -> None:
    """Remove all links, all units, or all non-player races from the game."""
    if kind == _ALL_LINKS:
        game.links = []
        for empire in (*game.empires, *game.natives):
            charts = empire.charts
            charts.points, charts.probed = {}, []
            charts.surveys = {key: evolve(s, links=()) for key, s in charts.surveys.items()}
    elif kind == _ALL_UNITS:
        game.units, game.fleets = [], []
    else:
        natives = {native.id for native in game.natives}
        for system in game.systems:
            if system.owner in natives:
                system.owner, system.pu, system.science = "", 0, 0
                for planet in system.planets:
                    planet.pdc, planet.garrison = False, 0.0
                    planet.silos, planet.ground_bases, planet.troops = [], [], []
        game.units = [unit for unit in game.units if unit.owner not in natives]
        disband_empty(game)
        game.natives = []


def _add_link(game: Starcluster, path: str, data: Any) -> None:
    """Add a link of two systems, open at both ends by default."""
    fields = data if isinstance(data, Mapping) else {"between": data}
    scenario_state.fields(path, fields, _LINK)
    ends = read.systems(game, f"{path}.between", fields.get("between", []))
    if len(ends) != 2 or ends[0] is ends[1]:
        raise ScenarioError(f"{path}: a link needs two systems", 'write ["1", "2"]')
    hidden = read.integer(f"{path}.hidden", fields.get("hidden", 0))
    game.links.append(
        WarpLink(
            number=len(game.links),
            a=ends[0].id,
            b=ends[1].id,
            hidden_a=hidden,
            hidden_b=hidden,
            closed_b=truth(f"{path}.closed", fields.get("closed", False)),
        )
    )
