"""The participants of a battle, hostility, surprise, and the effects of alliances."""

from __future__ import annotations

import pytest
from attrs import evolve

from tests.variants.far_horizons.battlefields import ENGINE, FIELD, battlefield, combat
from tests.variants.far_horizons.single_steps import Fair, Falls, step
from variants.far_horizons.battle import parties as hostility
from variants.far_horizons.battle.battle_rules import RULEBOOK_BATTLES
from variants.far_horizons.battle.model import (
    BattleOption,
    DeclaredAttack,
    FighterState,
    HostileAct,
    Intent,
    PlannedBattles,
)
from variants.far_horizons.battle.parties import assemble, is_disguised
from variants.far_horizons.mods.engine_1999.economy import ENGINE_1999_BATTLES
from variants.far_horizons.rules.contact import locations

SECTOR = (12, 13, 10)
LETTERS = {"A": "Human", "B": "Klingon", "C": "Romulan", "D": "Vulcan"}
NUMBERS = {letter: number for number, letter in enumerate("ABCD", 1)}
ONE_SHIP = {"DD One": {}}


def _assembled(game, intents=(), rules=RULEBOOK_BATTLES, chance=None):
    """The battle with these intents."""
    planned = PlannedBattles(present=locations(game.empires))
    planned.battles[SECTOR] = {intent.species.number: intent for intent in intents}
    return assemble(rules, planned, SECTOR, (chance or Fair()).dice("battle"))


def _intent(game, species, attacks="", hijacks="", options=()):
    named = [DeclaredAttack(HostileAct.ATTACK, NUMBERS[attack]) for attack in attacks]
    named += [DeclaredAttack(HostileAct.HIJACK, NUMBERS[hijack]) for hijack in hijacks]
    return Intent(species=game.empire(LETTERS[species]), named=named,
                  options=[BattleOption(0), *options])  # fmt: skip


def _settled(present, attacks, allies=(), rules=RULEBOOK_BATTLES, ready=None, **facts):
    """The sides by letter after hostility is settled; `attacks` like {"A": "B"}."""
    declared = {LETTERS[letter]: {"met": [LETTERS[x] for x in friends],
                               "allies": [LETTERS[x] for x in friends]}
                for letter, friends in dict(allies).items()}  # fmt: skip
    ships = {LETTERS[letter]: facts.get(letter, ONE_SHIP) for letter in present}
    game = battlefield(ships, **declared)
    ready = present if ready is None else ready
    intents = [_intent(game, letter, attacks.get(letter, "")) for letter in ready]
    scene = _assembled(game, intents, rules)
    relations, battle = hostility.determine_hostility(scene), scene.battle
    return {letter: side for side in battle.sides for letter, n in NUMBERS.items()
            if n == side.number}, relations, battle  # fmt: skip


def _enemies(sides, species, battle):
    numbers = {battle.sides[index].number for index in sides[species].enemies}
    return {letter for letter, number in NUMBERS.items() if number in numbers}


@pytest.mark.rule("FH-BATTLE-005")
@pytest.mark.parametrize(
    ("ship", "takes_part"),
    [({}, True), ({"at": f"{FIELD} #2"}, True), ({"at": f"{FIELD} #2", "status": "landed"}, False),
     ({"at": f"{FIELD} #2", "status": "building"}, False),
     ({"status": "withdrew", "to": "1 1 1"}, False)],
)  # fmt: skip
def test_who_is_drawn_in_by_its_ships(ship, takes_part):
    game = battlefield({"Human": ONE_SHIP, "Klingon": {"DD Bird": ship}})
    scene = _assembled(game, [_intent(game, "A")])
    battle, parties = scene.battle, scene.parties
    assert (len(battle.sides) == 2) == takes_part
    if takes_part:
        assert parties[1].intent.options == [BattleOption(0)]
        assert not battle.sides[1].ready


@pytest.mark.rule("FH-BATTLE-005")
def test_landed_ships_are_there_with_a_battle_order():
    landed = {"DD Bird": {"at": f"{FIELD} #2", "status": "landed"}}
    game = battlefield({"Human": ONE_SHIP, "Klingon": landed})
    scene = _assembled(game, [_intent(game, "A"), _intent(game, "B")])
    battle, parties = scene.battle, scene.parties
    assert len(battle.sides) == 2
    assert parties[1].intent.options == [BattleOption(0)]


