"""The list of stages, who takes part in each, and how long it lasts."""

from __future__ import annotations

import pytest

from tests.variants.far_horizons.battlefields import ENGINE, FIELD, battlefield, combat
from tests.variants.far_horizons.single_steps import Fair, step
from variants.far_horizons.battle import parties
from variants.far_horizons.battle.actions import action_for, stages_of
from variants.far_horizons.battle.battle_rules import RULEBOOK_BATTLES
from variants.far_horizons.battle.model import (
    ActionKind,
    BattleOption,
    BattleStage,
    DeclaredAttack,
    FighterState,
    HostileAct,
    Intent,
    PlannedBattles,
)
from variants.far_horizons.battle.parties import assemble
from variants.far_horizons.mods.engine_1999.economy import ENGINE_1999_BATTLES
from variants.far_horizons.rules.contact import locations

SECTOR = (12, 13, 10)
WHO = ("Human", "Klingon", "Romulan", "Vulcan")
ORBIT = {"at": f"{FIELD} #1"}
LANDED = {"at": f"{FIELD} #1", "status": "landed"}
SHIP = {"DD One": {}}
ROCK = {"Rock": {"mining_base": 10, "items": {"PD": 100}}}
DEEP, ATTACK = BattleStage(ActionKind.DEEP_SPACE), BattleStage(ActionKind.ATTACK, 1)


def _option(text):
    return BattleOption(*map(int, str(text).split()))


def _battle(game, options, attacks=None, rules=RULEBOOK_BATTLES, reserves=()):
    """The battle; `options` by species, `attacks` like {"Human": "Klingon"}."""
    planned = PlannedBattles(present=locations(game.empires))
    attacks = {"Human": "Klingon"} if attacks is None else attacks
    intents = {}
    for name, option in options.items():
        species = game.empire(name)
        named = (
            [DeclaredAttack(HostileAct.ATTACK, game.empire(attacks[name]).number)]
            if name in attacks
            else []
        )
        intents[species.number] = Intent(
            species=species, named=named, options=[BattleOption(0), *map(_option, option)]
        )
    planned.battles[SECTOR] = intents
    planned.reserves = {id(s) for empire in game.empires for s in empire.living_ships()
                       if s.name in reserves}  # fmt: skip
    scene = assemble(rules, planned, SECTOR, Fair().dice("battle"))
    parties.determine_hostility(scene)
    parties.make_mutual(scene.battle)
    return scene


def _part(game, options, stage, rules=RULEBOOK_BATTLES, **facts):
    """The names of the participants of a stage, None if it does not happen."""
    action = action_for(_battle(game, options, rules=rules, **facts), stage)
    return action and [fighter.name for fighter in action.fighters]


@pytest.mark.rule("FH-BATTLE-010")
@pytest.mark.parametrize(
    ("options", "attacks", "stages"),
    [
        ({"Human": ["4 2", 3], "Klingon": ["2 2"]}, None, [(4, 2), (3, 0)]),
        ({"Human": ["4 2"], "Klingon": [1, "2 2"]}, None, [(3, 0), (4, 2)]),
        ({"Human": ["4 4", "5 7", "7 4"]}, None, [(4, 4), (4, 7), (5, 7), (7, 4)]),
        ({"Human": ["7 2"], "Klingon": [3, "5 2"]}, {}, [(4, 2), (7, 2), (3, 0), (5, 2)]),
        ({"Human": ["7 2"], "Klingon": [3, "5 2"]}, None, [(3, 0), (4, 2), (7, 2), (5, 2)]),
        ({"Human": []}, None, []),
    ],
)
def test_the_list_of_stages(options, attacks, stages):
    game = battlefield({"Human": SHIP, "Klingon": SHIP})
    scene = _battle(game, options, attacks)
    listed = [(stage.act, stage.planet) for stage in stages_of(scene)]
    assert listed == stages


@pytest.mark.rule("FH-BATTLE-010")
def test_the_engine_puts_option_three_where_it_stands():
    game = battlefield({"Human": SHIP, "Klingon": SHIP})
    scene = _battle(game, {"Human": ["4 1"], "Klingon": [3]})
    assert stages_of(scene) == [DEEP, ATTACK]
    scene.rules = ENGINE_1999_BATTLES
    assert stages_of(scene) == [ATTACK, DEEP]


