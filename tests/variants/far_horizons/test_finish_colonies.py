"""The end of a turn on the planets: growth, losses, the kinds of colonies, colonies that die."""

from __future__ import annotations

import pytest

from tests.variants.far_horizons.galaxies import examples
from tests.variants.far_horizons.single_steps import Fair, Falls, game_with, step
from variants.far_horizons.economy import RULEBOOK_ECONOMY
from variants.far_horizons.model import Status
from variants.far_horizons.mods.engine_1999.economy import ENGINE_ECONOMY

#: Planets beside Earth: with life support 6 and 12, and one in another system.
VENUS, MARS, FAR = "10 10 10 #2", "10 10 10 #4", "12 13 10 #2"
#: Dice of the technologies, which are thrown before those of the planets, without Biology.
RESEARCH = (1,) * 5


def finish(human=None, *, chance=None, in_1999=False, klingon=None, stars=None):
    """The end of a turn in which the humans have this."""
    state = {"species": {"Human": human or {}, "Klingon": klingon or {}}}
    game = game_with(state | ({"stars": stars} if stars else {}))
    return step("finish", game, chance=chance or Falls(), in_1999=in_1999)


def colony(chance=None, *, ls=30, bi=0, at=VENUS, in_1999=False, stars=None, **inputs):
    """The state of the humans' colony Venus after the turn."""
    human = {"techs": {"LS": ls, "BI": bi}, "planets": {"Venus": {"at": at, **inputs}}}
    result = finish(human, chance=chance, in_1999=in_1999, stars=stars)
    return result.colony("Human", "Venus"), result


def needing(lsn):
    """A planet on which humans need this much life support."""
    return {"12 13 10": {"planets": {2: {"temperature": 10 + lsn // 3, "pressure": 10,
                                         "gases": {"N2": 75, "O2": 25}}}}}  # fmt: skip


# --- home planets ---------------------------------------------------------------------------------


@pytest.mark.rule("FH-RM-003", "FH-PROD-002")
@pytest.mark.parametrize("example", examples("FH-RM-003", "FH-PROD-002"), ids=str)
def test_the_bases_of_a_home_planet_grow_by_two_percent_and_come_together(example):
    inputs = example.given
    bases = {base: inputs[base] for base in ("mining_base", "manufacturing_base")}
    stars = {"10 10 10": {"planets": {3: {"mining_difficulty": inputs["mining_difficulty"]}}}}
    home = finish({"planets": {"Earth": bases}}, stars=stars).colony("Human", "Earth")
    mining, manufacturing = home.mining_base / 10, home.manufacturing_base / 10
    grown = {
        "mining_base_after": mining,
        "manufacturing_base_after": manufacturing,
        "manufacturing_gain": round(manufacturing - inputs["manufacturing_base"], 1),
        "growth_of_both": round(mining + manufacturing - sum(bases.values()), 1),
    }
    assert {fact: grown[fact] for fact in example.expect} == example.expect


@pytest.mark.rule("FH-RM-003")
def test_a_home_planet_that_was_bombed_grows_too():
    planets = {"Earth": {"mining_base": 50.0, "manufacturing_base": 50.0}}
    home = finish({"undamaged_base": 180.0, "planets": planets}).colony("Human", "Earth")
    assert home.base == 1020


@pytest.mark.rule("FH-RM-004", "FH-PROD-003")
def test_the_bases_of_a_colony_never_grow_by_themselves():
    venus, _ = colony(mining_base=61.8, manufacturing_base=56.2)
    assert (venus.mining_base, venus.manufacturing_base) == (618, 562)


@pytest.mark.rule("FH-POP-009")
@pytest.mark.parametrize("example", examples("FH-POP-009"), ids=str)
def test_a_home_planet_has_the_same_people_each_turn_unless_it_was_bombed(example):
    human = {"planets": {"Earth": {"population": 7}}}
    if "base" in example.given:
        half = example.given["base"] / 2
        human = {
            "undamaged_base": example.given["original_base"],
            "planets": {"Earth": {"mining_base": half, "manufacturing_base": half}},
        }
    home = finish(human).colony("Human", "Earth")
    assert home.population == example.expect["available_population"]