@pytest.mark.rule("FH-BATTLE-005")
@pytest.mark.parametrize(
    ("hidden", "options", "takes_part"),
    [(False, (), True), (True, (BattleOption(3),), False), (True, (BattleOption(5, 1),), True),
     (True, (BattleOption(5, 2),), False)],
)  # fmt: skip
def test_colonies_are_drawn_in_and_defend_in_place(hidden, options, takes_part):
    game = battlefield(
        {"Human": ONE_SHIP}, {"Klingon": {"Rock": {"mining_base": 10, "hidden": hidden}}}
    )
    scene = _assembled(game, [_intent(game, "A", "B", options=options)])
    battle, parties = scene.battle, scene.parties
    assert (len(battle.sides) == 2) == takes_part
    if takes_part:
        assert parties[1].intent.options == [BattleOption(0)]
        rules = evolve(RULEBOOK_BATTLES, idle_fleets_defend_planets=True)
        scene = _assembled(game, [_intent(game, "A", "B", options=options)], rules)
        assert scene.parties[1].intent.options == [BattleOption(0), BattleOption(2, 1)]


@pytest.mark.rule("FH-BATTLE-005")
@pytest.mark.parametrize("victim", ["A", "C", "D"])
def test_a_hidden_colony_is_not_drawn_in_by_an_attack_on_somebody_else(victim):
    game = battlefield(
        {"Romulan": ONE_SHIP, "Human": ONE_SHIP, "Vulcan": ONE_SHIP},
        {"Klingon": {"Rock": {"mining_base": 10, "hidden": True}}},
    )
    attacker = "A" if victim != "A" else "C"
    scene = _assembled(game, [_intent(game, attacker, victim, options=(BattleOption(5, 1),))])
    assert {side.number for side in scene.battle.sides} == {NUMBERS[letter] for letter in "ACD"}


@pytest.mark.rule("FH-BATTLE-005")
def test_hidden_colonies_of_a_participant_can_be_hit():
    game = battlefield(
        {"Human": ONE_SHIP, "Klingon": ONE_SHIP},
        {"Klingon": {"Rock": {"mining_base": 10, "hidden": True}}},
    )
    battle = _assembled(game, [_intent(game, "A")]).battle
    assert [fighter.name for fighter in battle.fighters] == ["DD One", "DD One", "PL Rock"]


@pytest.mark.rule("FH-BATTLE-004")
@pytest.mark.rule("FH-ATTACK-004")
def test_battle_orders_and_enmity_start_no_fight():
    game = battlefield({"Human": ONE_SHIP, "Klingon": ONE_SHIP}, Human={"enemies": ["Klingon"]})
    fought = combat(game, Human="ENGAGE 1", Klingon="ENGAGE 1")
    assert "But no one was willing to throw the first punch!" in fought.log("Human")


@pytest.mark.rule("FH-BATTLE-008")
def test_a_cautious_defender_starts_no_fight():
    colonies = {"Rock": {"mining_base": 10}, "Stone": {"at": f"{FIELD} #2", "mining_base": 10}}
    game = battlefield({"Human": ONE_SHIP, "Klingon": ONE_SHIP}, {"Human": colonies})
    fought = combat(game, Human="ENGAGE 1\nENGAGE 2 1\nENGAGE 2 2")
    assert fought.codes("Human") == []
    assert "first punch" in fought.log("Human")


@pytest.mark.rule("FH-ENGAGE-004")
def test_hostility_is_settled_by_orders_alone():
    sides, _, battle = _settled("ABC", {"A": "B"})
    assert _enemies(sides, "A", battle) == {"B"}
    hostility.make_mutual(battle)
    assert _enemies(sides, "B", battle) == {"A"}
    assert _enemies(sides, "C", battle) == set()


@pytest.mark.rule("FH-ATTACK-002")
@pytest.mark.rule("FH-ATTACK-003")
@pytest.mark.rule("FH-ATTACK-008")
@pytest.mark.rule("FH-ATTACK-006")
def test_attack_zero_is_for_declared_enemies_present():
    distorted = {"CT Ghost": {"cargo": {"FD": 2}}}
    game = battlefield(
        {"Human": ONE_SHIP, "Klingon": distorted, "Romulan": ONE_SHIP},
        Human={"enemies": ["Klingon", "Vulcan"]},
    )
    intent = _intent(game, "A", "C")
    intent.named.insert(0, DeclaredAttack(HostileAct.ATTACK))
    scene = _assembled(game, [intent])
    battle = scene.battle
    hostility.determine_hostility(scene)
    assert battle.sides[0].enemies == {1: HostileAct.ATTACK, 2: HostileAct.ATTACK}


