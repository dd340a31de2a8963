"""Scenario states: their effects, and errors with their places."""

from __future__ import annotations

import pytest

from horizons_core.errors import ScenarioError
from tests.variants.starcluster.builders import new_game
from variants.starcluster.model import GrowthModifier, Troops
from variants.starcluster.scenario_state.state import apply_state

DESTROYER = {"hull": "DD", "design": "L1 Q Y"}


def changed(**state):
    game = new_game()
    assert apply_state(game, state)
    return game


def refusal(**state):
    with pytest.raises(ScenarioError) as caught:
        apply_state(new_game(), state)
    return str(caught.value)


def test_nothing_is_changed_by_an_empty_state():
    assert changed() == new_game()


def test_all_links_units_and_races_are_removed_with_what_is_about_them():
    game = changed(turn=7, remove=["links", "units", "natives"])

    assert (game.turn, game.links, game.units, game.fleets, game.natives) == (7, [], [], [], [])
    assert [game.empire("Ada").charts.points, game.empire("Ada").charts.probed] == [{}, []]
    owners = {system.owner for system in game.systems}
    assert owners == {"", "Ada", "Brin"}


def test_systems_get_what_is_said_of_them():
    game = changed(
        systems={
            "2": {
                "owner": "Ada",
                "pu": 40,
                "planets": ["T", {"kind": "ST", "fallen": "Brin", "silos": 1}],
                "pdc": True,
                "troops": [{"owner": "Brin", "points": 12.5, "generation": 2}],
                "spells": [{"growth": -2, "turns": 3}],
                "science": 3,
            },
            3: {"kind": "Anomaly", "anomaly": "pulsar", "planets": []},
        }
    )
    system = game.place("2")

    assert (system.owner, system.pu, system.science, system.most_pu) == ("Ada", 40, 3, 300)
    assert [planet.pdc for planet in system.planets] == [True, True]
    assert system.planets[1].fallen == "Brin"
    assert len(system.planets[1].silos) == 1
    assert system.planets[0].troops == [Troops(owner="Brin", points=12.5, generation=2)]
    assert system.spells == [GrowthModifier(growth=-2, turns=3)]
    assert (game.place("3").anomaly, game.place("3").habitability) == ("pulsar", None)


def test_what_is_not_said_of_a_thing_is_the_plainest():
    game = changed(
        systems={"2": {"planets": ["ST", {}], "troops": [{"owner": "Ada"}], "spells": [{}]}},
        remove=["links"],
        links=[{"between": ["1", "2"]}],
        fleets=[{"owner": "Ada", "at": "2", "name": "One", "units": [DESTROYER]}],
        empires={"Ada": {"classes": {"Hawk": DESTROYER}}},
    )
    system, fleet = game.place("2"), game.fleets_of("Ada")[-1]

    assert [(planet.kind, planet.habitability) for planet in system.planets] == [
        ("ST", 1),
        ("T", 1),
    ]
    assert system.habitability == 1
    assert system.planets[1].troops == [Troops(owner="Ada", points=0.0, generation=1)]
    assert system.spells == [GrowthModifier(growth=0, turns=1)]
    (link,) = game.links
    assert (link.hidden_a, link.hidden_b, link.closed_b) == (0, 0, False)
    (unit,) = game.units_in(fleet)
    assert (unit.of_class, unit.lost, unit.shots, unit.train) == ("Ship", [], 0, False)
    assert (fleet.path, fleet.points, fleet.detuned, fleet.wave) == ([], 0, False, 5)
    assert not game.empire("Ada").classes["Hawk"].prototype


@pytest.mark.parametrize(
    ("field", "least", "most"),
    [("bombards", [1, "PU"], [100, "PU"]), ("count", 1, 1000), ("growth", -(10**9), 10**9)],
)
def test_numbers_are_read_up_to_their_bounds(field, least, most):
    def state(value):
        fleet = {"owner": "Ada", "at": "1", "name": "One"}
        if field == "bombards":
            return {"fleets": [{**fleet, "bombards": value}]}
        if field == "count":
            return {"fleets": [{**fleet, "units": [{**DESTROYER, "count": value}]}]}
        return {"systems": {"1": {"spells": [{"growth": value}]}}}

    def beyond(value, step):
        return [value[0] + step, value[1]] if isinstance(value, list) else value + step

    for bound, step in ((least, -1), (most, 1)):
        changed(**state(bound))
        assert field in refusal(**state(beyond(bound, step)))


def test_links_join_two_systems():
    game = changed(remove=["links"], links=[["1", "2"], {"between": [2, 3], "hidden": 4}])

    assert [(link.number, link.a, link.b, link.hidden_a) for link in game.links] == [
        (0, "1", "2", 0), (1, "2", "3", 4),
    ]  # fmt: skip