@pytest.mark.rule("FH-POP-009")
def test_a_home_planet_that_has_its_base_again_is_healthy():
    planets = {"Earth": {"mining_base": 100.0, "manufacturing_base": 50.0, "installing": {"IU": 9}}}
    result = finish({"undamaged_base": 150.9, "planets": planets})
    assert result.species("Human").home_base == 0
    assert result.colony("Human", "Earth").population == 1500


@pytest.mark.rule("FH-BIO-002")
def test_biology_does_nothing_for_a_home_planet():
    assert finish({"techs": {"BI": 59}}).colony("Human", "Earth").population == 1500


# --- people on colonies ---------------------------------------------------------------------------


def people(inputs):
    """Colony fields with an example's tenths of base, CU and PD."""
    count = inputs.get("base_cu_pd", inputs.get("total", 500))
    return {"mining_base": (count - 100) / 10, "manufacturing_base": 0.1, "items": {"CU": 99}}


@pytest.mark.rule("FH-POP-006")
@pytest.mark.parametrize("example", examples("FH-POP-006"), ids=str)
def test_a_colony_grows_the_less_the_more_life_support_it_needs(example):
    inputs, expect = example.given, example.expect
    grown = {
        RULEBOOK_ECONOMY.growth_percent(inputs["lsn"], inputs["ls"], inputs.get("bi", 0), d.dice(n))
        for d in (Fair(),)
        for n in range(200)
    }
    if isinstance(expect.get("growth_percent"), list):
        assert grown == set(expect["growth_percent"])
    elif "growth_percent" in expect:
        middle = expect["growth_percent"]
        assert min(grown) + max(grown) == 2 * middle
    elif "growth_percent_about" in expect:
        assert sum(grown) / len(grown) == expect["growth_percent_about"]
    if "growth" in expect:
        levels = {"ls": inputs["ls"], "bi": inputs.get("bi", 0)}
        venus, _ = colony(at=FAR, stars=needing(inputs["lsn"]), **levels, **people(inputs))
        assert venus.population == expect["growth"]


@pytest.mark.rule("FH-POP-006")
def test_the_growth_of_a_colony_varies_by_its_dice():
    bases = {
        colony(Falls(*RESEARCH, up, down), at=FAR, stars=needing(0), **people({}))[0].population
        for up in (1, 2)
        for down in (1, 2)
    }
    assert bases == {45, 50, 55}


@pytest.mark.rule("FH-BIO-001")
@pytest.mark.parametrize("example", examples("FH-BIO-001"), ids=str)
def test_biology_makes_colonies_grow_faster(example):
    inputs, expect = example.given, example.expect
    if "growth" in inputs:
        lsn = 100 - 10 * inputs["growth"]
        dice = Falls(1, 1).dice()
        grown = RULEBOOK_ECONOMY.growth_percent(lsn, 100, inputs["bi"], dice)
        assert grown == expect["growth_with_bonus"]
        return
    items = {item: inputs[item] for item in ("CU", "PD") if inputs[item]}
    base = {"mining_base": inputs["base"] - 0.1, "manufacturing_base": 0.1, "items": items}
    chance = Falls(*RESEARCH, 1, *inputs["dice"])
    place = {"at": FAR, "stars": needing(inputs["lsn"])}
    venus, _ = colony(chance, ls=inputs["ls"], bi=inputs["bi"], **place, **base)
    assert venus.population == expect["available_population"]


@pytest.mark.rule("FH-POP-007", "FH-POP-008")
@pytest.mark.parametrize("example", examples("FH-POP-008"), ids=str)
def test_new_growth_replaces_the_people_who_were_not_needed(example):
    inputs = example.given
    unused = {"population": inputs["available_unused"]}
    if "growth" in inputs:
        base = {"mining_base": 19.9, "manufacturing_base": 0.1, "items": {}}
        venus, _ = colony(at=FAR, ls=30, stars=needing(12), **unused, **base)
    else:
        venus, _ = colony(at=FAR, ls=30, stars=needing(12), **unused, **people(inputs))
    assert venus.population == example.expect["available_next_turn"]


@pytest.mark.rule("FH-POP-006")
def test_where_only_defenders_live_nobody_grows_up():
    venus, _ = colony(at=FAR, stars=needing(0), items={"PD": 500})
    assert venus.population == 0


