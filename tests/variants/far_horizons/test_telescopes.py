"""TELESCOPE: a starbase's sightings of others around it."""

from __future__ import annotations

import pytest

from tests.variants.far_horizons.galaxies import examples
from tests.variants.far_horizons.order_steps import (
    AFTER,
    AS_IN_1999,
    after,
    humans,
    misplaced,
    refused,
)
from tests.variants.far_horizons.single_steps import Fair, Falls, engine_habits, game_with
from variants.far_horizons.economy import RULEBOOK_ECONOMY
from variants.far_horizons.model import Colony, Place, Propulsion, Ship, Species, Tech
from variants.far_horizons.model.transactions import TransactionKind
from variants.far_horizons.rules.telescopes import Observer

LOOK = "Telescope BAS Peeping Tom"
SEEN = (1,) * 500  # dice with which every possible sighting succeeds
HULLS = {"ES": 5, "PB": 1, "TR5": 5, "starbase": 5}


def species_with(gv):
    return Species(id="S", number=1, techs={"GV": Tech(level=gv)})


def observer(gv, gt, age=0, *, aging=True):
    starbase = Ship(
        name="Tom", class_="BAS", place=Place((1, 1, 1)), age=age, cargo={"GT": gt} if gt else {}
    )
    economy = RULEBOOK_ECONOMY if aging else engine_habits("aged_chance")
    return Observer(species_with(gv), starbase, economy)


def hull(name, tonnage=5, **cargo):
    class_ = {"starbase": "BAS", "TR5": "TR"}.get(name, name)
    drive = Propulsion.STARBASE if class_ == "BAS" else Propulsion.FTL
    return Ship(
        name="X", class_=class_, tonnage=tonnage, place=Place((1, 1, 1)), drive=drive, cargo=cargo
    )


# --- chances --------------------------------------------------------------------------------------


@pytest.mark.rule("FH-GT-002")
@pytest.mark.parametrize("example", examples("FH-GT-002")[:4], ids=str)
def test_the_range_is_half_the_units_and_a_tenth_of_gravitics(example):
    inputs = example.given
    assert observer(inputs["gv"], inputs["units"]).range == example.expect["range"]


@pytest.mark.rule("FH-GT-006", "FH-GT-011")
@pytest.mark.parametrize("example", examples("FH-GT-006"), ids=str)
def test_the_chance_to_see_something_depends_on_gravitics_size_and_industry(example):
    inputs = example.given
    telescope = observer(inputs["gv"], inputs["gt"], inputs["starbase_age"])
    if inputs["object"] == "planet":
        base, place = round(10 * inputs["base"]), Place((1, 1, 1), 1)
        hidden = Colony(name="P", place=place, mining_base=base, hidden=int(inputs["hidden"]))
        assert telescope.chance_of_planet(hidden) == example.expect["chance_percent"]
        hiding = Colony(name="P", place=place, mining_base=base, hiding=int(inputs["hidden"]))
        assert telescope.chance_of_planet(hiding) == example.expect["chance_percent"]
        return
    ship = hull(inputs["object"], HULLS[inputs["object"]])
    assert telescope.chance_of_ship(ship) == example.expect["chance_percent"]


@pytest.mark.rule("FH-GT-006", "FH-AGE-005")
def test_age_lowers_every_chance_but_not_in_1999():
    assert observer(50, 10, 10).chance_of_ship(hull("ES")) == 44
    assert observer(50, 10, 10, aging=False).chance_of_ship(hull("ES")) == 55
    assert observer(50, 10, -1).chance_of_ship(hull("ES")) == 55
    old, young = hull("ES"), hull("ES")
    old.age, young.age = 10, 0
    assert observer(50, 10).chance_to_be_noticed(species_with(60), young) == 20
    assert observer(50, 10).chance_to_be_noticed(species_with(60), old) == 16
    assert observer(50, 10, aging=False).chance_to_be_noticed(species_with(60), old) == 20


