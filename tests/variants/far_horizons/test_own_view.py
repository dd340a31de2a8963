"""A species' knowledge of itself and its sightings of others, as plain data."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from horizons_core.rules import catalogue
from tests.variants.far_horizons.single_steps import Fair, Falls, game_with
from variants.far_horizons.economy import RULEBOOK_ECONOMY
from variants.far_horizons.model import HOME_POINT, Place, Ship, ShipLocation
from variants.far_horizons.mods.engine_1999.views import VIEW_1999
from variants.far_horizons.report.classic.status import aliens as aliens_text
from variants.far_horizons.rules.knowledge import draw_distortion
from variants.far_horizons.view.aliens import approximate_base
from variants.far_horizons.view.model import FarHorizonsView
from variants.far_horizons.view.own_things import OwnThings
from variants.far_horizons.view.sector_index import SectorIndex

RULES = catalogue("far_horizons", "variants.far_horizons")
DUST = "12 13 10"


def examples(clause):
    return [(e.given, e.expect) for e in RULES.examples(clause)]


VIEW = FarHorizonsView()


def views(human=None, klingon=None, view=VIEW):
    """Two species' knowledge of themselves and of each other in this situation."""
    return view.of_every_species(
        game_with({"species": {"Human": human or {}, "Klingon": klingon or {}}})
    )


def sightings(human=None, klingon=None, view=VIEW):
    """The Humans' sightings of Klingons, sector by sector."""
    return views(human, klingon, view)["Human"]["aliens"]


def names(sectors, part):
    return [value["name"] for sector in sectors for value in sector[part]]


def lines(sectors):
    """The lines of the report without blanks in rows."""
    return [" ".join(line.split()) for line in aliens_text(sectors).splitlines() if line]


def test_what_a_species_knows_is_plain_data():
    ships = {"TR1 Eye": {"at": "1 2 3"}, "BAS Fort": {"at": "10 10 10 #3", "tons": 20_000}}
    for data in views({"ships": ships}).values():
        assert json.loads(json.dumps(data)) == data


def test_a_species_by_itself_tells_of_others_what_was_noted_down():
    game = game_with({"species": {"Human": {"ships": {"CT Spy": {"at": "15 10 10"}}}}})
    human = game.species(1)
    human.knowledge.aliens = []
    assert VIEW.of_species(game, human)["aliens"] == []
    noted = [{"sector": [1, 2, 3], "system": "", "planets": [], "ships": [], "order": []}]
    human.knowledge.aliens = noted
    assert VIEW.of_species(game, human)["aliens"] == noted
    [now] = VIEW.of_every_species(game)["Human"]["aliens"]
    assert now["sector"] == [15, 10, 10]


# a planet's people


@pytest.mark.rule("FH-POP-001", "FH-POP-002")
@pytest.mark.parametrize(("inputs", "expect"), examples("FH-POP-002"))
def test_the_total_population(inputs, expect):
    planet = {
        "population": inputs["available"],
        "mining_base": inputs["mining_base"],
        "manufacturing_base": inputs["manufacturing_base"],
        "items": {"CU": inputs["cu"], "PD": inputs["pd"]},
    }
    [earth, *_] = views({"planets": {"Earth": planet}})["Human"]["colonies"]
    assert (earth["population"], earth["total_population"]) == (
        inputs["available"],
        expect["total"],
    )


@pytest.mark.rule("FH-POP-002")
def test_units_under_installation_have_their_crews():
    planet = {"at": f"{DUST} #1", "installing": {"IU": 5, "AU": 2}}
    [_, mars] = views({"planets": {"Mars": planet}})["Human"]["colonies"]
    assert mars["total_population"] == 7


def test_what_a_planet_earns_and_spends():
    human = {"fleet": {"cost": 50, "percent": 10.0}, "planets": {"Earth": {"items": {"RM": 30}}}}
    [earth] = views(human)["Human"]["colonies"]
    figures = ("raw_material", "capacity", "earned", "fleet_share", "to_spend")
    assert [earth[name] for name in figures] == [500, 500, 500, 50, 450]
    assert (earth["life_support"], earth["penalty"], earth["efficiency"]) == (0, 0, 100)