@pytest.mark.rule("FH-MINECOL-002", "FH-RESORT-002")
@pytest.mark.parametrize("base", ["mining_base", "manufacturing_base"])
def test_mining_colonies_and_resorts_have_no_people_to_spare(base):
    venus, _ = colony(at=FAR, stars=needing(0), items={"CU": 100}, population=9, **{base: 40.0})
    assert venus.status & (Status.MINING | Status.RESORT)
    assert venus.population == 0


@pytest.mark.rule("FH-MINECOL-002", "FH-POP-006")
def test_a_mining_colony_that_ceases_to_be_one_has_people_from_the_turn_after():
    human = {
        "techs": {"LS": 30},
        "planets": {"Venus": {"at": FAR, "mining_base": 40.0, "installing": {"AU": 10}}},
    }
    first = finish(human, stars=needing(0))
    venus = first.colony("Human", "Venus")
    assert not venus.has(Status.MINING)
    assert venus.population == 0
    later = step("finish", first.game, chance=Falls())
    assert later.colony("Human", "Venus").population == 41


# --- kinds of colonies ----------------------------------------------------------------------------


@pytest.mark.rule("FH-MINECOL-001")
@pytest.mark.parametrize("example", examples("FH-MINECOL-001"), ids=str)
def test_a_colony_that_only_mines_is_a_mining_colony(example):
    bases = {name: float(value) for name, value in example.given.items()}
    venus, _ = colony(at=FAR, stars=needing(0), items={"CU": 99}, kind="normal", **bases)
    assert venus.has(Status.MINING) == example.expect["mining_colony"]


@pytest.mark.rule("FH-MINECOL-001")
def test_the_kind_is_fixed_after_installation():
    venus, _ = colony(mining_base=40.0, installing={"AU": 1})
    assert not venus.has(Status.MINING)
    assert venus.manufacturing_base == 1


@pytest.mark.rule("FH-MINECOL-001", "FH-RESORT-001")
@pytest.mark.parametrize("bases", [(1.0, 0.0), (0.0, 1.0)])
def test_a_home_planet_is_never_a_mining_colony_or_a_resort(bases):
    mining, manufacturing = bases
    planets = {"Earth": {"mining_base": mining, "manufacturing_base": manufacturing}}
    home = finish({"undamaged_base": 99.0, "planets": planets}).colony("Human", "Earth")
    assert home.status == Status.HOME | Status.POPULATED


@pytest.mark.rule("FH-RESORT-001", "FH-RESORT-005")
@pytest.mark.parametrize("example", examples("FH-RESORT-001"), ids=str)
def test_a_colony_that_only_manufactures_on_a_gentle_planet_is_a_resort(example):
    inputs = example.given
    stars = needing(inputs["lsn"])
    stars["12 13 10"]["planets"][2]["gravity"] = inputs["gravity"]
    stars["10 10 10"] = {"planets": {3: {"gravity": inputs["home_gravity"]}}}
    bases = {
        "manufacturing_base": inputs["manufacturing_base"],
        "mining_base": inputs["mining_base"],
    }
    venus, _ = colony(at=FAR, stars=stars, items={"CU": 99}, kind="normal", **bases)
    assert venus.has(Status.RESORT) == example.expect["resort"]


@pytest.mark.rule("FH-RESORT-001")
def test_the_engine_took_one_more_step_of_life_support_for_gentle():
    bases = {"manufacturing_base": 2.0, "kind": "normal", "items": {"CU": 99}}
    assert not colony(at=VENUS, **bases)[0].has(Status.RESORT)
    assert colony(at=VENUS, in_1999=True, **bases)[0].has(Status.RESORT)


# --- colonies that die ----------------------------------------------------------------------------


@pytest.mark.rule("FH-COL-006")
@pytest.mark.parametrize("example", examples("FH-COL-006"), ids=str)
def test_a_colony_lives_if_life_support_suffices(example):
    inputs = example.given
    assert RULEBOOK_ECONOMY.survives(inputs["lsn"], inputs["ls"]) == example.expect["survives"]