@pytest.mark.rule("FH-GT-008")
@pytest.mark.parametrize("example", examples("FH-GT-008"), ids=str)
def test_the_chance_to_be_noticed_grows_with_the_gravitics_of_the_observed(example):
    inputs = example.given
    ship = hull("starbase", GT=inputs["ngt"]) if "ngt" in inputs else hull("ES")
    chance = observer(inputs["gv1"], 6).chance_to_be_noticed(species_with(inputs["gv2"]), ship)
    assert chance == example.expect["chance_percent"]


# --- messages -------------------------------------------------------------------------------------


def watched(klingons, gv=50, gt=10, at="20 20 20", theirs=4, **starbase):
    """The humans' telescope, and the Klingons' possessions."""
    base = {"at": at, "tons": 300000, "cargo": {"GT": gt} if gt else {}, **starbase}
    klingons = {"techs": {"GV": theirs}, **klingons}
    return humans(klingons, techs={"GV": gv}, ships={"BAS Peeping Tom": base})


def look(game, **more):
    log = after(game, LOOK, chance=Falls(*SEEN), **more).log("Human")
    return log.split("\n")[2:]


@pytest.mark.rule("FH-GT-003", "FH-GT-004", "FH-GT-005")
def test_the_results_are_listed_by_sector_and_species():
    klingons = {
        "ships": {
            "CT Claw": {"at": "20 20 21", "age": 2},
            "BAS Eye": {"at": "19 20 20", "tons": 200000, "cargo": {"GT": 3}},
            "TR5S Mule": {"at": "20 20 21"},
        }
    }
    assert look(watched(klingons)) == [
        "",
        "  Results of operation of gravitic telescope by BAS Peeping Tom (location =",
        "    20 20 20, max range = 5 parsecs):",
        "",
        "    20 20 21:",
        "      SP Klingon:",
        "\tCT Claw (A2,D)",
        "\tTR5S Mule (A0,D)",
        "",
        "    19 20 20:",
        "      SP Klingon:",
        "\tBAS Eye (A0,D,200000 tons) <- 3 GTs!",
        "",
    ]


@pytest.mark.rule("FH-GT-004", "FH-GT-011", "FH-SCAN-006")
@pytest.mark.parametrize("hidden", [False, True])
def test_planets_are_told_with_their_approximate_base_hidden_ones_too(hidden):
    planets = {"Lair": {"at": "12 13 10 #2", "mining_base": 211.3, "hidden": hidden},
               "Rock": {"at": "12 13 10 #1"}}  # fmt: skip
    lines = look(watched({"planets": planets}, at="12 13 11"))
    assert "\tPL Lair (210)" in lines
    assert not [line for line in lines if "Rock" in line]


@pytest.mark.rule("FH-GT-004", "FH-GT-007", "FH-FD-002")
@pytest.mark.parametrize(
    ("ship", "visible"),
    [
        ({"at": "Kronos"}, True),
        ({"at": "15 10 10"}, True),
        ({"at": "Kronos", "status": "landed"}, False),
        ({"at": "Kronos", "status": "building", "unpaid": 5}, False),
        ({"at": "Kronos", "cargo": {"FD": 2}}, False),
        ({"at": "Kronos", "cargo": {"FD": 1}}, True),
    ],
    ids=str,
)
def test_landed_unfinished_and_distorted_ships_are_not_seen(ship, visible):
    lines = look(watched({"ships": {"CT Claw": ship}}, at="15 10 11"))
    assert any("CT Claw" in line for line in lines) == visible


@pytest.mark.rule("FH-GT-002")
@pytest.mark.parametrize("example", examples("FH-GT-002")[4:], ids=str)
def test_only_sectors_within_range_and_not_the_own_one_are_looked_at(example):
    inputs = example.given
    x, y, z = (20 + step for step in inputs["offset"])
    game = watched({"ships": {"CT Claw": {"at": f"{x} {y} {z}"}}}, gt=2 * inputs["range"])
    assert any("CT Claw" in line for line in look(game)) == example.expect["in_range"]