@pytest.mark.rule("FH-BATTLE-009")
@pytest.mark.rule("FH-ENGAGE-013")
def test_an_attacker_of_two_planets_fights_at_both_and_bombs_the_second():
    colonies = {"Rock": {"mining_base": 100}, "Stone": {"at": f"{FIELD} #2", "mining_base": 100}}
    game = battlefield(
        {"Human": {"BC Fist": {}}, "Klingon": {}},
        {"Klingon": colonies},
        Human={"techs": {"ML": 50}},
    )
    fought = combat(game, Human="ATTACK SP Klingon\nENGAGE 4 1\nENGAGE 5 2")
    log = fought.log("Human")
    assert log.index("planet #1...") < log.index("planet #2...") < log.index("Bombardment of")
    assert fought.colony("Klingon", "Rock").mining_base == 1000
    assert fought.colony("Klingon", "Stone").mining_base < 1000


@pytest.mark.rule("FH-ENGAGE-003")
@pytest.mark.parametrize(
    ("place", "stage", "takes_part"),
    [({}, DEEP, True), (ORBIT, DEEP, False), (ORBIT, ATTACK, True), (LANDED, ATTACK, True),
     ({}, ATTACK, False)],
)  # fmt: skip
def test_defence_in_place(place, stage, takes_part):
    game = battlefield({"Human": {"DD One": {}}, "Klingon": {"DD Two": place}}, {"Klingon": ROCK})
    options = {"Human": [3, "4 1"], "Klingon": []}
    names = _part(game, options, stage)
    assert ("DD Two" in (names or [])) == takes_part


@pytest.mark.rule("FH-ENGAGE-005")
def test_deep_space_defence_meets_the_attacker_there():
    game = battlefield({"Human": SHIP, "Klingon": {"DD Two": ORBIT}}, {"Klingon": ROCK})
    assert _part(game, {"Human": ["4 1"], "Klingon": [1]}, DEEP) == ["DD One", "DD Two"]
    assert _part(game, {"Human": ["4 1"], "Klingon": []}, DEEP) is None


@pytest.mark.rule("FH-ENGAGE-006")
@pytest.mark.parametrize(
    ("ship", "place", "takes_part"),
    [("DD", {}, True), ("DD", {**LANDED, "at": f"{FIELD} #2"}, True),
     ("TR5", {"at": f"{FIELD} #2"}, False), ("TR5", ORBIT, True),
     ("BAS", {"at": f"{FIELD} #2", "tons": 100000}, False),
     ("BAS", {"at": f"{FIELD} #1", "tons": 100000}, True)],
)  # fmt: skip
def test_who_defends_a_planet(ship, place, takes_part):
    game = battlefield({"Human": SHIP, "Klingon": {f"{ship} Two": place}}, {"Klingon": ROCK})
    names = _part(game, {"Human": ["4 1"], "Klingon": ["2 1"]}, ATTACK)
    assert (f"{ship} Two" in names) == takes_part


@pytest.mark.rule("FH-ENGAGE-006")
@pytest.mark.parametrize(
    "facts", [{**ORBIT, "status": "building"}, {"status": "withdrew", "to": "1 1 1"}]
)
def test_who_never_takes_part(facts):
    game = battlefield({"Human": SHIP, "Klingon": {"DD Two": facts}}, {"Klingon": ROCK})
    names = _part(game, {"Human": ["4 1"], "Klingon": ["2 1"]}, ATTACK)
    assert names == ["DD One", "PL Rock"]


@pytest.mark.rule("FH-ENGAGE-007")
@pytest.mark.rule("FH-STRIKE-007")
@pytest.mark.parametrize(
    ("options", "place", "colony", "fight"),
    [([], {}, False, True), ([], ORBIT, False, False), ([1], ORBIT, False, True),
     (["4 2"], ORBIT, False, True), (["4 2"], ORBIT, True, False), ([3], ORBIT, False, True)],
)  # fmt: skip
def test_whom_option_three_finds(options, place, colony, fight):
    planets = {"Klingon": ROCK} if colony else {}
    game = battlefield({"Human": SHIP, "Klingon": {"DD Two": place}}, planets)
    names = _part(game, {"Human": [3], "Klingon": options}, DEEP)
    assert (names is not None) == fight


