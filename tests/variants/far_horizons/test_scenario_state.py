"""Situations of scenarios: their changes and their refusals."""

from __future__ import annotations

import inspect

import pytest
import yaml

from horizons_core.errors import ScenarioError
from tests.variants.far_horizons import single_steps
from tests.variants.far_horizons.single_steps import Falls, game_with, step
from variants.far_horizons import scenario_state
from variants.far_horizons.economy import RULEBOOK_ECONOMY
from variants.far_horizons.model import Gas, Place, Propulsion, ShipLocation, Status, Tech
from variants.far_horizons.model.transactions import TransactionKind, transaction

MARS = {"at": "12 13 10 #2"}


def human(state=None, **fields):
    """The Human species in a situation with these fields."""
    return game_with({"species": {"Human": fields}, **(state or {})}).empire("Human")


def fault_of(state):
    with pytest.raises(ScenarioError) as fault:
        game_with(state)
    return str(fault.value)


def of_human(**fields):
    return {"species": {"Human": fields}}


def test_the_example_of_the_documentation_is_one():
    example = yaml.safe_load(
        inspect.getdoc(scenario_state).partition("\n\n")[2].partition("\n\nB")[0]
    )
    game = game_with(example["state"])
    human = game.empire("Human")
    assert (game.turn, game.radius, human.name) == (5, 20, "Terrans")
    assert human.techs["GV"] == Tech(level=5, knowledge=8, points=30, initial=4)
    assert human.home_colony.base == 1481
    assert [colony.name for colony in human.living_colonies()] == ["Terra", "Mars"]
    assert [ship.name for ship in human.living_ships()] == ["Mover", "Fort", "Runner"]
    assert [deal.kind for deal in game.transactions] == [
        TransactionKind.UNITS_SENT,
        TransactionKind.BESIEGED,
    ]


def test_the_planets_of_the_small_galaxy_need_the_life_support_that_is_said_of_them():
    game = game_with()
    human = game.empire("Human")
    home = game.planet_at(human.home)
    needed = [
        RULEBOOK_ECONOMY.lsn(planet, home, human.atmosphere)
        for planet in game.star_at(human.home.sector).planets
    ]
    assert needed[1:4] == [6, 0, 12]


def test_a_level_is_known_and_has_no_points_unless_said():
    assert human(techs={"MI": 12}).techs["MI"] == Tech(level=12, knowledge=12, initial=12)
    assert human(techs={"LS": {"level": 0, "knowledge": 5}}).techs["LS"].initial == 0


def test_what_a_species_breathes_is_named_by_gases():
    air = human(
        atmosphere={
            "required": "CH4", "least": 10, "most": 40, "neutral": ["He"], "poisonous": ["O2", "F2"]
        }
    ).atmosphere  # fmt: skip
    assert (air.required, air.least, air.most) == (2, 10, 40)
    assert (air.neutral, air.poisonous) == ([3], [7, 10])
    assert human(atmosphere={"most": 90}).atmosphere.poisonous == [1, 2, 8, 9, 10, 13]


def test_money_fleet_and_a_bombed_home_are_as_reports_print_them():
    species = human(
        treasury=70, fleet={"cost": 30, "percent": 5.25}, undamaged_base=200.5, auto=True
    )
    assert (species.treasury, species.fleet_cost, species.fleet_percent) == (70, 30, 525)
    assert (species.home_base, species.auto) == (2005, True)


def test_a_home_planet_may_be_called_otherwise():
    assert human(home="Terra").home_colony.name == "Terra"
    game = game_with({"last_turn": 33})
    assert game.last_turn == 33


def test_all_species_know_what_they_see_in_a_situation():
    ships = {"DD Claw": {"at": "10 10 10"}}
    game = game_with({"species": {"Klingon": {"ships": ships}}})
    (alien,) = game.empire("Human").knowledge.aliens
    assert (alien["sector"], [ship["name"] for ship in alien["ships"]]) == ([10, 10, 10], ["Claw"])


