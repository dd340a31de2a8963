"""The map document: every sector once, the knowledge of it, and sightings there."""

from __future__ import annotations

from tests.variants.event_horizon.table import VARIANT, play, ship, table


def document(empire="Ada"):
    game = table(
        ship("Ada", 1, "3,4", thrusters=1, mothership=True),
        ship("Ada", 2, "3,4", thrusters=1),
        ship("Ada", 3, "3,4", thrusters=1),
        ship("Ada", 4, "5,5", thrusters=1),
        ship("Brin", 1, "5,5", thrusters=1),
        ship("Brin", 2, "5,5", thrusters=1),
        ship("Brin", 3, "3,4", thrusters=1, mothership=True),
        sectors={"3,4": {"hull": 9, "thruster": 1, "weapon": 2, "shield": 6}},
        map={"Ada": ["7,8"]},
    )
    for owner, home in (("Ada", (0, 0)), ("Brin", (9, 9))):
        game.empire(owner).home = home
    turn = play(game)
    return VARIANT.map(VARIANT.view(turn.game, empire))


def places(chart):
    return {place["id"]: place for place in chart["places"]}


def test_every_sector_of_the_wrapping_map_stands_once_in_the_order_of_r_and_q():
    chart = document()

    assert (chart["geometry"], chart["width"], chart["height"], chart["wraps"]) == (
        "hex", 10, 10, True,
    )  # fmt: skip
    assert [place["at"] for place in chart["places"][:11]] == [*([q, 0] for q in range(10)), [0, 1]]
    assert len(places(chart)) == 100
    assert (chart["empires"], chart["you"]) == (["Ada", "Brin"], "Ada")


def test_a_sector_is_in_view_mapped_or_unknown():
    chart = places(document())
    in_view, mapped, unknown = chart["3,4"], chart["7,8"], chart["6,6"]

    assert (in_view["state"], in_view["level"]) == ("in view", 0.5)
    assert in_view["lines"] == ["H9 T1", "W2 S6"]
    assert in_view["title"].startswith("Sector 3,4: hull 9, thruster 1, weapon 2, shield 6")
    assert (mapped["state"], mapped["level"], mapped["marks"]) == ("mapped", 0.0, [])
    assert (unknown["state"], unknown["level"], unknown["lines"]) == ("unknown", None, [])
    assert (unknown["title"], unknown["label"]) == ("Sector 6,6: not mapped", "6,6")


def marks(place):
    return [(m["kind"], m["owner"], m["count"], m["title"]) for m in place["marks"]]


def test_marks_tell_who_was_seen():
    chart = places(document())

    assert marks(chart["0,0"]) == [("home", "Ada", 1, "home of Ada")]
    assert marks(chart["3,4"]) == [
        ("mothership", "Ada", 1, "Ada: mothership"),
        ("own", "Ada", 2, "Ada: 2 ships"),
        ("mothership", "Brin", 1, "Brin: mothership"),
    ]
    assert marks(chart["5,5"]) == [
        ("own", "Ada", 1, "Ada: 1 ship"),
        ("enemy", "Brin", 2, "Brin: 2 ships"),
    ]
    assert chart["5,5"]["title"].endswith("(Ada: 1 ship; Brin: 2 ships)")
    assert marks(chart["9,9"]) == []


def test_the_gamemaster_sees_all():
    chart = document(None)

    assert (chart["you"], chart["title"]) == (None, "All sectors")
    assert {place["state"] for place in chart["places"]} == {"in view", "mapped"}
    assert marks(places(chart)["9,9"]) == [("home", "Brin", 1, "home of Brin")]
    assert ("own", "Brin", 2, "Brin: 2 ships") in marks(places(chart)["5,5"])


def test_the_legend_explains_every_kind_of_mark_and_state():
    kinds = {entry["kind"] for entry in document()["legend"]}

    assert kinds == {"in view", "mapped", "unknown", "home", "mothership", "own", "enemy"}


def test_the_legend_of_the_whole_map_knows_neither_own_nor_enemy_ships():
    chart = document(None)
    legend = {entry["kind"]: entry["text"] for entry in chart["legend"]}
    assert {*legend} == {"in view", "mapped", "home", "mothership"}
    assert not [text for text in legend.values() if "yours" in text or "enem" in text]
    states = {place["id"]: place["state"] for place in chart["places"]}
    assert (states["3,4"], states["1,1"]) == ("in view", "mapped")
