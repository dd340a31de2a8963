"""Galaxies and species made with the 1999 engine's dice are the engine's own, field by field."""

from __future__ import annotations

import json

import pytest

from tests.variants.far_horizons.recorded_games import recorded_games
from tools.far_horizons_parity.comparing import compare
from tools.far_horizons_parity.dice import EngineDice
from variants.far_horizons.mods.engine_1999.forms import ENGINE_FORMS
from variants.far_horizons.rules.housekeeping import open_game
from variants.far_horizons.rules.scanning import scan_table
from variants.far_horizons.setup.forms import read_forms
from variants.far_horizons.setup.galaxy import draw_galaxy, galaxy_size
from variants.far_horizons.setup.species import create_species, draw_templates

pytestmark = pytest.mark.recorded


@pytest.fixture(scope="module", params=recorded_games(), ids=lambda game: game.name)
def setup(request):
    """The set-up of a recorded game, and the game that we make with its seeds and forms."""
    turn = request.param.turn(0)
    seeds = json.loads((turn.folder / "seeds.json").read_text())
    species = next(a for a in seeds["galaxy_args"] if a.startswith("--species="))
    less_crowded = "--less-crowded" in seeds["galaxy_args"]
    separation = int(seeds["species_args"][0].removeprefix("--radius="))

    def dice(command: str):
        return EngineDice(turn.seed(command)).roll

    size = galaxy_size(int(species.partition("=")[2]), less_crowded=less_crowded)
    game = draw_galaxy(size, dice("create_galaxy"))
    (file,) = turn.folder.glob("species.*")  # plain text or JSON
    forms = {form.name: form for form in read_forms(file.read_text(), ENGINE_FORMS)}
    templates = draw_templates(dice("create_home_system_templates"))
    create_species(game, forms, templates, separation, dice("create_species"))
    return turn, game


def test_stars_planets_and_species_are_the_engines(setup):
    turn, game = setup
    compared = compare(game, turn.state("after_create_species"))
    assert compared.differences == []
    assert compared.fields > 4000


@pytest.mark.rule("FH-SETUP-010")
def test_the_scans_of_the_home_systems_are_the_engines(setup):
    turn, game = setup
    for species in game.empires:
        table = "\n".join(scan_table(game, species, species.home.sector))
        title = f"Scan of home star system for SP {species.name}:"
        assert turn.log(species.number).startswith(f"\n{title}\n\n{table}\n")


def test_the_game_opens_as_the_engines_does(setup):
    turn, game = setup
    open_game(game)
    game.turn = 1  # the engine counts the set-up as a turn
    assert compare(game, turn.state("after_finish")).differences == []
