"""Every invariant of a game is reported when it is violated."""

from __future__ import annotations

import math

import pytest
from attrs import evolve

import horizons_core as hz
from horizons_core.codec import copy_of
from tests.variants.galaxy_g.playthrough import turns
from variants.galaxy_g.model import Design, Fleet, Techs

VARIANT = hz.load_variant("galaxy_g")


def broken(change):
    """The faults of a sound game after a change; Ada's race and her planet Camelot at hand."""
    game = copy_of(turns()[1].game)
    change(game, game.race("Ada"), game.planet_named("Camelot"))
    return VARIANT.invariants(game)


def test_the_game_is_sound_before():
    assert broken(lambda *_: None) == []


def change(statement):
    """A change written as a statement about `game`, `ada`, `planet` and `group` (Ada's first)."""

    def run(game, ada, planet):
        names = {"game": game, "ada": ada, "planet": planet, "group": ada.groups[0]}
        model = {"Design": Design, "Fleet": Fleet, "Techs": Techs}
        exec(statement, {"math": math, "evolve": evolve, **model, **names})

    return run


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        ("game.empires[1].id = 'Ada'", "two races have one id"),
        ("game.planets[0].id = game.planets[1].id", "two planets have one number"),
        ("planet.population = planet.size * 1.001", "more population than size"),
        ("planet.industry = planet.population * 1.001", "more industry than population"),
        ("planet.routes['COL'] = planet.id", "a route to an unknown planet"),
        ("planet.routes['COL'] = '999'", "a route to an unknown planet"),
        ("planet.owner = 'Nobody'", "has an owner who is not in the game"),
        ("planet.owner = ''", "is uninhabited, but has population"),
        ("planet.product = 'Toys'", "makes 'Toys', which does not exist"),
        ("planet.product = ''", "makes '', which does not exist"),
        ("planet.product, planet.progress = 'CAP', 1.0", "an unfinished ship of an unknown type"),
        ("ada.groups.reverse()", "are not sorted by number"),
        ("ada.groups[1].number = group.number", "are not sorted by number"),
        ("ada.techs = Techs(drive=-0.1)", "a negative technology level"),
        ("ada.techs = Techs(cargo=math.inf)", "a negative technology level"),
        ("ada.war.append('Nobody')", "a relation with a race that is not in the game"),
        ("ada.allies.append('Nobody')", "a relation with a race that is not in the game"),
        ("ada.guard.append('999')", "a relation with an unknown planet"),
        ("ada.attack.append('999')", "a relation with an unknown planet"),
        ("ada.allied_planets.append('999')", "a relation with an unknown planet"),
        ("ada.types['T1'].id = 'T9'", "an invalid ship type T1"),
        ("ada.types['T1'].design = Design(0, 0, 0, 0, 0)", "an invalid ship type T1"),
        (
            "ada.fleets['F1'] = Fleet(id='F1', name='H'); group.fleet = ada.groups[-1].fleet='F1'",
            "a fleet F1 in several places",
        ),
        ("group.type = 'T99'", "has an unknown type"),
        ("group.fleet = 'F99'", "is in an unknown fleet"),
        ("group.number = 0", "group 0 of Ada has 1 ships"),
        ("group.ships = 0", "has 0 ships"),
        ("group.cargo = 'COL'", "carries 0.0 COL"),
        ("group.load = 1.0", "carries 1.0 of nothing"),
        ("group.cargo, group.load = 'EMP', 1.0", "carries 1.0 EMP"),
        ("group.cargo, group.load = 'COL', 1000.0", "carries 1000.0 with room for"),
        ("group.cargo, group.load = 'COL', -1.0", "carries -1.0 with room for"),
        ("group.at = '999'", "is nowhere"),
        ("group.to = '999'", "is nowhere"),
        ("group.to, group.under_way = '', True", "on its way to an unknown planet"),
        ("group.to, group.intercepts = '', True", "on its way to an unknown planet"),
        ("group.to, group.left = '', 1.0", "on its way to an unknown planet"),
        ("group.to, group.left = planet.id, -1.0", "a negative distance left"),
        ("group.techs = evolve(group.techs, weapons=1.0)", "parts that it does not have"),
        *((f"planet.{field_name} = -0.5", f"has -0.5 {field_name}") for field_name in (
            "size", "resources", "population", "industry", "capital", "materials", "colonists",
            "progress", "upgraded",
        )),
        ("planet.materials = math.inf", "has inf materials"),
        ("planet.materials = math.nan", "has nan materials"),
    ],
)  # fmt: skip
def test_a_broken_law_is_named(statement, fault):
    assert any(fault in line for line in broken(change(statement)))