def test_stars_are_added_changed_and_removed():
    game = game_with(
        {
            "remove": ["stars"],
            "stars": {
                "9 9 9": {"planets": {1: {"temperature": 20, "gravity": 1.05}}},
                "1 2 3": {
                    "kind": "giant",
                    "colour": "blue",
                    "size": 7,
                    "planets": [{"gases": {"N2": 80, "O2": 20}, "mining_difficulty": 2.15}, {}],
                    "wormhole": "9 9 9",
                },
            },
        }
    )
    sectors = [star.sector for star in game.stars]
    assert sectors == [(1, 2, 3), (9, 9, 9), (10, 10, 10), (15, 10, 10)]
    new, changed = game.stars[:2]
    assert (new.kind, new.colour, new.size) == ("g", "O", 7)
    assert new.planets[0].gases == [Gas(5, 80), Gas(7, 20), Gas(), Gas()]
    assert (new.planets[0].mining_difficulty, new.planets[1].id) == (215, "1 2 3 #2")
    assert (changed.planets[0].temperature, changed.planets[0].gravity) == (20, 105)
    assert (new.wormhole, changed.wormhole) == (changed.sector, new.sector)


def test_a_wormhole_whose_end_is_taken_elsewhere_is_gone():
    game = game_with({"stars": {"9 9 9": {"wormhole": "2 2 2"}}})
    ends = {star.sector: star.wormhole for star in game.stars if star.wormhole}
    assert ends == {(2, 2, 2): (9, 9, 9), (9, 9, 9): (2, 2, 2)}
    closed = game_with({"stars": {"2 2 2": {"wormhole": None}}})
    assert not [star for star in closed.stars if star.wormhole]
    assert not [star for star in game_with({"remove": ["wormholes"]}).stars if star.wormhole]


@pytest.mark.parametrize(
    ("planet", "status"),
    [
        ({}, Status.COLONY),
        ({"population": 5}, Status.COLONY | Status.POPULATED),
        ({"items": {"CU": 5}}, Status.COLONY | Status.POPULATED),
        ({"items": {"RM": 5}}, Status.COLONY),
        ({"installing": {"AU": 5}}, Status.COLONY | Status.POPULATED),
        ({"mining_base": 0.1}, Status.COLONY | Status.POPULATED | Status.MINING),
        ({"manufacturing_base": 0.1}, Status.COLONY | Status.POPULATED),
        ({"manufacturing_base": 1, "kind": "resort"}, Status.COLONY | Status.POPULATED | 32),
        ({"mining_base": 1, "kind": "normal"}, Status.COLONY | Status.POPULATED),
        ({"disbanded": True}, Status.COLONY | Status.DISBANDED),
    ],
)
def test_what_is_there_says_what_a_named_planet_is(planet, status):
    assert human(planets={"Mars": {**MARS, **planet}}).colonies[1].status == status


def test_a_gentle_planet_with_manufacturing_alone_is_a_resort():
    stars = {"stars": {"12 13 10": {"planets": {2: {"temperature": 10, "pressure": 10}}}}}
    resort = human(stars, planets={"Mars": {**MARS, "manufacturing_base": 3.5}}).colonies[1]
    assert resort.has(Status.RESORT)
    assert (resort.manufacturing_base, resort.place) == (35, Place((12, 13, 10), 2))


def test_a_colonys_star_is_visited():
    assert "12 13 10" in human(planets={"Mars": MARS}).visited
    assert human(visited=["9 9 9"]).visited == ["10 10 10", "9 9 9"]


def test_the_home_planet_may_move_and_change_its_name():
    species = human(planets={"Earth": {"at": "9 9 9 #1", "name": "Terra"}})
    assert (species.home, species.home_colony.name) == (Place((9, 9, 9), 1), "Terra")