def test_a_mining_colony_earns_two_thirds_of_its_raw_material():
    planet = {"at": "10 10 10 #2", "mining_base": 18.0, "kind": "mining"}
    [_, mine] = views({"techs": {"LS": 12}, "planets": {"Mine": planet}})["Human"]["colonies"]
    assert (mine["kind"], mine["raw_material"], mine["earned"]) == ("mining", 50, 33)


def test_nobody_spends_where_nobody_lives():
    """As in the recorded games: a colony that riots have emptied has a base and no people."""
    game = game_with({"species": {"Human": {"planets": {"Mars": {"at": "10 10 10 #2"}}}}})
    mars = game.species(1).colonies[1]
    mars.mining_base, mars.manufacturing_base, mars.status = -20, -30, 2
    assert VIEW.of_every_species(game)["Human"]["colonies"][1]["to_spend"] == 0


def test_a_name_without_a_base_has_no_figures():
    [_, mars] = views({"planets": {"Mars": {"at": f"{DUST} #1"}}})["Human"]["colonies"]
    assert mars["kind"] == "named"
    assert "to_spend" not in mars


def test_a_bombed_home_planet_lacks_units():
    [earth] = views({"undamaged_base": 210.0})["Human"]["colonies"]
    assert earth["bombed"]
    assert sum(earth["recovery"].values()) == 600


# ships


def test_where_a_transport_comes_from_and_goes_to():
    ships = {"TR9 Mule": {"at": "10 10 10", "loaded_at": "Earth", "unloading_at": "Mars"}}
    human = {"planets": {"Mars": {"at": f"{DUST} #1"}}, "ships": ships}
    [mule] = views(human)["Human"]["ships"]
    assert (mule["loaded_at"], mule["bound_for"], mule["capacity"]) == ("Earth", "Mars", 126)


def test_a_transport_bound_for_a_colony_that_is_no_more():
    human = {"planets": {"Mars": {"at": f"{DUST} #1"}}, "ships": {"TR9 Mule": {"at": "10 10 10"}}}
    game = game_with({"species": {"Human": human}})
    human = game.species(1)
    human.ships[0].unloading_point, human.ships[0].loading_point = 1, HOME_POINT
    human.colonies[1] = None
    assert VIEW.of_every_species(game)["Human"]["ships"][0]["bound_for"] == ""
    assert VIEW_1999.of_every_species(game)["Human"]["ships"][0]["bound_for"] == "Unused"


@pytest.mark.rule("FH-AUTO-003")
def test_the_stars_nearest_to_each_scout():
    ships = {f"TR1 Eye {n}": {"at": "10 10 10"} for n in (1, 2)} | {"TR1S Slow": {"at": "10 10 10"}}
    eyes = views({"ships": ships})["Human"]["ships"]
    assert eyes[0]["nearest_stars"] == eyes[1]["nearest_stars"] == [[9, 9, 9], [12, 13, 10]]
    assert "nearest_stars" not in eyes[2]


@pytest.mark.rule("FH-AUTO-003", "FH-VISITED-001")
def test_stars_that_were_visited_are_no_goals_and_ties_go_by_x():
    state = {
        "stars": {"8 10 10": {"planets": [{}]}, "12 10 10": {"planets": [{}]}},
        "species": {"Human": {"visited": ["9 9 9"], "ships": {"TR1 Eye": {"at": "10 10 10"}}}},
    }
    [eye] = VIEW.of_every_species(game_with(state))["Human"]["ships"]
    assert eye["nearest_stars"] == [[8, 10, 10]]


# sightings of others


@pytest.mark.rule("FH-SCAN-004")
def test_who_is_in_a_sector_sees_who_else_is():
    klingon = {"ships": {"DD Claw": {"at": "12 13 10 #1"}, "TR2 Far": {"at": "9 9 9"}}}
    sectors = sightings({"ships": {"CT Spy": {"at": DUST}}}, klingon)
    assert [sector["sector"] for sector in sectors] == [[12, 13, 10]]
    assert names(sectors, "ships") == ["Claw"]
    assert sightings({}, klingon) == []