@pytest.mark.rule("FH-ATTACK-006")
def test_one_may_order_to_attack_oneself():
    sides, _, battle = _settled("AB", {"A": "A"})
    assert _enemies(sides, "A", battle) == {"A"}
    game = battlefield({"Human": {"DD One": {}, "DD Two": {}}, "Klingon": ONE_SHIP})
    fought = combat(game, Human="ATTACK SP Human\nENGAGE 3")
    assert fought.codes("Human") == []
    assert None in {fought.ship("Human", name) for name in ("One", "Two")}
    assert fought.ship("Klingon", "One") is not None


@pytest.mark.rule("FH-ATTACK-006")
@pytest.mark.parametrize("rules", [RULEBOOK_BATTLES, ENGINE_1999_BATTLES])
def test_attack_zero_does_not_include_oneself(rules):
    game = battlefield({"Human": ONE_SHIP, "Klingon": ONE_SHIP})
    human = game.empire("Human")
    human.enemies = [empire.id for empire in game.empires]
    intent = _intent(game, "A")
    intent.named.append(DeclaredAttack(HostileAct.ATTACK))
    scene = _assembled(game, [intent], rules)
    battle = scene.battle
    hostility.determine_hostility(scene)
    assert set(battle.sides[0].enemies) == {1}


@pytest.mark.rule("FH-HIJACK-001")
@pytest.mark.parametrize(
    ("orders", "enmity"),
    [
        ("HIJACK SP Klingon\nATTACK SP Klingon", HostileAct.ATTACK),
        ("ATTACK SP Klingon\nHIJACK SP Klingon", HostileAct.HIJACK),
        ("HIJACK SP Klingon\nATTACK 0", HostileAct.ATTACK),
    ],
)
def test_the_later_of_attack_and_hijack_counts(monkeypatch, orders, enmity):
    game = battlefield({"Human": ONE_SHIP, "Klingon": ONE_SHIP}, Human={"enemies": ["Klingon"]})
    sides = []
    settle = hostility.determine_hostility

    def spy(scene):
        relations = settle(scene)
        sides.append(scene.battle.sides[0])
        return relations

    monkeypatch.setattr(hostility, "determine_hostility", spy)
    combat(game, Human=orders)
    assert sides[0].enemies == {1: enmity}
    assert sides[0].hijacks


@pytest.mark.rule("FH-ATTACK-005")
@pytest.mark.parametrize(
    ("order", "allies", "enemies"),
    [
        ("ABC", {"C": "B"}, "BC"),
        ("ABC", {"B": "C"}, "B"),
        ("ABCD", {"C": "B", "D": "C"}, "BCD"),
        ("ABC", {"C": "AB"}, "BC"),
    ],
)
def test_allies_of_the_attacked_join(order, allies, enemies):
    sides, _, battle = _settled(order, {"A": "B"}, allies)
    assert _enemies(sides, "A", battle) == set(enemies)


@pytest.mark.rule("FH-ATTACK-005")
def test_a_chain_of_alliances_goes_on_to_those_later_in_the_list():
    sides, _, battle = _settled("ABCD", {"A": "D"}, {"C": "D", "B": "C"})
    assert _enemies(sides, "A", battle) == {"C", "D"}


@pytest.mark.rule("FH-SURPRISE-001")
@pytest.mark.rule("FH-SURPRISE-003")
@pytest.mark.parametrize(
    ("attacks", "allies", "ready", "surprised"),
    [
        ({"A": "B"}, {"B": "A"}, "A", True),
        ({"A": "B"}, {}, "A", False),
        ({"A": "B", "C": "B"}, {"B": "A"}, "AC", False),
        ({"A": "B"}, {"B": "A"}, "AB", False),
    ],
)
def test_only_an_ally_surprises(attacks, allies, ready, surprised):
    sides, _, _ = _settled("ABC", attacks, allies, ready=ready)
    assert sides["B"].surprised is surprised