@pytest.mark.rule("FH-GT-002")
@pytest.mark.parametrize(
    ("place", "visible"),
    [
        ("20 15 24", False), ("21 15 24", True), ("20 14 24", True), ("20 15 25", True),
        ("30 15 24", True), ("10 15 24", True), ("31 15 24", False), ("9 15 24", False),
        ("20 25 24", True), ("26 23 24", True), ("27 23 24", False),
    ],
)  # fmt: skip
def test_the_range_is_a_ball_around_the_starbase_without_its_own_sector(place, visible):
    lines = look(watched({"ships": {"CT Claw": {"at": place}}}, 100, 20, "20 15 24", tons=400_000))
    assert any("CT Claw" in line for line in lines) == visible


@pytest.mark.rule("FH-GT-006")
def test_what_is_not_seen_is_not_told():
    game = watched({"ships": {"CT Claw": {"at": "20 20 21"}}})
    lines = after(game, LOOK, chance=Falls(53)).log("Human").split("\n")
    assert lines[-2:] == ["    No alien ships or planets were detected.", ""]
    assert any(
        "CT Claw" in line for line in after(game, LOOK, chance=Falls(52)).log("Human").split("\n")
    )


@pytest.mark.rule("FH-GT-003")
def test_own_things_are_not_listed():
    game = watched({})
    game.empire("Human").ships.append(hull("ES"))
    game.empire("Human").ships[-1].place = Place((20, 20, 21))
    assert look(game)[-2:] == ["    No alien ships or planets were detected.", ""]


@pytest.mark.rule("FH-GT-008", "FH-GT-009", "FH-GT-010")
def test_each_ship_that_is_seen_may_notice_it_and_the_place_is_told():
    ships = {
        "CT Claw": {"at": "20 20 21"},
        "CT Fang": {"at": "20 20 21"},
        "CT Paw": {"at": "20 20 21"},
    }
    game = watched({"ships": ships}, theirs=60)
    result = after(game, LOOK, chance=Falls(52, 20, 52, 21, 53))
    [deal] = result.game.transactions
    assert deal.kind == TransactionKind.TELESCOPE_NOTICED
    facts = {word: deal.facts[word] for word in ("told", "ship", "x", "y", "z")}
    assert facts == {"told": 2, "ship": "CT Claw", "x": 20, "y": 20, "z": 20}
    assert "CT Fang" in result.log("Human")
    assert "CT Paw" not in result.log("Human")
    assert "notice" not in result.log("Human")


@pytest.mark.rule("FH-GT-006", "FH-GT-008", "FH-GT-009", "FH-AGE-005")
@pytest.mark.parametrize(("age", "chance"), [(0, 0.14), (20, 0.09)])
def test_so_many_ships_are_seen_and_so_many_of_those_notice_it(age, chance):
    """Of 4,000 ships; a share is off by four standard deviations at most."""
    ships = {f"CT Claw {n}": {"at": "20 20 21", "age": age} for n in range(200)}
    game = watched({"ships": ships}, theirs=57)
    sightings, noticed = 0, 0
    for key in range(20):
        result = after(game, LOOK, chance=Fair(key))
        sightings += len(result.events("Human", "telescope-saw-ship"))
        noticed += len(result.game.transactions)

    assert abs(sightings / 4000 - 0.52) < 4 * (0.52 * 0.48 / 4000) ** 0.5
    assert abs(noticed / sightings - chance) < 4 * (chance * (1 - chance) / sightings) ** 0.5


@pytest.mark.rule("FH-GT-006", "FH-GT-009", "FH-GT-010")
def test_dice_of_a_hundred_decide_whether_a_ship_is_seen_and_whether_it_notices():
    dice_asked = []

    class Dice(Falls):
        def dice(self, *subject):
            def roll(sides):
                dice_asked.append((subject[0], sides))
                return 1

            return roll

    game = watched({"ships": {"CT Claw": {"at": "20 20 21"}}}, theirs=60)
    result = after(game, LOOK, chance=Dice())
    assert dice_asked == [("telescope", 100), ("telescope noticed", 100)]
    assert len(result.game.transactions) == 1