@pytest.mark.rule("FH-SCAN-004")
def test_ships_in_transit_neither_see_nor_are_seen():
    fled = {"at": DUST, "status": "withdrew", "to": "1 2 3"}
    place = {"at": DUST}
    assert sightings({"ships": {"CT Spy": fled}}, {"ships": {"DD Claw": place}}) == []
    assert sightings({"ships": {"CT Spy": place}}, {"ships": {"DD Claw": fled}}) == []


@pytest.mark.rule("FH-SCAN-006")
@pytest.mark.parametrize(("inputs", "expect"), examples("FH-SCAN-006"))
def test_an_economic_base_is_seen_roughly(inputs, expect):
    assert approximate_base(round(10 * inputs["base"])) == expect["approximate_base"]


@pytest.mark.rule("FH-SCAN-006")
def test_a_planet_as_its_visitors_see_it():
    colony = {"at": f"{DUST} #2", "mining_base": 100.3, "manufacturing_base": 111.0}
    camp = {"at": f"{DUST} #1", "items": {"CU": 3, "PD": 4}}
    klingon = {"techs": {"LS": 30}, "planets": {"Dizzy": colony, "Camp": camp}}
    sectors = sightings({"ships": {"CT Spy": {"at": DUST}}}, klingon)
    dizzy, camp = sorted(sectors[0]["planets"], key=lambda planet: -planet["orbit"])
    assert dizzy == {
        "kind": "colony",
        "name": "Dizzy",
        "orbit": 2,
        "species": "Klingon",
        "approximate_base": 210,
        "defenses": 0,
        "shipyards": 0,
        "hidden": False,
    }
    assert (camp["kind"], camp["approximate_base"]) == ("uncolonized", None)
    assert "(Economic base is approximately 210.)" in lines(sectors)
    assert "(No economic base.)" in lines(sectors)


SETTLED = {"at": f"{DUST} #2", "items": {"CU": 5}}
BASE = {"at": f"{DUST} #2", "mining_base": 10.0, "items": {"PD": 2}, "shipyards": 1}


@pytest.mark.rule("FH-LAND-006", "FH-SCAN-005")
@pytest.mark.parametrize(("status", "visible"), [("landed", False), ("orbit", True)])
def test_landed_ships_are_hidden_from_visitors(status, visible):
    ships = {"DD Claw": {"at": f"{DUST} #2", "status": status}}
    sectors = sightings(
        {"ships": {"CT Spy": {"at": DUST}}}, {"planets": {"Qo": BASE}, "ships": ships}
    )
    assert names(sectors, "ships") == (["Claw"] if visible else [])


@pytest.mark.rule("FH-LAND-007")
@pytest.mark.parametrize(("lives", "visible"), [(False, False), (True, True)])
def test_ships_under_construction_are_hidden_like_landed_ones(lives, visible):
    ships = {"DD Claw": {"at": f"{DUST} #2", "status": "building", "unpaid": 5}}
    human = {"planets": {"Camp": SETTLED}} if lives else {"ships": {"CT Spy": {"at": DUST}}}
    assert bool(names(sightings(human, {"ships": ships}), "ships")) is visible


@pytest.mark.rule("FH-LAND-008")
def test_who_lives_on_the_same_planet_sees_all_on_it():
    ships = {
        "DD Claw": {"at": f"{DUST} #2", "status": "landed"},
        "CT New": {"at": f"{DUST} #2", "status": "building", "unpaid": 5},
        "CT High": {"at": f"{DUST} #2"},
        "CT Low": {"at": f"{DUST} #1", "status": "landed"},
    }
    sectors = sightings({"planets": {"Camp": SETTLED}}, {"planets": {"Qo": BASE}, "ships": ships})
    assert names(sectors, "ships") == ["Claw", "New", "High"]
    [qo] = sectors[0]["planets"]
    assert (qo["defenses"], qo["shipyards"]) == (2, 1)
    assert "(There are 2 Planetary Defense Units on the planet.)" in lines(sectors)
    assert "(There is 1 shipyard on the planet.)" in lines(sectors)