@pytest.mark.rule("FH-ENGAGE-007")
@pytest.mark.parametrize(("ship", "facts"), [("TR5", {}), ("BAS", {"tons": 100000})])
def test_transports_and_starbases_stay_where_they_are(ship, facts):
    for place, known in (({"at": FIELD}, True), (ORBIT, False)):
        game = battlefield({"Human": SHIP, "Klingon": {f"{ship} Two": {**facts, **place}}})
        names = _part(game, {"Human": [3], "Klingon": [1, 3]}, DEEP)
        assert (names is not None) == known


@pytest.mark.rule("FH-ENGAGE-008")
def test_an_attack_faces_all_who_are_at_the_planet():
    fleet = {"DD Two": ORBIT, "DD Low": LANDED, "BAS Base": {**ORBIT, "tons": 50000}, "DD Far": {}}
    game = battlefield({"Human": SHIP, "Klingon": fleet}, {"Klingon": ROCK})
    names = _part(game, {"Human": ["4 1"], "Klingon": []}, ATTACK)
    assert names == ["DD One", "DD Two", "DD Low", "BAS Base", "PL Rock"]


@pytest.mark.rule("FH-BATTLE-010")
@pytest.mark.parametrize(
    ("option", "defenses", "happens"),
    [("4 1", 100, True), ("4 1", 0, False), ("4 2", 100, False), ("5 1", 100, True)],
)
def test_planetary_defenses_attack_their_neighbours(option, defenses, happens):
    fort = {"Fort": {"items": {"PD": defenses, "CU": 1}}}
    game = battlefield({"Klingon": {"DD Two": ORBIT}}, {"Human": fort, "Klingon": ROCK})
    names = _part(game, {"Human": [option], "Klingon": []}, ATTACK)
    assert (names is not None) == happens


@pytest.mark.rule("FH-BATTLE-007")
@pytest.mark.parametrize(
    ("human", "klingon", "defenses", "fight"),
    [("TR5", "TR5", 0, False), ("TR5", "TR5", 1, True), ("DD", "TR5", 0, True),
     ("TR5", "DD", 0, True)],
)  # fmt: skip
def test_transports_alone_make_no_battle(human, klingon, defenses, fight):
    rock = {"Rock": {"mining_base": 10, "items": {"PD": defenses} if defenses else {}}}
    ships = {"Human": {f"{human} One": ORBIT}, "Klingon": {f"{klingon} Two": ORBIT}}
    game = battlefield(ships, {"Klingon": rock})
    options = {"Human": ["4 1"], "Klingon": []}
    assert (_part(game, options, ATTACK) is not None) == fight
    assert _part(game, options, ATTACK, ENGINE_1999_BATTLES) is not None


@pytest.mark.rule("FH-ENGAGE-012")
@pytest.mark.rule("FH-ENGAGE-009")
@pytest.mark.rule("FH-ENGAGE-010")
@pytest.mark.rule("FH-ENGAGE-011")
@pytest.mark.rule("FH-BOMB-001")
@pytest.mark.parametrize("act", [ActionKind.BOMBARDMENT, ActionKind.GERM_WARFARE, ActionKind.SIEGE])
@pytest.mark.parametrize(
    ("defenses", "ship", "follows"),
    [
        (0, None, True),
        (1, None, False),
        (0, FighterState.FIGHTING, False),
        (0, FighterState.DESTROYED, True),
        (0, FighterState.WITHDREW, True),
        (0, FighterState.FORCED, True),
    ],
)
def test_follow_ups_need_victory(act, defenses, ship, follows):
    rock = {"Rock": {"mining_base": 10, "items": {"PD": defenses} if defenses else {}}}
    klingon = {"DD Two": ORBIT} if ship is not None else {}
    game = battlefield({"Human": SHIP, "Klingon": klingon}, {"Klingon": rock})
    for rules, expected in ((RULEBOOK_BATTLES, follows), (ENGINE_1999_BATTLES, True)):
        scene = _battle(game, {"Human": [f"{act} 1"], "Klingon": []}, rules=rules)
        for fighter in scene.battle.fighters:
            if fighter.name == "DD Two":
                fighter.state = ship
        action = action_for(scene, BattleStage(act, 1))
        assert (action is not None) == expected