@pytest.mark.rule("FH-GT-009")
def test_planets_notice_nothing():
    planets = {"Lair": {"at": "12 13 10 #2", "mining_base": 100.0}}
    result = after(
        watched({"planets": planets}, at="12 13 11", theirs=99), LOOK, chance=Falls(*SEEN)
    )
    assert "PL Lair" in result.log("Human")
    assert not result.game.transactions


@pytest.mark.rule("FH-GT-003")
@pytest.mark.parametrize(
    ("order", "gt", "code"),
    [
        (LOOK, 1, "too-few-units"),
        (LOOK, 0, "too-few-units"),
        ("TELESCOPE DD Dawson", 10, "unknown-ship"),
        ("TELESCOPE TR50 Glass", 10, "no-starbase"),
        ("TELESCOPE BAS Nobody at all", 10, "unknown-ship"),
        ("TELESCOPE", 10, "unknown-ship"),
    ],
)
def test_telescopes_that_cannot_be_used_are_refused(order, gt, code):
    game = watched({}, gt=gt)
    glass = hull("TR5", GT=3)
    glass.name, glass.tonnage = "Glass", 50
    game.empire("Human").ships.append(glass)
    refused(game, order, code, AFTER)


@pytest.mark.rule("FH-GT-002", "FH-GT-003")
def test_without_gravitics_a_telescope_sees_nothing():
    lines = look(watched({"ships": {"CT Claw": {"at": "20 20 21"}}}, gv=9))
    assert lines[-2:] == ["    No alien ships or planets were detected.", ""]


@pytest.mark.rule("FH-GT-003")
def test_a_starbase_looks_once_a_turn():
    game = watched({})
    result = after(game, f"{LOOK}\n{LOOK}")
    assert result.codes("Human") == ["used"]
    assert result.log("Human").count("Results of operation") == 1
    repeated = after(result.game, LOOK)
    assert not repeated.codes("Human")


@pytest.mark.rule("FH-GT-003")
def test_there_is_no_telescope_order_before_departure():
    misplaced(LOOK, "pre-departure")


def test_a_ship_that_is_not_seen_changes_nothing_that_is_told():
    """Each object has dice of its own, so they reveal no other object."""
    fleet = {f"CT Claw {n}": {"at": "20 20 21"} for n in range(20)}
    hidden = {"CT Alone": {"at": "20 20 21", "cargo": {"FD": 2}}}
    plain = after(watched({"ships": fleet}), LOOK, chance=Fair()).log("Human")
    more = after(watched({"ships": {**hidden, **fleet}}), LOOK, chance=Fair()).log("Human")
    assert plain == more
    assert 0 < plain.count("CT Claw") < 20
    unseen = [name for name in fleet if f"{name} (" not in plain]
    fewer = {name: ship for name, ship in fleet.items() if name != unseen[0]}
    assert after(watched({"ships": fewer}), LOOK, chance=Fair()).log("Human") == plain


def test_several_species_are_listed_in_their_order():
    base = {"at": "20 20 20", "tons": 300000, "cargo": {"GT": 10}}
    state = {
        "Human": {"techs": {"GV": 50}, "ships": {"BAS Peeping Tom": base}},
        "Klingon": {"ships": {"CT Claw": {"at": "20 20 22"}}},
        "Vulcan": {"ships": {"CT Logic": {"at": "20 20 22"}, "CT Reason": {"at": "20 20 21"}}},
    }
    game = game_with({"species": state}, ("Human", "Klingon", "Vulcan"))
    lines = [line.strip() for line in look(game)[3:] if line]
    assert lines == [
        "20 20 22:", "SP Klingon:", "CT Claw (A0,D)", "SP Vulcan:", "CT Logic (A0,D)",
        "20 20 21:", "SP Vulcan:", "CT Reason (A0,D)",
    ]  # fmt: skip


@pytest.mark.rule("FH-AGE-005")
def test_in_1999_an_old_starbase_saw_as_well_as_a_new_one():
    game = watched({"ships": {"CT Claw": {"at": "20 20 21"}}}, age=40)
    assert "CT Claw" not in after(game, LOOK, chance=Falls(52)).log("Human")
    assert "CT Claw" in after(game, LOOK, chance=Falls(52), **AS_IN_1999).log("Human")