def test_ships_go_by_class_word_and_name():
    ships = human(
        planets={"Mars": MARS},
        ships={
            "TR10S Old Mover": {
                "at": "Mars",
                "cargo": {"CU": 3, "IU": 0},
                "loaded_at": "Earth",
                "unloading_at": "Mars",
            },
            "dds Slow": {"at": "1 2 3", "age": 5},
            "BAS Fort": {"at": "9 9 9 #1", "tons": 30000},
            "BC Hull": {"at": "Earth", "status": "building", "unpaid": 100},
        },
    ).ships
    mover, slow, fort, hull = ships
    assert (mover.name, mover.class_, mover.tonnage) == ("Old Mover", "TR", 10)
    assert (mover.drive, mover.where, mover.age) == (Propulsion.SUB_LIGHT, ShipLocation.ORBIT, 0)
    assert (mover.cargo, mover.loading_point, mover.unloading_point) == ({"CU": 3}, 9999, 1)
    assert (slow.class_, slow.sub_light, slow.tonnage) == ("DD", True, 15)
    assert (slow.where, slow.place, slow.age) == (ShipLocation.DEEP_SPACE, Place((1, 2, 3)), 5)
    assert (fort.drive, fort.tonnage, fort.where) == (Propulsion.STARBASE, 3, ShipLocation.ORBIT)
    assert (hull.where, hull.unpaid, hull.age) == (ShipLocation.BUILDING, 100, -1)


def test_relations_are_by_name():
    species = human(met=["klingon"], enemies="all")
    assert (species.met, species.enemies, species.all_enemies) == (["Klingon"], ["Klingon"], True)