@pytest.mark.rule(
    "FH-ENGAGE-008", "FH-ENGAGE-009", "FH-ENGAGE-010", "FH-ENGAGE-011", "FH-BATTLE-009",
    "FH-BATTLE-010",
)  # fmt: skip
@pytest.mark.parametrize(
    ("option", "acts"),
    [
        ("2 1", []),
        ("4 1", [ActionKind.ATTACK]),
        ("5 1", [ActionKind.ATTACK, ActionKind.BOMBARDMENT]),
        ("6 1", [ActionKind.ATTACK, ActionKind.GERM_WARFARE]),
        ("7 1", [ActionKind.ATTACK, ActionKind.SIEGE]),
    ],
)
def test_a_follow_up_comes_after_the_attack_on_its_planet_and_an_attack_alone(option, acts):
    game = battlefield({"Human": SHIP}, {"Klingon": ROCK})
    scene = _battle(game, {"Human": [option], "Klingon": []})
    assert stages_of(scene) == [BattleStage(act, 1) for act in acts]


@pytest.mark.rule("FH-ENGAGE-012")
def test_without_attackers_left_nothing_follows():
    game = battlefield({"Human": SHIP}, {"Klingon": ROCK})
    scene = _battle(game, {"Human": ["7 1"]})
    scene.battle.fighters[0].state = FighterState.DESTROYED
    for rules in (RULEBOOK_BATTLES, ENGINE_1999_BATTLES):
        scene.rules = rules
        assert action_for(scene, BattleStage(ActionKind.SIEGE, 1)) is None


@pytest.mark.rule("FH-ENGAGE-003")
def test_bystanders_join_a_siege_in_the_engine_only():
    bare = {"Rock": {"mining_base": 10}}
    ships = {"Human": SHIP, "Romulan": {"DD Three": ORBIT}}
    game = battlefield(ships, {"Klingon": bare})
    attacks = {"Human": "Klingon", "Romulan": "Klingon"}
    options = {"Human": ["7 1"], "Romulan": []}
    stage = BattleStage(ActionKind.SIEGE, 1)
    assert _part(game, options, stage, attacks=attacks) == ["DD One", "PL Rock"]
    engine = _part(game, options, stage, ENGINE_1999_BATTLES, attacks=attacks)
    assert engine == ["DD One", "DD Three", "PL Rock"]


@pytest.mark.rule("FH-HIDESHIP-005")
@pytest.mark.parametrize("act", [ActionKind.BOMBARDMENT, ActionKind.SIEGE])
def test_hidden_ships_stay_out_of_follow_ups(act):
    game = battlefield({"Human": {"DD One": {}, "DD Low": LANDED}},
                       {"Klingon": {"Rock": {"mining_base": 10}}})  # fmt: skip
    names = _part(game, {"Human": [f"{act} 1"]}, BattleStage(act, 1), reserves=["Low"])
    assert names == ["DD One", "PL Rock"]
    names = _part(game, {"Human": [f"{act} 1"]}, BattleStage(act, 1))
    assert names == ["DD One", "DD Low", "PL Rock"]


@pytest.mark.rule("FH-ENGAGE-016")
@pytest.mark.parametrize(
    ("attacker", "defender", "rounds"),
    [(22, 27, 5), (22, 23, 1), (22, 22, 1), (30, 10, 1), (10, 30, 20)],
)
@pytest.mark.parametrize("option", [1, 3])
def test_rounds_in_deep_space_before_the_planet(attacker, defender, rounds, option):
    game = battlefield(
        {"Human": SHIP, "Klingon": SHIP},
        {"Klingon": ROCK},
        Human={"techs": {"ML": attacker}},
        Klingon={"techs": {"ML": defender}},
    )
    scene = _battle(game, {"Human": ["4 1"], "Klingon": [option]})
    assert stages_of(scene) == [DEEP, ATTACK]
    assert action_for(scene, DEEP).most_rounds == rounds
    scene.rules = ENGINE_1999_BATTLES
    engine = action_for(scene, DEEP).most_rounds
    assert engine == (rounds if option == 1 else 10_000)


