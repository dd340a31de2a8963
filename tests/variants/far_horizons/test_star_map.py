"""The printed map of the stars (FH-MAP-001)."""

from __future__ import annotations

import pytest

import horizons_core as hz
from horizons_host.store import GameStore
from tests.host.helpers import fine, refused
from tests.variants.far_horizons.galaxies import examples, settled
from variants.far_horizons.constants import STAR_COLOURS, STAR_KINDS
from variants.far_horizons.model import Game, Sector, Star
from variants.far_horizons.report.star_map import star_map

LETTERS = {name: letter for letter, name in (*STAR_COLOURS.items(), *STAR_KINDS.items())}


def game_of(*stars: Star, radius: int = 12) -> Game:
    return Game(radius=radius, stars=list(stars))


def star(sector: Sector, kind: str = " ", colour: str = "G", size: int = 5) -> Star:
    return Star(id=str(sector), sector=sector, kind=kind, colour=colour, size=size)


def pages(game: Game) -> list[list[str]]:
    """The lines of the map's pages."""
    return [page.splitlines() for page in star_map(game).split("\f")[:-1]]


def cell(game: Game, x: int, y: int) -> list[str]:
    """The content of a cell of the map, line by line."""
    width = 2 * game.radius
    page = pages(game)[x // 21]
    first = 1 + 3 * (width - 1 - y)
    left = 6 * (x % 21) + (4 if x < 21 else 0)
    return [line[left : left + 6].rstrip("|").strip() for line in page[first : first + 2]]


@pytest.mark.rule("FH-MAP-001")
@pytest.mark.parametrize("example", examples("FH-MAP-001"), ids=str)
def test_each_star_is_shown_by_its_z_and_its_type(example):
    inputs = example.given
    kind, colour = LETTERS[inputs["type"]], LETTERS[inputs["colour"]]
    shown_star = star((inputs["x"], inputs["y"], inputs["z"]), kind, colour, inputs["step"])
    assert cell(game_of(shown_star), inputs["x"], inputs["y"]) == example.expect["cell"]


@pytest.mark.rule("FH-MAP-001")
def test_x_and_y_are_on_the_axes():
    (page, rest) = pages(game_of(star((0, 0, 3))))
    assert page[0] == "   -" + "------" * 21
    assert [line[:4] for line in page[1:4]] == ["   |", "23 |", "   -"]
    assert page[-2].startswith("  X    0     1     2  ")
    assert page[-3].startswith(" Y -")
    assert rest[-2] == "  21    22    23  "
    assert len(page) == 3 * 24 + 3


@pytest.mark.rule("FH-MAP-001")
def test_all_stars_are_on_the_map_and_nothing_else():
    game = settled(8)
    for system in game.stars:
        x, y, z = system.sector
        assert cell(game, x, y) == [str(z), f"{system.kind}{system.colour}{system.size}".strip()]
    empty = Game(radius=game.radius)
    assert len(star_map(game).splitlines()) == len(star_map(empty).splitlines())
    letters = set("".join(star_map(game).split()))
    assert letters <= set("0123456789|-XYdDgOBAFGKM")


@pytest.mark.rule("FH-MAP-001")
def test_stars_in_one_column_stand_above_one_another():
    game = game_of(star((3, 4, 20)), star((3, 4, 7), "g", "F"), radius=6)
    (page,) = pages(game)
    first = 1 + 3 * (12 - 1 - 4)
    cells = [line[4 + 18 : 4 + 24].rstrip("|").strip() for line in page[first : first + 4]]
    assert cells == ["7", "gF5", "20", "G5"]


@pytest.mark.parametrize(
    ("z", "digits"), [(0, "  0  |"), (9, "  9  |"), (10, "  10 |"), (23, "  23 |")]
)
def test_numbers_of_two_digits_stand_one_place_to_the_right(z, digits):
    (page, _) = pages(game_of(star((0, 0, z))))
    assert page[-5] == f"   |{digits}" + "     |" * 20


@pytest.mark.rule("FH-MAP-001")
def test_the_gamemaster_gets_it_by_a_command(tmp_path):
    fine("new", tmp_path / "g", "--variant", "far_horizons", "--player", "Ada", "--player", "Brin",
         "--seed", 3)  # fmt: skip
    fine("export", tmp_path / "map", "-g", tmp_path / "g", "--format", "printed-map")
    (file,) = (tmp_path / "map").iterdir()
    with GameStore(tmp_path / "g") as store:
        game = hz.load(store.stored(0).state)
    assert file.name == "map.txt"
    assert file.read_bytes().decode() == star_map(game)
    message = refused("export", tmp_path / "map", "-g", tmp_path / "g", "--format", "printed-map")
    assert "is not empty" in message
