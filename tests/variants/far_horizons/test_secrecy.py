"""Hidden facts change nothing that a species gets: view, report, maps, start of forecasts.

The contract changes facts hidden by the marks on the fields, after the sightings of a turn. Here
the galaxy is changed before any sighting, in ways that the rules hide from the Humans.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import horizons_core as hz
from horizons_core.codec import canonical, copy_of
from horizons_core.testing.laws.secrecy import SecrecyLaws
from horizons_core.testing.playing import played
from horizons_core.testing.secrecy import hidden_changes
from tests.effort import tries
from tests.variants.far_horizons.sights import VARIANT, at_the_end, everything_visible, view_of
from tests.variants.far_horizons.single_steps import game_with
from variants.far_horizons.model import Colony, Game, Gas, Ship, ShipLocation, Status
from variants.far_horizons.model.memory import Knowledge

PLAYERS = ("Human", "Klingon", "Romulan", "Vulcan")
BUSY = {
    "turn": 5,
    "species": {
        "Human": {
            "met": ["Klingon"],
            "planets": {"Mars": {"at": "12 13 10 #1", "mining_base": 20.0}},
            "ships": {
                "TR1 Scout": {"at": "15 10 10 #4"},
                "CT Watch": {"at": "20 10 10", "status": "deep"},
            },
        },
        "Klingon": {
            "treasury": 300,
            "planets": {
                "Khitomer": {"at": "12 13 10 #2", "mining_base": 15.0, "population": 20},
                "Praxis": {"at": "15 10 10 #2", "mining_base": 8.0, "hidden": True},
                "Rura": {"at": "12 13 10 #1", "manufacturing_base": 3.0, "hidden": True},
            },
            "ships": {
                "DD Claw": {"at": "Kronos", "cargo": {"GU1": 3}},
                "CT Talon": {"at": "Kronos", "status": "landed"},
                "TR5 Hold": {"at": "Kronos", "status": "building", "unpaid": 200},
                "FF Veil": {"at": "15 10 10", "status": "deep", "cargo": {"FD": 10}},
                "ES Guest": {"at": "Rura", "status": "landed"},
                "CL Far": {"at": "38 38 38", "status": "deep"},
            },
        },
        "Romulan": {
            "ships": {
                "BC Shadow": {"at": "15 10 10", "status": "deep", "cargo": {"FD": 40}},
                "BC Plain": {"at": "15 10 10", "status": "deep"},
                "PB Away": {"at": "1 1 1", "status": "withdrew", "to": "2 2 2"},
            },
        },
    },
}


@pytest.fixture(scope="module")
def busy() -> Game:
    return game_with(BUSY, PLAYERS)


@pytest.fixture(scope="module")
def before(busy):
    return everything_visible(at_the_end(busy), "Human")


# hidden facts


def _any_number(draw):
    return draw(st.integers(0, 5000))


def treasury(game, draw):
    game.empire(draw(st.sampled_from(PLAYERS[1:]))).stock["EU"] = _any_number(draw)


def levels(game, draw):
    tech = game.empire(draw(st.sampled_from(PLAYERS[1:]))).techs[
        draw(st.sampled_from(["MI", "BI", "GV"]))
    ]
    tech.level = tech.knowledge = _any_number(draw)


def attitudes(game, draw):
    other = game.empire(draw(st.sampled_from(PLAYERS[1:])))
    other.allies, other.enemies = draw(st.sampled_from([(["Human"], []), ([], ["Human"])]))
    other.government = draw(st.text(max_size=5))


def places_visited(game, draw):
    game.empire("Klingon").visited = draw(
        st.lists(st.sampled_from(["2 2 2", "10 10 10"]), unique=True)
    )


def cargo(game, draw):
    _ship(game, "DD").cargo = {"RM": draw(st.integers(0, 15))}


def goals(game, draw):
    _ship(game, "DD").unloading_point = draw(st.sampled_from([0, 1, 9999]))


def distant_ships(game, draw):
    _ship(game, "CL").place = game.empire("Vulcan").home
    game.empire("Vulcan").ships.append(copy_of(_ship(game, "CL")))


def fugitives(game, draw):
    _ship(game, "PB").destination = (15, 10, 10)


def landed_ships(game, draw):
    ship = _ship(game, "CT")
    ship.name, ship.tonnage = draw(st.sampled_from([("Fang", 2), ("Tooth", 70)]))
    game.empire("Klingon").ships.append(copy_of(ship))


def shipyards(game, draw):
    _ship(game, "TR").unpaid = _any_number(draw)
    _colony(game, "15 10 10 #3").shipyards = draw(st.integers(0, 9))


def stocks(game, draw):
    kronos = _colony(game, "15 10 10 #3")
    kronos.items = {"PD": draw(st.integers(0, 900)), "RM": _any_number(draw)}
    kronos.population, kronos.ambush = _any_number(draw), _any_number(draw)


def bases_that_round_alike(game, draw):
    kronos = _colony(game, "15 10 10 #3")
    kronos.manufacturing_base = 1500 + draw(st.integers(-50, 49)) - kronos.mining_base


def hidden_colonies(game, draw):
    praxis = _colony(game, "15 10 10 #2")
    praxis.name, praxis.mining_base = draw(st.text(max_size=9)), _any_number(draw)
    if draw(st.booleans()):
        game.empire("Klingon").colonies.remove(praxis)


def names_without_people(game, draw):
    khitomer = copy_of(_colony(game, "12 13 10 #2"))
    khitomer.name, khitomer.status = "Only a name", int(Status.COLONY)
    game.empire("Vulcan").colonies.append(khitomer)


def planets_of_others(game, draw):
    star = game.star_at((15, 10, 10))
    planet = star.planets[draw(st.integers(0, 4))]
    planet.temperature, planet.mining_difficulty = 30, 900
    planet.efficiency, planet.gases = 3, [Gas(2, 100)]
    if draw(st.booleans()):
        del star.planets[3:]


def wormholes(game, draw):
    for sector, other in (((2, 2, 2), None), ((9, 9, 9), (15, 10, 10)), ((15, 10, 10), (9, 9, 9))):
        game.star_at(sector).wormhole = other


def veiled_ships(game, draw):
    veil = _ship(game, "FF")
    veil.name, veil.age = draw(st.text(max_size=9)), draw(st.integers(0, 49))
    veil.drive = draw(st.sampled_from([0, 1]))


def owners_of_veiled_ships(game, draw):
    """The same ship of another species that happens to have the same number."""
    klingons, romulans = game.empire("Klingon"), game.empire("Romulan")
    veil = _ship(game, "FF")
    klingons.ships.remove(veil)
    romulans.ships.insert(draw(st.integers(0, 3)), veil)


HIDDEN: tuple[Callable[..., None], ...] = (
    treasury, levels, attitudes, places_visited, cargo, goals, distant_ships, fugitives,
    landed_ships, shipyards, stocks, bases_that_round_alike, hidden_colonies, names_without_people,
    planets_of_others, wormholes, veiled_ships, owners_of_veiled_ships,
)  # fmt: skip


def _ship(game, class_) -> Ship:
    """The first ship of a class, of any of the others."""
    ships = (ship for species in game.empires[1:] for ship in species.living_ships())
    return next(ship for ship in ships if ship.class_ == class_)


def _colony(game, place) -> Colony:
    """The colony of the Klingons at a place."""
    colonies = game.empire("Klingon").living_colonies()
    return next(colony for colony in colonies if str(colony.place) == place)


def _same_number(game):
    """Two species may have the same number by chance (FH-FD-005)."""
    for species in game.empires:
        species.distortion, species.distortion_level = 171, 4


QUICK = settings(
    deadline=None, max_examples=tries(20),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)  # fmt: skip


@pytest.mark.rule(
    "FH-SCAN-005", "FH-SCAN-006", "FH-HIDE-005", "FH-FD-003", "FH-REPORT-001", "FH-MAP-001"
)
@given(data=st.data())
@settings(QUICK, max_examples=tries(60))
def test_what_is_out_of_sight_changes_nothing(busy, data):
    game = copy_of(busy)
    _same_number(game)
    before = everything_visible(at_the_end(game), "Human")
    for change in data.draw(st.lists(st.sampled_from(HIDDEN), min_size=1, max_size=4, unique=True)):
        change(game, data.draw)

    after = everything_visible(at_the_end(game), "Human")
    for part, now in after.items():
        assert now == before[part], f"something hidden shows in the {part}"


@pytest.mark.parametrize("change", HIDDEN)
@given(data=st.data())
@settings(QUICK, max_examples=tries(4))
def test_each_hidden_change_by_itself_stays_hidden(busy, change, data):
    game = copy_of(busy)
    _same_number(game)
    before = everything_visible(at_the_end(game), "Human")
    change(game, data.draw)

    assert everything_visible(at_the_end(game), "Human") == before


@given(data=st.data())
@QUICK
def test_what_the_fields_hide_shows_nowhere(busy, before, data):
    game = at_the_end(busy)
    other = data.draw(hidden_changes(game, "Human", VARIANT))

    after = everything_visible(other, "Human")
    for part, now in after.items():
        assert now == before[part], f"something hidden shows in the {part}"


# visible facts, as a check of the tests above


def new_ship(game):
    game.empire("Klingon").ships.append(copy_of(_ship(game, "DD")))


def larger_base(game):
    _colony(game, "15 10 10 #3").mining_base += 1000


def end_of_hiding(game):
    _colony(game, "15 10 10 #2").hidden = 0


def end_of_disguise(game):
    _ship(game, "FF").cargo.clear()


def start(game):
    _ship(game, "CT").where = ShipLocation.ORBIT


def another_veil(game):
    _ship(game, "FF").tonnage = 15
    _ship(game, "FF").cargo["FD"] = 15


def guest_on_one_s_own_planet(game):
    _ship(game, "ES").name = "Spy"


def hidden_neighbour(game):
    _colony(game, "12 13 10 #1").manufacturing_base = 500


def defenses_where_one_lives(game):
    _colony(game, "12 13 10 #1").items["PD"] = 4


def own_planet(game):
    game.star_at((12, 13, 10)).planets[0].mining_difficulty = 777


def public_star(game):
    game.star_at((38, 38, 38)).colour = "M"


@pytest.mark.rule("FH-SCAN-004", "FH-HIDE-006", "FH-HIDE-007", "FH-FD-009")
@pytest.mark.parametrize(
    "change",
    [
        new_ship, larger_base, end_of_hiding, end_of_disguise, start, another_veil,
        guest_on_one_s_own_planet, hidden_neighbour, defenses_where_one_lives, own_planet,
        public_star,
    ],
)  # fmt: skip
def test_what_is_in_sight_does_show(busy, before, change):
    game = copy_of(busy)
    change(game)

    after = everything_visible(at_the_end(game), "Human")
    assert after["view"] != before["view"]


# the contract


class TestSecrecyAtLength(SecrecyLaws):
    """The secrecy contract in a game of twenty turns in which all species meet."""

    variant_name = "far_horizons"
    players = ("Ada", "Brin", "Cato", "Dane")
    options = {"stars": 12, "radius": 6, "separation": 1}
    seeds = (3,)
    turns = 20
    examples = tries(25)


# a turn


@pytest.fixture(scope="module")
def turns():
    law = TestSecrecyAtLength
    variant = hz.load_variant(law.variant_name)
    return played(variant, law.players, 3, law.turns, law.options)


def _change_what_a_turn_does_not_show(game, draw):
    """The affairs of others that have no bearing on their sightings a turn later."""
    other = game.empire(draw(st.sampled_from(["Brin", "Cato", "Dane"])))
    other.stock["EU"] = _any_number(draw)
    other.government = draw(st.text(max_size=5))
    tech = other.techs[draw(st.sampled_from(["MI", "MA", "BI", "ML"]))]
    tech.level = tech.knowledge = tech.initial = draw(st.integers(1, 99))
    tech.points = _any_number(draw)
    other.home_colony.items["RM"] = _any_number(draw)
    other.visited, other.knowledge = ["1 1 1"], Knowledge()


@given(data=st.data())
@settings(QUICK, max_examples=tries(40))
def test_the_hidden_affairs_of_others_do_not_shift_one_s_own_turn(turns, data):
    """Equal orders and an equal random seed give equal reports, to the last byte and die."""
    turn = data.draw(st.sampled_from(turns))
    orders = {**dict.fromkeys(turn.orders, ""), "Ada": turn.orders["Ada"]}
    game = copy_of(turn.before)
    for _ in range(data.draw(st.integers(1, 3))):
        _change_what_a_turn_does_not_show(game, data.draw)

    reports = [hz.run_turn(each, orders).report("Ada") for each in (turn.before, game)]
    assert canonical(reports[0].data) == canonical(reports[1].data)
    assert reports[0].text == reports[1].text


# single cases in the rulebook's words


def sector(game, empire, *place):
    aliens = view_of(at_the_end(game), empire)["aliens"]
    return next((s for s in aliens if s["sector"] == list(place)), {"planets": [], "ships": []})


@pytest.mark.rule("FH-SCAN-005", "FH-HIDE-005")
def test_landed_ships_and_hidden_colonies_are_not_listed(busy):
    here_sector = sector(busy, "Human", 15, 10, 10)

    assert [planet["name"] for planet in here_sector["planets"]] == ["Kronos"]
    assert [ship["name"] for ship in here_sector["ships"]] == ["Claw", "Plain", "???", "???"]


@pytest.mark.rule("FH-HIDE-007", "FH-FD-009")
def test_neighbours_on_a_planet_see_each_other(busy):
    here_sector = sector(busy, "Human", 12, 13, 10)

    assert [(p["name"], p["hidden"]) for p in here_sector["planets"]] == [
        ("Khitomer", False),
        ("Rura", True),
    ]
    assert [(ship["name"], ship["where"]) for ship in here_sector["ships"]] == [("Guest", "landed")]


@pytest.mark.rule("FH-FD-003")
def test_ships_in_disguise_stand_behind_all_others(busy):
    game = copy_of(busy)
    game.empire("Klingon").distortion, game.empire("Romulan").distortion = 300, 20
    ships = sector(game, "Human", 15, 10, 10)["ships"]

    assert [(s["class"], s["species"], s["age"]) for s in ships[2:]] == [
        ("BC", "20", None),
        ("FF", "300", None),
    ]


def test_of_strangers_no_more_than_the_name_is_public(busy):
    data = view_of(at_the_end(busy), "Human").data

    assert data["everybody"] == list(PLAYERS)
    assert "Vulcan" not in str({**data, "everybody": []})
    assert data["met"] == ["Klingon"]
