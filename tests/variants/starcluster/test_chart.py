"""The map as a document: contents of the charts, size, and the color of rich systems."""

from __future__ import annotations

import pytest
from jsonschema import Draft202012Validator

from horizons_core.report import map_svg
from tests.variants.starcluster.builders import new_game, run, ship, variant
from variants.starcluster.model import Starcluster
from variants.starcluster.rules.charts import learn_points, learn_transit


def charted() -> Starcluster:
    """Ada has been at 2, and knows two points of it."""
    game = new_game("Ada", "Brin")
    ada = game.empire("Ada")
    for link in game.links_at("2"):
        learn_points(ada, "2", [link])
    learn_transit(ada, next(link for link in game.links_at("2") if "1" in (link.a, link.b)))
    ship(game, "Ada", "2", "Scouts", "DD", "(X)x4 (Ic)x3 Q Q Q")
    return game


@pytest.mark.rule("SC-SYS-013")
def test_the_map_shows_what_the_charts_have():
    game = charted()
    turn = run(game, Ada="MOVE Scouts 1")
    document = variant().map(variant().view(turn.game, "Ada"))

    assert [place["id"] for place in document["places"]] == ["1", "2", "3", "4"]
    assert {frozenset((link["a"], link["b"])) for link in document["links"]} == {
        frozenset(("1", other)) for other in "234"
    }
    assert {link["kind"] for link in document["links"]} == {"lane", "course"}
    assert {link["a"] for link in document["loose"]} <= {"2", "3", "4"}
    assert document["you"] == "Race 1"
    homes = [m["owner"] for p in document["places"] for m in p["marks"] if m["kind"] == "home"]
    assert homes == ["Race 1"]


def test_maps_have_the_shape_that_is_published_and_are_drawn():
    game = charted()
    schema = variant().report_form.schema()
    schema = {"$defs": schema["$defs"], **schema["properties"]["map"]}
    for reader in ("Ada", None):
        document = variant().map(variant().view(game, reader))
        Draft202012Validator(schema).validate(document)
        assert map_svg(document).count("data-place=") == len(document["places"])


def test_the_picture_is_as_large_as_its_systems_span():
    game = charted()
    for number, name in enumerate(("5", "6", "7", "C001")):
        ship(game, "Ada", name, f"Far{number}", "DD", "(X)x4 (Ic)x3 Q Q Q")
    document = variant().map(variant().view(game, "Ada"))
    columns, rows = zip(*(place["at"] for place in document["places"]), strict=True)

    assert document["width"] == max(columns) - min(columns) + 1
    assert document["height"] == max(rows) - min(rows) + 1
    assert document["height"] > document["width"] > 1
    assert min(columns) < 0


@pytest.mark.rule("SC-SYS-013")
@pytest.mark.parametrize(
    ("people", "wealth", "level", "shade"),
    [(1234, 1, 2, 0.247), (2500, 2, 2, 1.0), (9999, 9, 2, 1.0), (10, 1, 1, 0.05), (0, 0, 0, None)],
)
def test_the_richer_a_system_the_deeper_its_shade(people, wealth, level, shade):
    view = variant().view(new_game(), "Ada")
    view["systems"][1].update(most_pu=people, wealth=wealth, level=level)
    place = variant().map(view)["places"][1]

    assert place["level"] == shade
    assert place["state"] == ("mapped" if level else "unknown")