def test_transactions_are_in_words():
    game = game_with(
        {
            "transactions": [
                {"kind": "knowledge taught", "donor": "Human", "recipient": "Klingon",
                 "tech": "GV", "level": 7},
                {"kind": "mishap", "owner": "Human", "fate": "misjumped", "ship": "DD X",
                 "place": "1 2 3"},
            ]
        }
    )  # fmt: skip
    assert game.transactions == [
        transaction(
            TransactionKind.KNOWLEDGE_TAUGHT,
            donor=1,
            recipient=2,
            tech=3,
            level=7,
            donor_name="Human",
        ),
        transaction(TransactionKind.MISHAP, owner=1, fate=3, ship="DD X", x=1, y=2, z=3),
    ]


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ({"specie": {}}, "state: unknown field 'specie' (did you mean 'species'?)"),
        ({"turn": -1}, "turn: -1 is not"),
        ({"remove": ["planets"]}, "remove: unknown 'planets'"),
        ({"stars": {"1 2": {}}}, "stars: '1 2' is not a place (write 'x y z'"),
        ({"stars": {"1 2 3 #4": {}}}, "stars: '1 2 3 #4' is a planet"),
        ({"stars": {"40 2 3": {}}}, "stars.40 2 3 is outside the galaxy"),
        ({"stars": {"1 2 3": {"colour": "pink"}}}, "stars.1 2 3.colour: unknown 'pink'"),
        ({"stars": {"1 2 3": {"planets": [{}] * 10}}}, "10 are too many (at most 9)"),
        ({"stars": {"9 9 9": {"planets": {10: {}}}}}, "10 is not 1 to 9"),
        ({"stars": {"1 2 3": {"planets": [{"gases": {"O2": 9}}]}}}, "gases are 9 percent"),
        ({"stars": {"1 2 3": {"planets": [{"gases": {"Xe": 9}}]}}}, "unknown 'Xe'"),
        ({"stars": {"1 2 3": {"planets": [{"gases": {"O2": 101}}]}}}, "101 is not 0 to 100"),
        ({"stars": {"1 2 3": {"planets": [{"gases": ["O2"]}]}}}, "write {N2: 80, O2: 20}"),
        ({"stars": {"1 2 3": {"size": 10}}}, "size: 10 is not 0 to 9"),
        (of_human(atmosphere={"needed": "O2"}), "atmosphere: unknown field 'needed'"),
        (of_human(visited="9 9 9"), "visited is not a list"),
        (of_human(visited=["1 1 1"]), "visited: no star is at 1 1 1"),
        (of_human(met=["Vulcan"]), "species.Human.met: no empire 'Vulcan'"),
        (of_human(auto="yes"), "auto cannot be 'yes' (write true or false)"),
        (of_human(fleet={"percent": 5.255}), "5.255 has too many decimals (round to 1/100)"),
        ({"stars": {"1 2 3": {"planets": [{"gravity": 1.055}]}}}, "1.055 has too many decimals"),
        ({"stars": {"1 2 3": {"planets": [{"mining_difficulty": 0}]}}}, "0 is too small"),
        ({"stars": {"9 9 9": {"wormhole": "9 9 9"}}}, "no other star is at '9 9 9'"),
        ({"stars": {"10 10 10": {"planets": []}}}, "10 10 10 #3, where there is no planet"),
        ({"species": {"Humen": {}}}, "no empire 'Humen' in this game (did you mean 'Human'?)"),
        (of_human(techs={"XX": 1}), "species.Human.techs: unknown field 'XX'"),
        (of_human(techs={"MI": {"points": 1}}), "techs.MI has no level"),
        (of_human(techs={"MI": 1.5}), "1.5 is not a whole number"),
        (of_human(called="Klingon"), "two species are called Klingon"),
        (of_human(called="a,b"), "'a,b' is not a name"),
        (of_human(planets={"Mars": {}}), "Mars is new and has no position"),
        (of_human(planets={"Mars": {"at": "9 9 9"}}), "'9 9 9' is not a planet"),
        (of_human(planets={"Mars": {"at": "9 9 9 #2"}}), "there is no planet 9 9 9 #2"),
        (of_human(planets={"Mars": {**MARS, "siege": 100}}), "siege: 100 is not -99 to 99"),
        (of_human(planets={"Mars": MARS, "Ares": MARS}), "12 13 10 #2 is PL Mars already"),
        (of_human(planets={"Earth": {"items": {"XY": 1}}}), "Earth.items: unknown field 'XY'"),
        (of_human(planets={"Earth": {"hiding": 1}}), "hiding cannot be 1 (write true or false)"),
        (of_human(ships={"XX Ship": {"at": "Earth"}}), "'XX' is not a class of ships"),
        (of_human(ships={"TR Ship": {"at": "Earth"}}), "'TR' is not a class of ships"),
        (of_human(ships={"DD": {"at": "Earth"}}), "'' is not a name"),
        (of_human(ships={"DD X": {}}), "DD X is new and has no position"),
        (of_human(ships={"DD X": {"at": "Moon"}}), "Human has no planet 'Moon'"),
        (of_human(ships={"DD X": {"at": "99 1 1"}}), "99 1 1 is outside the galaxy"),
        (of_human(ships={"DD X": {"at": "1 1 1", "status": "orbit"}}), "no planet is at 1 1 1"),
        (of_human(ships={"DD X": {"at": "Earth", "tons": 10000}}), "only a starbase"),
        (of_human(ships={"BAS X": {"at": "Earth"}}), "BAS X has no size"),
        (of_human(ships={"BAS X": {"at": "Earth", "tons": 15000}}), "not a multiple of 10000"),
        (of_human(ships={"TR1 X": {"at": "Earth", "cargo": {"CU": 11}}}), "takes a room of 11"),
        (of_human(ships={"DD X": {"at": "Earth", "age": 50}}), "50 is not -1 to 49"),
        ({"transactions": [{"kind": "war"}]}, "transactions[1].kind: unknown 'war'"),
        ({"transactions": [{"kind": "mishap", "percent": 3}]}, "unknown field 'percent'"),
    ],
)  # fmt: skip
def test_what_nobody_understands_is_refused_with_its_place(state, words):
    assert words in fault_of(state)


@pytest.mark.parametrize(
    ("path", "least", "most"),
    [
        ("atmosphere least", 0, 100), ("atmosphere most", 0, 100), ("fleet cost", 0, None),
        ("fleet percent", 0, None), ("techs MI", 0, None),
    ],
)  # fmt: skip
def test_numbers_have_bounds(path, least, most):
    def state(number):
        inner = number
        for word in reversed(path.split()):
            inner = {word: inner}
        return of_human(**inner)

    for number in {least, most} - {None}:
        game_with(state(number))
    for number in (least - 1 if least is not None else None, most + 1 if most else None):
        if number is not None:
            assert path.split()[-1] in fault_of(state(number))


def test_a_step_runs_on_a_copy(monkeypatch):
    def run(context):
        context.credit(context.game.species(1), -context.chance.dice("x")(100), "test")

    monkeypatch.setitem(single_steps.STEPS, "production", run)
    game = game_with(of_human(treasury=100))
    result = step("production", game, {"Human": "PRODUCTION PL Earth"}, chance=Falls(7))
    assert (game.empire("Human").treasury, result.species("Human").treasury) == (100, 93)
    assert result.ledger == [("Human", -7, "test")]
    assert result.remarks("Human") == []