def test_empires_get_what_is_said_of_them():
    game = changed(
        remove=["links"],
        links=[["1", "2"], ["2", "3"]],
        empires={
            "Ada": {
                "treasury": 12.5,
                "levels": {"CON": 3},
                "developed": ["S2"],
                "race": {"array": [66, 33, 66], "traits": ["Poor"], "short_range": "G"},
                "classes": {"Hawk": {"hull": "DD", "design": "L1 Q Y (I)x5"}},
                "projects": {"CON": {"centers": ["1"], "turns": 3}},
                "expeditions": [{"origin": "1", "target": "2", "pu": 10, "travel": 4, "work": 6}],
                "knows": ["1", "2"],
                "surveyed": {"3": "detailed"},
                "claims": ["3"],
            },
            "NPR1": {"el": 3, "home": "9"},
        },
    )
    ada, native = game.empire("Ada"), game.power("NPR1")

    assert ada.stock["MC"] == 1250
    assert (ada.level("CON"), ada.has("S2"), ada.has("G1")) == (3, True, True)
    assert (ada.race.array, ada.race.traits) == ((66, 33, 66), ("Poor",))
    assert ada.classes["Hawk"].design.spaces == 11
    assert ada.projects["CON"].turns == 3
    assert ada.expeditions[0].target == "2"
    assert ada.charts.points == {"1": [0], "2": [0, 1], "3": [1]}
    assert ada.charts.probed == ["1/0", "2/0"]
    assert ada.claims == ["3"]
    assert (native.el, native.home) == (3, "9")


def test_relations_hold_for_both_but_envoys_are_the_first_ones():
    game = changed(
        relations=[
            {
                "between": ["Ada", "NPR1"],
                "stance": "TRADE",
                "talks": True,
                "envoy": 4,
                "gifts": [[3, 10.5]],
            }
        ]
    )
    ours, theirs = game.empire("Ada").relations["NPR1"], game.power("NPR1").relations["Ada"]

    assert (ours.stance, ours.talks, theirs.stance, theirs.talks) == ("TRADE", True, "TRADE", True)
    assert (ours.envoy, ours.gifts, theirs.envoy, theirs.gifts) == (4, [(3, 1050)], 0, [])


def test_fleets_are_added_or_changed():
    game = changed(
        remove=["links"],
        links=[["1", "2"]],
        fleets=[
            {
                "owner": "Ada",
                "at": "1",
                "name": "Home",
                "units": [{"hull": "DD", "design": "L1 Q Y", "count": 2, "lost": [10], "shots": 3}],
                "path": ["2"],
                "points": 2.5,
                "doctrine": {"stance": "GUARD", "guards": "2", "break_off": 30},
            },
            {"owner": "Ada", "name": "F1", "at": "2", "raids": True},
        ],
    )
    home, yard = (next(f for f in game.fleets_of("Ada") if f.name == n) for n in ("Home", "F1"))
    units = game.units_in(home)

    assert (home.path, home.points, home.doctrine.guards) == ([0], 250, 0)
    assert (home.doctrine.stance, home.doctrine.break_off) == ("GUARD", 30)
    assert [unit.name for unit in units] == ["Ship-1", "Ship-2"]
    assert units[0].lost == [10.0, 0.0, 0.0]
    assert units[0].list_price == units[0].price > 0
    assert (yard.at, yard.raids, len(game.units_in(yard))) == ("2", True, 1)


@pytest.mark.parametrize(
    ("state", "place"),
    [
        ({"moons": {}}, "state: unknown field 'moons'"),
        ({"remove": ["everything"]}, "remove"),
        ({"systems": {"999": {}}}, "systems: there is no system 999"),
        ({"systems": {"1": {"pu": -1}}}, "systems.1.pu"),
        ({"systems": {"1": {"owner": "Nobody"}}}, "systems.1.owner: there is no empire Nobody"),
        ({"systems": {"1": {"troops": [{"points": 1}]}}}, "systems.1.troops"),
        ({"links": [["1", "1"]]}, "links[1]"),
        ({"empires": {"Ada": {"treasury": "much"}}}, "empires.Ada.treasury"),
        ({"empires": {"Ada": {"treasury": 0.001}}}, "empires.Ada.treasury"),
        ({"empires": {"Ada": {"race": {"array": [1, 2, 3]}}}}, "empires.Ada.race.array"),
        ({"empires": {"Ada": {"surveyed": {"2": "twice"}}}}, "empires.Ada.surveyed.2"),
        ({"relations": [{"between": ["Ada"]}]}, "relations[1]"),
        ({"relations": [{"between": ["Ada", "Brin"], "gifts": [[1]]}]}, "relations[1].gifts"),
        ({"fleets": [{"owner": "Ada", "name": "New"}]}, "fleets[1]"),
        (
            {"fleets": [{"owner": "Ada", "at": "1", "units": [{"hull": "ZZ", "design": "Q"}]}]},
            "fleets[1].units[1].hull",
        ),
        (
            {"fleets": [{"owner": "Ada", "at": "1", "units": [{"hull": "DD", "design": "Z"}]}]},
            "fleets[1].units[1].design",
        ),
        ({"fleets": [{"owner": "Ada", "at": "1", "path": ["C001"]}]}, "fleets[1].path"),
        ({"fleets": [{"owner": "Ada", "at": "1", "bombards": [1]}]}, "fleets[1].bombards"),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(state, place):
    assert place in refusal(**state)