@pytest.mark.rule("FH-COL-006")
def test_a_colony_without_life_support_is_destroyed_and_its_name_and_items_stay():
    stock = {"CU": 5, "PD": 3, "IU": 4, "RM": 2}
    fields = {"mining_base": 2.0, "manufacturing_base": 3.0, "population": 4, "items": stock}
    venus, result = colony(ls=5, at=VENUS, **fields)
    assert (venus.base, venus.population, venus.items) == (0, 0, {"IU": 4, "RM": 2})
    assert not venus.populated
    assert result.log("Human") == (
        "\nOther events:\n"
        "  !!! Life support tech level was too low to support colony on PL Venus.\n"
        "    Colony was destroyed."
    )
    assert colony(ls=6, at=VENUS, **fields)[0].base == 50


@pytest.mark.rule("FH-COL-006")
def test_life_support_reached_in_this_turn_saves_a_colony():
    human = {
        "techs": {"LS": {"level": 5, "points": 5}},
        "planets": {"Venus": {"at": VENUS, "mining_base": 20.0}},
    }
    saved = finish(human, chance=Falls(1, 1, 1, 1, 40, 1))
    assert saved.species("Human").level("LS") == 6
    assert saved.colony("Human", "Venus").base == 200
    assert finish(human).colony("Human", "Venus").base == 0


@pytest.mark.rule("FH-COL-006")
def test_a_home_planet_needs_no_life_support():
    stars = {"10 10 10": {"planets": {3: {"gases": {"Cl2": 100}}}}}
    home = finish({"techs": {"LS": 0}}, stars=stars).colony("Human", "Earth")
    assert home.base == 1530


@pytest.mark.rule("FH-COL-006")
def test_a_colony_lives_without_life_support_where_none_is_needed():
    venus, _ = colony(ls=0, at=FAR, stars=needing(0), mining_base=30.0, items={"CU": 1})
    assert venus.base == 300


# --- small colonies -------------------------------------------------------------------------------


def small(inputs):
    """Colony fields as examples of losses have them."""
    fields = {"population": inputs.get("available", 0)}
    fields["items"] = {item.upper(): inputs[item] for item in ("cu", "pd") if inputs.get(item)}
    for base in ("mining_base", "manufacturing_base"):
        fields[base] = float(inputs.get(base, 0))
    return fields


@pytest.mark.rule("FH-LOSS-001", "FH-LOSS-002", "FH-POP-002")
@pytest.mark.parametrize("example", examples("FH-LOSS-001"), ids=str)
def test_a_colony_of_fewer_than_fifty_loses_one(example):
    total = example.given["total"]
    venus, _ = colony(at=FAR, ls=9, stars=needing(9), items={"CU": total} if total else {})
    assert total - venus.items.get("CU", 0) == example.expect["loss"]


@pytest.mark.rule("FH-LOSS-001", "FH-POP-002", "FH-INST-002", "FH-COL-001")
@pytest.mark.parametrize(("defenders", "grown"), [(13, 3), (14, 4)])
def test_all_who_live_there_count_in_a_population_of_fifty(defenders, grown):
    """20 tenths of base, 12 colonists and the defenders, and ten percent of them who are new."""
    stock = {"CU": 12, "PD": defenders}
    bases = {"mining_base": 1.0, "manufacturing_base": 1.0}
    venus, _ = colony(at=FAR, stars=needing(0), items=stock, **bases)
    assert (venus.population, venus.items, venus.base) == (grown, stock, 20)
    assert venus.populated


@pytest.mark.rule("FH-LOSS-001", "FH-LOSS-003", "FH-LOSS-004", "FH-COL-001")
@pytest.mark.parametrize(
    ("fields", "dead"),
    [
        ({"items": {"CU": 1}}, True),
        ({"items": {"PD": 1}}, True),
        ({"manufacturing_base": 0.1, "kind": "normal"}, True),
        ({"mining_base": 0.1}, True),
        ({"items": {"CU": 1, "PD": 1}}, False),
        ({"items": {"CU": 2}}, False),
        ({"mining_base": 0.1, "manufacturing_base": 0.1, "kind": "normal"}, False),
    ],
)
def test_the_last_of_a_colony_is_lost_and_its_end_is_told(fields, dead):
    venus, result = colony(at=FAR, ls=9, stars=needing(9), **fields)
    assert venus.populated is not dead
    assert sum(venus.items.values()) + venus.base == (0 if dead else 1)
    assert ("The colony is dead!" in " ".join(result.log("Human").split())) is dead


