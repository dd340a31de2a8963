"""The map: every system beside the one from which it was found, and there for ever."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from horizons_core.report import map_svg
from tests.variants.starcluster.builders import new_game, run, ship, variant
from variants.starcluster.model import Starcluster
from variants.starcluster.rules.charts import learn_points, learn_transit
from variants.starcluster.view.layout import laid_out

SEEDS = (1, 2, 3)
#: By system, its column and row on the whole map of the first seed.
GOLDEN = Path(__file__).parent / "golden" / "map.txt"
#: Of 150 systems so many ways may cross others, where they were hemmed in before they were found.
FEW = 6


def found_in_turn(seed: int) -> list[tuple[str, str]]:
    """The links of a whole map in an order in which they may be learnt from a homeworld."""
    game = new_game("Ada", "Brin", seed=seed)
    found, border, seen = [], ["1"], {"1"}
    numbers: set[int] = set()
    while border:
        here = border.pop(0)
        for link in game.links_at(here):
            if link.number not in numbers:
                numbers.add(link.number)
                found.append((here, link.other(here)))
            if link.other(here) not in seen:
                seen.add(link.other(here))
                border.append(link.other(here))
    return found


def first_ways(ways: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The ways by which systems were found."""
    seen: set[str] = set()
    first = []
    for way in ways:
        if not set(way) <= seen:
            first.append(way)
        seen |= set(way)
    return first


@pytest.mark.parametrize("seed", SEEDS)
def test_no_system_moves_when_more_is_found(seed):
    ways = found_in_turn(seed)
    whole = laid_out("1", tuple(ways), ())

    for known in range(0, len(ways), 7):
        part = laid_out("1", tuple(ways[:known]), ())
        assert part == {name: whole[name] for name in part}


@pytest.mark.parametrize("seed", SEEDS)
def test_ways_to_new_systems_cross_nothing_while_there_is_room(seed):
    ways = found_in_turn(seed)
    spots = laid_out("1", tuple(ways), ())
    drawn = [(spots[a], spots[b]) for a, b in first_ways(ways)]

    assert len(set(spots.values())) == len(spots) == 150
    cluster, whole = (
        sum(crosses(*one, *other) for one, other in combinations(some, 2))
        for some in (drawn[:40], drawn)
    )
    assert cluster == 0
    assert whole <= FEW
    assert not any(
        touches(spot, *way) for spot in spots.values() for way in drawn if spot not in way
    )


def crosses(a, b, c, d):
    if {a, b} & {c, d}:
        return False
    return side(a, b, c) != side(a, b, d) and side(c, d, a) != side(c, d, b)


def touches(spot, a, b):
    between = min(a[0], b[0]) <= spot[0] <= max(a[0], b[0])
    return between and min(a[1], b[1]) <= spot[1] <= max(a[1], b[1]) and not side(a, b, spot)


def side(a, b, c):
    turn = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (turn > 0) - (turn < 0)


def test_systems_that_no_way_leads_to_stand_below():
    spots = laid_out("1", (("1", "2"), ("8", "9")), ("1", "2", "8", "9", "C001", "C002"))

    below = [spots[name] for name in ("8", "C001", "C002")]
    rows = [max(spots[name][1] for name in some) for some in ("12", "1289")]
    assert below == [(0, rows[0] + 2), (0, rows[1] + 2), (0, rows[1] + 4)]


def test_the_map_of_a_game_stays_as_it_was():
    """People know their maps by sight: a mended program must not move systems."""
    spots = laid_out("1", tuple(found_in_turn(1)), ())
    told = "".join(f"{name} {x} {y}\n" for name, (x, y) in spots.items())

    assert told == GOLDEN.read_text(), "golden/map.txt is no more what the layout makes"


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
    assert {frozenset((one["a"], one["b"])) for one in document["links"]} == {
        frozenset(("1", other)) for other in "234"
    }
    assert {one["kind"] for one in document["links"]} == {"lane", "course"}
    assert {one["a"] for one in document["loose"]} <= {"2", "3", "4"}
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