@pytest.mark.rule("FH-ENGAGE-016")
def test_the_highest_levels_of_both_sides_count():
    levels = {"Human": 22, "Klingon": 27, "Romulan": 25, "Vulcan": 20}
    facts = {name: {"techs": {"ML": level}} for name, level in levels.items()}
    game = battlefield(dict.fromkeys(WHO, SHIP), **facts)
    options = {"Human": ["4 1"], "Romulan": ["4 1"], "Klingon": [1], "Vulcan": [1]}
    attacks = {"Human": "Klingon", "Romulan": "Vulcan"}
    scene = _battle(game, options, attacks)
    assert action_for(scene, DEEP).most_rounds == 2


@pytest.mark.rule("FH-ENGAGE-017")
def test_without_a_deep_space_option_the_planet_comes_first():
    game = battlefield({"Human": SHIP, "Klingon": SHIP}, {"Klingon": ROCK})
    fought = combat(game, Human="ATTACK SP Klingon\nENGAGE 4 1", Klingon="ENGAGE 2 1")
    assert "The battle begins within range of planet #1" in fought.log("Human")
    assert "deep space" not in fought.log("Human")


@pytest.mark.rule("FH-ENGAGE-015")
def test_fighting_in_deep_space_and_protecting_planets():
    game = battlefield({"Human": SHIP, "Klingon": SHIP}, {"Klingon": ROCK})
    orders = "ATTACK SP Human\nENGAGE 3\nENGAGE 2 1"
    fought = combat(game, Human="ATTACK SP Klingon\nENGAGE 4 1", Klingon=orders)
    log = fought.log("Klingon")
    assert "The battle begins in deep space" in log
    assert log.count("Now doing round") >= 1


@pytest.mark.rule("FH-ENGAGE-019")
def test_a_sector_without_a_star_is_deep_space():
    ships = {"Human": {"DD One": {"at": "5 5 5"}}, "Klingon": {"DD Two": {"at": "5 5 5"}}}
    game = battlefield(ships)
    text = {"Human": "BATTLE 5 5 5\nATTACK SP Klingon\nENGAGE 3\nENGAGE 4 1"}
    log = step("combat", game, text).log("Human")
    assert "in deep space" in log
    assert "planet #1" not in log


@pytest.mark.rule("FH-OCC-002")
def test_a_planet_with_an_own_colony_may_be_besieged():
    colonies = {
        "Human": {"Fort": {"items": {"PD": 50}}},
        "Klingon": {"Rock": {"mining_base": 10}},
    }
    game = battlefield({"Human": SHIP}, colonies)
    fought = combat(game, Human="ATTACK SP Klingon\nENGAGE 7 1")
    assert fought.codes("Human") == []
    assert fought.colony("Klingon", "Rock").siege == 1
    assert fought.colony("Human", "Fort").siege == 0


@pytest.mark.parametrize("options", [{}, ENGINE])
def test_three_hundred_ships_fight(options):
    fleets = {name: {f"PB {name}{i}": {} for i in range(150)} for name in WHO[:2]}
    game = battlefield(fleets)
    fought = combat(game, Human="ATTACK SP Klingon\nENGAGE 3", options=options)
    left = [len(list(fought.species(name).living_ships())) for name in WHO[:2]]
    assert 0 in left


@pytest.mark.rule("FH-ENGAGE-007")
@pytest.mark.parametrize(("gone", "happens"), [((), True), ((0,), False), ((1,), False)])
def test_in_deep_space_attackers_must_meet_defenders(gone, happens):
    fleets = {"Human": SHIP, "Klingon": {"DD Two": {}}}
    scene = _battle(battlefield(fleets), {"Human": ["4 1"], "Klingon": ["1"]})
    for number in gone:
        scene.battle.fighters[number].state = FighterState.DESTROYED
    assert (action_for(scene, DEEP) is not None) == happens