@pytest.mark.rule("FH-MINECOL-001", "FH-RESORT-001")
def test_a_colony_without_any_base_is_neither_a_mining_colony_nor_a_resort():
    venus, _ = colony(at=FAR, stars=needing(0), items={"CU": 99}, kind="mining")
    assert not venus.status & (Status.MINING | Status.RESORT)


@pytest.mark.rule("FH-RESORT-002", "FH-MINECOL-002", "FH-POP-007", "FH-POP-008")
def test_a_colony_of_both_bases_has_people_to_spare():
    bases = {"mining_base": 40.0, "manufacturing_base": 40.0}
    venus, _ = colony(at=FAR, stars=needing(0), items={"CU": 100}, population=9, **bases)
    assert venus.population == 90


@pytest.mark.rule("FH-LOSS-002")
def test_the_loss_is_taken_after_growth():
    stars = {"at": FAR, "stars": needing(0), "ls": 30}
    # 44 and ten percent: 48, of which one of the new ones is lost
    venus, _ = colony(items={"CU": 44}, **stars)
    assert (venus.items["CU"], venus.population) == (44, 3)
    # 46 and ten percent: 50
    venus, _ = colony(items={"CU": 46}, **stars)
    assert (venus.items["CU"], venus.population) == (46, 4)


@pytest.mark.rule("FH-LOSS-003")
@pytest.mark.parametrize("example", examples("FH-LOSS-003"), ids=str)
def test_what_is_lost_first(example):
    inputs, expect = example.given, example.expect
    fields = small(inputs)
    if inputs["available"]:
        # new growth is lost first: ten percent of 23 and 20
        venus, _ = colony(at=FAR, stars=needing(0), **fields)
        assert venus.population == 23 // 10 - 1
    else:
        venus, _ = colony(at=FAR, ls=9, stars=needing(9), **fields)
        assert venus.population == expect["available"]
    assert venus.items.get("CU", 0) == expect["cu"]
    assert venus.items.get("PD", 0) == expect["pd"]
    assert venus.mining_base / 10 == expect["mining_base"]
    assert venus.manufacturing_base / 10 == expect["manufacturing_base"]


@pytest.mark.rule("FH-LOSS-004")
@pytest.mark.parametrize(
    ("fields", "line"),
    [
        ({"items": {"CU": 3}}, "Number of colonist units on PL Venus was reduced by one unit"),
        ({"items": {"PD": 3}}, "Number of planetary defense units on PL Venus was reduced by"),
        ({"manufacturing_base": 1.0}, "Manufacturing base of PL Venus was reduced by 0.1"),
        ({"mining_base": 1.0}, "Mining base of PL Venus was reduced by 0.1"),
        ({"mining_base": 0.1}, "due to normal attrition. The colony is dead!"),
    ],
)
def test_the_owner_is_told_of_a_loss(fields, line):
    _, result = colony(at=FAR, ls=9, stars=needing(9), **fields)
    assert line in " ".join(result.log("Human").split())


@pytest.mark.rule("FH-LOSS-004")
def test_nobody_is_told_of_the_loss_of_people():
    venus, result = colony(at=FAR, stars=needing(0), items={"CU": 30})
    assert venus.population == 2
    assert result.log("Human") == ""


@pytest.mark.rule("FH-LOSS-001", "FH-COL-001")
def test_a_colony_without_anybody_is_only_a_name():
    venus, _ = colony(at=FAR, ls=9, stars=needing(9), mining_base=0.1)
    assert not venus.populated
    assert venus.name == "Venus"


# --- installation, hiding, ambushes, assimilation -------------------------------------------------


@pytest.mark.rule("FH-INST-005")
def test_installed_units_join_the_bases_at_the_end_of_the_turn():
    venus, _ = colony(mining_base=1.0, installing={"IU": 22, "AU": 28})
    assert (venus.mining_base, venus.manufacturing_base) == (32, 28)
    assert (venus.mining_units.installing, venus.manufacturing_units.installing) == (0, 0)


@pytest.mark.rule("FH-COL-001")
def test_a_colony_begins_with_colonists_or_defenders():
    for item in ("CU", "PD"):
        venus, _ = colony(items={item: 60}, kind="normal")
        assert venus.populated
    assert not colony(items={"IU": 60})[0].populated