@pytest.mark.rule("FH-LAND-008")
def test_who_lives_on_another_planet_of_the_system_sees_no_defenses():
    sectors = sightings(
        {"planets": {"Camp": {**SETTLED, "at": f"{DUST} #1"}}}, {"planets": {"Qo": BASE}}
    )
    [qo] = sectors[0]["planets"]
    assert (qo["defenses"], qo["shipyards"]) == (0, 0)


HIDDEN = {**BASE, "hidden": True}


@pytest.mark.rule("FH-HIDE-005")
def test_a_hidden_colony_is_not_listed():
    landed = {"DD Claw": {"at": f"{DUST} #2", "status": "landed"}}
    klingon = {"planets": {"Qo": HIDDEN}, "ships": landed}
    assert sightings({"ships": {"CT Spy": {"at": DUST}}}, klingon) == []


@pytest.mark.rule("FH-HIDE-006")
def test_what_is_in_orbit_about_a_hidden_colony_is_seen():
    ships = {"DD Claw": {"at": f"{DUST} #2"}, "BAS Fort": {"at": f"{DUST} #2", "tons": 20_000}}
    sectors = sightings(
        {"ships": {"CT Spy": {"at": DUST}}}, {"planets": {"Qo": HIDDEN}, "ships": ships}
    )
    assert (names(sectors, "planets"), names(sectors, "ships")) == ([], ["Claw", "Fort"])


@pytest.mark.rule("FH-HIDE-007")
def test_a_hidden_colony_is_seen_by_those_who_live_there_too():
    sectors = sightings({"planets": {"Camp": SETTLED}}, {"planets": {"Qo": HIDDEN}})
    assert names(sectors, "planets") == ["Qo"]
    assert "(Colony is actively hiding from alien observation.)" in lines(sectors)


def test_a_system_is_called_by_ones_own_first_planet_there():
    [sector] = sightings({"planets": {"Camp": SETTLED}}, {"planets": {"Qo": BASE}})
    assert sector["system"] == "Camp"
    assert lines([sector])[0] == "Aliens at x = 12, y = 13, z = 10 (PL Camp star system):"


def test_one_sector_is_listed_once():
    human = {
        "planets": {"Camp": SETTLED},
        "ships": {"CT Spy": {"at": DUST}, "CT Two": {"at": DUST}},
    }
    assert len(sightings(human, {"planets": {"Qo": BASE}})) == 1


# field distortion


def distorted(title, place, tons=0, **more):
    """The Humans' sighting of a Klingon ship with that many field distortion units."""
    ship = {"at": place, **({"tons": tons} if tons else {}), **more}
    return sightings({"ships": {"CT Spy": {"at": DUST}}}, {"ships": {title: ship}}, VIEW_1999)


@pytest.mark.rule("FH-FD-002")
@pytest.mark.parametrize(("inputs", "expect"), examples("FH-FD-002"))
def test_only_the_exact_number_of_units_distorts(inputs, expect):
    tons = inputs["tonnage"]
    title = f"{inputs.get('class', 'BS')} Ship"
    cargo = {"FD": inputs["FD"]}
    if inputs["FD"] > tons // 10_000:
        title, cargo = "TR45 Ship", {"FD": inputs["FD"]}
    sectors = distorted(title, DUST, tons if "BAS" in title else 0, cargo=cargo)
    assert (names(sectors, "ships") == ["???"]) is expect["distorted"]


_SHOWN = {
    "CT Thieve's Cant (A8,O2)": ("CT Cant", f"{DUST} #2", 8, 0, 2),
    "BCS Bandicoot (A3,D)": ("BCS Bandicoot", DUST, 3, 0, 40),
    "BS Jabberwocky (A1,D)": ("BS Jabberwocky", DUST, 1, 0, 45),
    "BAS Eye (A4,O3,250000 tons)": ("BAS Eye", "15 10 10 #3", 4, 250_000, 25),
    "TR17S Mole (A4,O3)": ("TR17S Mole", "15 10 10 #3", 4, 0, 17),
}