@pytest.mark.rule("FH-SURPRISE-001")
def test_a_distorted_ally_does_not_surprise():
    ghost = {"CT Ghost": {"cargo": {"FD": 2}}}
    sides, relations, _ = _settled("AB", {"A": "B"}, {"B": "A"}, ready="A", A=ghost)
    assert sides["A"].disguised
    assert not sides["B"].surprised
    assert not relations.betrayals
    assert not relations.attacks


@pytest.mark.rule("FH-SURPRISE-001")
def test_in_the_engine_friends_of_the_victim_are_surprised_too():
    sides, _, _ = _settled("ABC", {"A": "B"}, {"C": "B"}, ready="A")
    assert not sides["C"].surprised
    sides, _, _ = _settled("ABC", {"A": "B"}, {"C": "B"}, ENGINE_1999_BATTLES, ready="A")
    assert sides["C"].surprised


@pytest.mark.rule("FH-SURPRISE-004")
def test_everybody_there_learns_who_is_on_alert():
    landed = {"DD Hidden": {"at": f"{FIELD} #2", "status": "landed"}}
    game = battlefield({"Human": ONE_SHIP, "Klingon": ONE_SHIP, "Romulan": landed})
    fought = combat(game, Human="")
    assert "SP Human is mobilized and ready for combat." in fought.log("Klingon")
    assert "SP Klingon does not appear to be ready for combat." in fought.log("Human")
    assert "SP Human is on heightened alert in sector 12, 13, 10." in fought.log("Romulan")
    assert fought.log("Vulcan") == ""
    engine = combat(game, Human="", options=ENGINE)
    assert engine.log("Romulan") == ""


@pytest.mark.rule("FH-SURPRISE-005")
@pytest.mark.parametrize("engage", ["ENGAGE 3", ""])
def test_betrayal_makes_an_enemy(engage):
    game = battlefield(
        {"Human": ONE_SHIP, "Klingon": ONE_SHIP},
        Klingon={"met": ["Human"], "allies": ["Human"]},
    )
    fought = combat(game, Human=f"ATTACK SP Klingon\n{engage}")
    klingon = fought.species("Klingon")
    assert (klingon.allies, klingon.enemies, klingon.met) == ([], ["Human"], ["Human"])
    assert "because they surprise-attacked SP Klingon!" in " ".join(fought.log("Klingon").split())
    assert fought.species("Human").enemies == []


@pytest.mark.rule("FH-SURPRISE-006")
@pytest.mark.parametrize("present", [True, False])
def test_who_attacks_a_friend_of_a_friend_is_a_friend_no_more(present):
    ships = {"Human": ONE_SHIP, "Klingon": ONE_SHIP} | ({"Romulan": ONE_SHIP} if present else {})
    friends = {"met": ["Human", "Klingon"], "allies": ["Human", "Klingon"]}
    game = battlefield(ships, Romulan=friends)
    fought = combat(game, Human="ATTACK SP Klingon")
    romulan = fought.species("Romulan")
    assert (romulan.allies, romulan.enemies) == (["Klingon"], ["Human"])
    assert "SP Human because they surprise-attacked" in " ".join(fought.log("Romulan").split())
    engine = combat(game, Human="ATTACK SP Klingon", options=ENGINE)
    assert engine.species("Romulan").enemies == []


@pytest.mark.rule("FH-FD-006")
@pytest.mark.parametrize(
    ("units", "planets", "works"),
    [((2, 2, 2), 0, True), ((2, 2, 1), 0, False), ((2, 0), 0, False),
     ((2,), 0, True), ((), 0, False), ((2, 2, 2), 1, False)],
)  # fmt: skip
def test_distortion_works_for_all_ships_or_none(units, planets, works):
    ships = {f"CT N{i}": {"cargo": {"FD": count}} for i, count in enumerate(units)}
    colonies = {"Human": {"Rock": {"mining_base": 10}}} if planets else {}
    game = battlefield({"Human": ships}, colonies)
    assert is_disguised(game.empires[0], SECTOR, landed=False) is works


@pytest.mark.rule("FH-FD-006")
def test_ships_elsewhere_do_not_matter_for_a_disguise():
    ships = {
        "CT Ghost": {"cargo": {"FD": 2}},
        "BC Open": {"at": "1 2 3"},
        "DD New": {"at": f"{FIELD} #1", "status": "building"},
    }
    game = battlefield({"Human": ships})
    assert is_disguised(game.empires[0], SECTOR, landed=False)
    assert not is_disguised(game.empires[0], (1, 2, 3), landed=False)