@pytest.mark.rule("FH-HIDE-002")
def test_hiding_holds_for_one_turn():
    first, result = colony(mining_base=20.0, hiding=True)
    assert (first.hidden, first.hiding) == (1, 0)
    second = step("finish", result.game, chance=Falls()).colony("Human", "Venus")
    assert second.hidden == 0


@pytest.mark.rule("FH-AMBUSH-006")
def test_money_for_an_ambush_is_gone_at_the_end_of_the_turn():
    result = finish({"treasury": 7, "planets": {"Earth": {"ambush": 300}}})
    assert result.colony("Human", "Earth").ambush == 0
    assert result.species("Human").treasury == 7


@pytest.mark.rule("FH-ASSIM-005")
def test_what_was_assimilated_arrives_at_the_end_of_the_turn():
    state = {
        "species": {"Human": {"techs": {"LS": 9}, "planets": {"Venus": {"at": VENUS,
                    "mining_base": 1.0, "manufacturing_base": 2.0, "shipyards": 1}}}},
        "transactions": [{"kind": "assimilation", "gainer": "Human", "mining_base": 309,
                          "manufacturing_base": 281, "shipyards": 2, "loser_name": "Klingon",
                          "planet": "Kahless", "place": VENUS}],
    }  # fmt: skip
    result = step("finish", game_with(state), chance=Falls())
    venus = result.colony("Human", "Venus")
    assert (venus.mining_base, venus.manufacturing_base, venus.shipyards) == (319, 301, 3)
    assert " ".join(result.log("Human").split()) == (
        "Other events: Assimilation of Klingon PL Kahless increased mining base of Human PL Venus"
        " by 30.9, and manufacturing base by 28.1."
    )
    assert result.log("Klingon") == ""


# --- economic efficiency --------------------------------------------------------------------------


@pytest.mark.rule("FH-EE-001")
@pytest.mark.parametrize("example", examples("FH-EE-001"), ids=str)
def test_a_crowded_planet_is_less_efficient(example):
    half = example.given["total_base"] / 2
    bases = {"mining_base": half, "manufacturing_base": half, "at": FAR}
    result = colony(stars=needing(0), **bases)[1]
    assert result.game.star_at((12, 13, 10)).planets[1].efficiency == example.expect["ee"]


@pytest.mark.rule("FH-EE-002")
@pytest.mark.parametrize("example", examples("FH-EE-002"), ids=str)
def test_the_colonies_of_all_species_crowd_a_planet(example):
    base, other = example.given["bases"].values()
    mine = {"techs": {"LS": 9}, "planets": {"Venus": {"at": FAR, "mining_base": base}}}
    theirs = {"techs": {"LS": 9}, "planets": {"Qo": {"at": FAR, "mining_base": other}}}
    result = finish(mine, klingon=theirs, stars=needing(0))
    efficiency = result.game.star_at((12, 13, 10)).planets[1].efficiency
    assert efficiency == example.expect["ee_A"] == example.expect["ee_B"]


@pytest.mark.rule("FH-EE-004")
def test_the_base_of_a_home_planet_crowds_nobody_and_is_not_crowded():
    theirs = {"techs": {"LS": 9}, "planets": {"Fort": {"at": "10 10 10 #3", "mining_base": 400.0}}}
    mine = {"planets": {"Earth": {"mining_base": 600.0, "manufacturing_base": 300.0}}}
    result = finish(mine, klingon=theirs)
    earth = result.game.star_at((10, 10, 10)).planets[2]
    assert earth.efficiency == int(RULEBOOK_ECONOMY.economic_efficiency(4000)) < 100
    human = result.species("Human")
    site = RULEBOOK_ECONOMY.site(human, human.home_colony, earth, earth)
    assert site.efficiency == 100
    assert ENGINE_ECONOMY.site(human, human.home_colony, earth, earth).efficiency < 100


def test_splits_never_take_from_a_base():
    for mining, manufacturing in ((0, 900), (900, 0), (0, 0)):
        split = RULEBOOK_ECONOMY.balanced_units(18, 200, mining, manufacturing)
        assert min(split.mining, split.manufacturing) >= 0
        assert split.mining + split.manufacturing == 18