@pytest.mark.rule("FH-FD-003")
@pytest.mark.parametrize(("inputs", "expect"), examples("FH-FD-003"))
def test_what_others_see_of_a_distorted_ship(inputs, expect):
    title, place, age, tons, units = _SHOWN[inputs["ship"]]
    ship = {"at": place, "age": age, "cargo": {"FD": units}} | ({"tons": tons} if tons else {})
    state = {
        "Human": {"ships": {"CT Spy": {"at": place.partition(" #")[0]}}},
        "Klingon": {"ships": {title: ship}},
    }
    game = game_with({"species": state})
    game.species(2).distortion = inputs["number"]
    sectors = VIEW.of_every_species(game)["Human"]["aliens"]
    assert lines(sectors)[-1] == expect["shown"]
    [alien] = sectors[0]["ships"]
    assert (alien["age"], alien["sub_light"]) == (None, False)


@pytest.mark.rule("FH-FD-004")
def test_the_owner_sees_a_distorted_ship_as_it_is():
    ships = {"CTS Thief": {"at": f"{DUST} #2", "age": 8, "cargo": {"FD": 2}}}
    [ship] = views({"ships": ships})["Human"]["ships"]
    assert (ship["name"], ship["age"], ship["sub_light"]) == ("Thief", 8, True)
    assert (ship["cargo"], ship["capacity"], ship["distorted"]) == ({"FD": 2}, 2, True)


@pytest.mark.rule("FH-FD-002", "FH-FD-009")
@pytest.mark.parametrize("position", ShipLocation)
@pytest.mark.parametrize(
    ("tonnage", "cargo", "enough"),
    [(2, {"FD": 2}, True), (2, {"FD": 1}, False), (2, {"FD": 3}, False), (2, {}, False),
     (1, {}, False), (1, {"FD": 1}, True), (0, {}, False)],
)  # fmt: skip
def test_one_unit_for_ten_thousand_tons_distorts_unless_it_is_landed(
    position, tonnage, cargo, enough
):
    place = Place((1, 2, 3), 1)
    ship = Ship(
        name="Thief", class_="BAS", tonnage=tonnage, place=place, where=position, cargo=cargo
    )
    assert ship.distorted is (enough and position is not ShipLocation.LANDED)


@pytest.mark.rule("FH-FD-009")
def test_a_landed_ship_is_not_distorted():
    ships = {"FF Claw": {"at": f"{DUST} #2", "status": "landed", "cargo": {"FD": 10}}}
    [ship] = sightings({"planets": {"Camp": SETTLED}}, {"ships": ships})[0]["ships"]
    assert (ship["name"], ship["species"]) == ("Claw", "Klingon")


@pytest.mark.rule("FH-FD-005")
def test_a_number_lasts_as_long_as_the_level():
    klingon = game_with().species(2)
    draw_distortion(klingon, Falls(463)._roll)
    assert klingon.distortion == 472
    draw_distortion(klingon, Falls(1)._roll)
    assert klingon.distortion == 472
    klingon.techs["LS"].level += 1
    draw_distortion(klingon, Falls(1)._roll)
    assert klingon.distortion == 10


@pytest.mark.rule("FH-FD-005")
def test_numbers_are_spread_evenly():
    klingon, drawn = game_with().species(2), Counter()
    dice = Fair().dice("distortion")
    for level in range(20_000):
        klingon.techs["LS"].level = level
        draw_distortion(klingon, dice)
        drawn[klingon.distortion] += 1
    assert (min(drawn), max(drawn), len(drawn)) == (10, 472, 463)
    assert max(drawn.values()) < 3 * min(drawn.values())


@pytest.mark.rule("FH-FD-005")
def test_the_engine_computes_its_numbers():
    klingon = {"techs": {"LS": 20}, "ships": {"CT Cant": {"at": DUST, "cargo": {"FD": 2}}}}
    [ship] = sightings({"ships": {"CT Spy": {"at": DUST}}}, klingon, VIEW_1999)[0]["ships"]
    assert ship["species"] == "40"


def test_nothing_of_others_is_looked_up_for_ones_own_things():
    game = game_with({"species": {"Human": {"ships": {"TR1 Eye": {"at": DUST}}}}})
    index = SectorIndex(game)
    own_things = OwnThings(game.species(1), index, RULEBOOK_ECONOMY, "")
    assert len(own_things.colonies() + own_things.ships()) == 2
    assert "_present" not in vars(index)