@pytest.mark.rule("FH-FD-006", "FH-FD-009")
def test_landed_ships_are_distorted_in_the_engine_only():
    landed = {"CT Low": {"at": f"{FIELD} #1", "status": "landed", "cargo": {"FD": 2}}}
    game = battlefield({"Human": landed})
    assert not is_disguised(game.empires[0], SECTOR, landed=False)
    assert is_disguised(game.empires[0], SECTOR, landed=True)


@pytest.mark.rule("FH-STATUS-003", "FH-LAND-015")
def test_ships_fight_from_where_the_report_showed_them():
    ships = {"DD Far": {}, "DD High": {"at": f"{FIELD} #1"},
             "DD Low": {"at": f"{FIELD} #2", "status": "landed"},
             "DD Yard": {"at": f"{FIELD} #2", "status": "building"},
             "DD Before": {"at": "11 13 10"}, "DD Behind": {"at": "13 13 10"}}  # fmt: skip
    game = battlefield({"Human": ships})
    fighters = _assembled(game, [_intent(game, "A")]).battle.fighters
    assert [(fighter.name, fighter.orbit) for fighter in fighters] == [
        ("DD Far", 0),
        ("DD High", 1),
        ("DD Low", 2),
    ]
    assert {fighter.state for fighter in fighters} == {FighterState.FIGHTING}


@pytest.mark.rule("FH-HIJACK-007")
def test_a_distorted_species_is_a_number_in_the_log():
    ghost = {"CT Ghost": {"cargo": {"FD": 2}}}
    game = battlefield(
        {"Human": ghost, "Klingon": {"TR5 Mule": {}}},
        Human={"techs": {"ML": 90}},
        Klingon={"techs": {"ML": 0}},
    )
    game.empires[0].distortion = 171
    fought = combat(game, Human="HIJACK SP Klingon\nENGAGE 3\nTARGET 2")
    assert "SP 171: CT ??? (D)" in fought.log("Klingon")
    assert "Human" not in fought.log("Klingon")
    assert "Ghost" not in fought.log("Klingon")
    assert "hijacked" in fought.log("Klingon")


@pytest.mark.rule("FH-WITHDRAW-002")
@pytest.mark.parametrize(
    ("sector", "dice", "haven"),
    [((12, 13, 10), (1, 2, 3), (13, 13, 9)), ((12, 13, 10), (2, 2, 2, 3, 3, 1), (11, 12, 11)),
     ((0, 0, 0), (3, 2, 2, 1, 1, 2), (1, 1, 0))],
)  # fmt: skip
def test_the_default_haven_is_close_by(sector, dice, haven):
    at = " ".join(map(str, sector))
    game = battlefield({"Human": {"DD One": {"at": at}}})
    planned = PlannedBattles(present=locations(game.empires))
    planned.battles[sector] = {1: _intent(game, "A")}
    scene = assemble(RULEBOOK_BATTLES, planned, sector, Falls(*dice).dice())
    assert scene.battle.sides[0].haven == haven


def test_sides_stand_in_the_order_of_those_with_orders_then_the_others():
    game = battlefield({"Human": ONE_SHIP, "Klingon": ONE_SHIP, "Romulan": ONE_SHIP})
    battle = _assembled(game, [_intent(game, "C"), _intent(game, "B")]).battle
    assert [side.number for side in battle.sides] == [2, 3, 1]


def test_one_alone_has_nobody_to_fight():
    fought = combat(battlefield({"Human": ONE_SHIP}), Human="ATTACK 0\nENGAGE 3")
    assert "But there was no one to fight with!" in fought.log("Human")


@pytest.mark.rule("FH-BATTLE-003")
def test_sixty_battles_are_fought():
    fleet = {f"PB N{i}": {"at": f"{i // 10} {i % 10} 5"} for i in range(60)}
    text = "\n".join(f"BATTLE {i // 10} {i % 10} 5\nENGAGE 3" for i in range(60))
    fought = step("combat", battlefield({"Human": fleet}), {"Human": text})
    assert fought.log("Human").count("End of battle") == 60
