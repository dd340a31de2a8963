"""Battles of a turn: the parties, and the fates of fleets (SC-CBT, SC-WPA, SC-CMS)."""

from __future__ import annotations

import pytest

from horizons_core.rules import catalogue
from tests.variants.starcluster.battles import DESTROYER, FRIGATE
from tests.variants.starcluster.builders import new_game, remarks, run, ship, texts
from variants.starcluster.model import ExplorationWork, Relation, Silo, WarpLink
from variants.starcluster.model.empires import NEUTRAL, WAR
from variants.starcluster.model.fleets import AVOID, ENGAGE, GUARD
from variants.starcluster.rules.charts import learn_transit
from variants.starcluster.rules.fleets import Deployment
from variants.starcluster.rules.sides import build_side, meeting_fleets

CLAUSES = catalogue("starcluster", "variants.starcluster")


def war(stance=WAR, links=(("1", "7"), ("7", "8"))):
    """Ada and Brin, with this stance to each other, and some links that both know."""
    game = new_game()
    game.natives = []
    game.units, game.fleets = [], []
    game.links = [WarpLink(number=n, a=a, b=b) for n, (a, b) in enumerate(links)]
    for empire, other in (("Ada", "Brin"), ("Brin", "Ada")):
        power = game.empire(empire)
        power.relations[other] = Relation(stance=stance)
        power.charts.points, power.charts.probed = {}, []
        for link in game.links:
            learn_transit(power, link)
    for place in ("7", "8"):
        system = game.place(place)
        system.nebula, system.anomaly, system.owner, system.planets = "", "", "", []
    return game


def squadron(game, owner, at, name, kind, count=1, stance=ENGAGE, came_by=0):
    """This many ships of a kind in one fleet."""
    units = [
        ship(game, owner, at, name if not number else f"{name}{number}", **_words(kind))
        for number in range(count)
    ]
    fleet = game.fleet(units[0].fleet)
    fleet.doctrine.stance, fleet.came_by = stance, came_by
    for unit in units:
        unit.fleet = fleet.id
    game.fleets = [fleet for fleet in game.fleets if any(u.fleet == fleet.id for u in game.units)]
    return fleet


def _words(kind):
    return {"hull": kind["hull"], "text": kind["design"]}


def events(turn, code, reader=None):
    return [e for e in turn.events if e.code == code and (reader is None or reader in e.audience)]


def place_of(turn, name):
    return next((fleet.at for fleet in turn.game.fleets if fleet.name == name), None)


@pytest.mark.rule("SC-CBT-001")
@pytest.mark.parametrize(
    ("stance", "mine", "yours", "fights"),
    [
        (WAR, ENGAGE, ENGAGE, True),
        (WAR, AVOID, GUARD, True),
        (WAR, AVOID, AVOID, False),
        (NEUTRAL, ENGAGE, ENGAGE, False),
    ],
)
def test_empires_at_war_fight_if_one_of_them_wants_to(stance, mine, yours, fights):
    game = war(stance)
    squadron(game, "Ada", "7", "Hawks", FRIGATE, 2, mine)
    squadron(game, "Brin", "7", "Larks", DESTROYER, 2, yours)
    turn = run(game)
    assert bool(events(turn, "battle.fought", "Ada")) == fights
    assert bool(events(turn, "battle.fought", "Brin")) == fights


@pytest.mark.rule("SC-CBT-001")
def test_unarmed_ships_do_not_begin_a_battle():
    game = war()
    bare = {"hull": "DD", "design": "(QQQ)1(A)x18 1(I)x5 1"}
    squadron(game, "Ada", "7", "Hulls", bare)
    squadron(game, "Brin", "7", "Larks", bare)
    assert not events(run(game), "battle.fought")


@pytest.mark.rule("SC-CBT-002", "SC-CBT-009", "SC-VIS-001")
def test_the_beaten_are_gone_and_both_sides_are_told_what_they_know():
    game = war()
    squadron(game, "Ada", "7", "Hawks", DESTROYER, 5).doctrine.break_off = 100
    larks = squadron(game, "Brin", "7", "Larks", FRIGATE, 4)
    larks.doctrine.break_off = 100
    turn = run(game)
    assert not [unit for unit in turn.game.units if unit.owner == "Brin"]
    assert place_of(turn, "Larks") is None
    lost = sorted(event.text for event in events(turn, "unit.lost", "Brin"))
    assert lost == [f"Ship-{n} is destroyed at 7." for n in (1, 2, 3, 4)]
    hawks = [unit for unit in turn.game.units if unit.owner == "Ada"]
    hurt = [unit for unit in hawks if unit.lost]
    assert hurt
    for unit in hurt:
        shields = [n for n, system in enumerate(unit.design.systems) if system.code == "S"]
        assert not any(unit.lost[n] for n in shields)
    (event,) = events(turn, "battle.fought", "Brin")
    assert event.data["winner"] == "Ada"
    assert "Own 4 FGf (4 destroyed); theirs 5 DD" in event.text
    (record,) = events(turn, "battle.told", "Brin")
    assert record.data["units"][0]["name"] == "DD 1 of Ada"
    assert not record.data["units"][0]["before"]
    assert record.data["units"][5]["name"] == "Ship-1"
    for player in ("Ada", "Brin"):
        assert "Battle at 7: Ada won" in turn.report(player).text
        assert 'id="battle-' in turn.report(player).html
    assert "DD 1 of Ada" in turn.report("Brin").text


@pytest.mark.rule("SC-CBT-010", "SC-CBT-012", "SC-MOV-004")
def test_who_breaks_off_goes_where_he_came_from_and_forgets_his_path():
    game = war()
    for number in range(30):
        squadron(
            game, "Brin", "7", f"Wall{number}", {"hull": "BS3", "design": "(A)x99 1[Q1](F)x3 1"}
        )
    hawks = squadron(game, "Ada", "7", "Hawks", FRIGATE, 2, AVOID, came_by=0)
    hawks.path = [1]
    turn = run(game)
    assert place_of(turn, "Hawks") == "1"
    fleet = next(fleet for fleet in turn.game.fleets if fleet.name == "Hawks")
    assert (fleet.path, fleet.points) == ([], 0)
    assert texts(turn, "fleet.broke_off") == ["Hawks has broken off at 7 and withdraws to 1."]


@pytest.mark.rule("SC-CBT-010")
def test_who_came_by_no_point_goes_towards_the_nearest_own_colony():
    game = war(links=(("1", "7"), ("7", "8")))
    squadron(game, "Brin", "8", "Base", {"hull": "BS3", "design": "(A)x99 1[Q1](F)x3 1"})
    hawks = squadron(game, "Ada", "8", "Hawks", FRIGATE, 2, AVOID)
    hawks.came_by = None
    assert place_of(run(game), "Hawks") == "7"


@pytest.mark.rule("SC-CBT-010")
def test_units_without_drives_stay_as_a_fleet_of_their_own():
    game = war()
    base = squadron(game, "Brin", "7", "Base", {"hull": "BS3", "design": "(A)x99 1[Q1](G)x3 1[Mg]"})
    game.units_in(base)[0].shots = 20  # its magazine is empty
    hawks = squadron(game, "Ada", "7", "Hawks", FRIGATE, 2, AVOID)
    lame = game.units_in(hawks)[1]
    lame.lost = [0.0] * len(lame.design.systems)
    for place, system in enumerate(lame.design.systems):
        if system.drive:
            lame.lost[place] = 10.0
    turn = run(game)
    fleets = {fleet.at: fleet for fleet in turn.game.fleets if fleet.owner == "Ada"}
    assert set(fleets) == {"1", "7"}
    assert [unit.name for unit in turn.game.units_in(fleets["7"])] == [lame.name]


@pytest.mark.rule("SC-WPA-001", "SC-CBT-012")
def test_a_guarded_point_is_assaulted_in_waves():
    game = war()
    guards = squadron(game, "Brin", "7", "Larks", DESTROYER, 2, GUARD)
    guards.doctrine.guards = 0
    fleet = squadron(game, "Ada", "1", "Hawks", FRIGATE, 6)
    fleet.points = 1000
    turn = run(game, Ada="ASSAULT Hawks W1 WAVE 3")
    (event,) = events(turn, "battle.fought", "Ada")
    assert event.text.startswith("Assault at 7 against Brin")
    (record,) = events(turn, "battle.told", "Ada")
    first = [
        note for note in record.data["notes"] if "emerges" in note["text"] or "out" in note["text"]
    ]
    assert [note["round"] for note in first[:6]] == [1, 1, 1, 2, 2, 2] or len(first) < 6


@pytest.mark.rule("SC-WPA-001")
def test_other_transits_are_ordinary_moves():
    game = war()
    guards = squadron(game, "Brin", "7", "Larks", DESTROYER, 2, GUARD)
    guards.doctrine.guards = 1
    fleet = squadron(game, "Ada", "1", "Hawks", FRIGATE, 6)
    fleet.points = 1000
    turn = run(game, Ada="MOVE Hawks 7")
    assert events(turn, "battle.fought", "Ada")[0].text.startswith("Battle at 7")


@pytest.mark.rule("SC-CBT-012")
def test_a_doctrine_is_set_in_part_and_a_guard_ends_when_the_fleet_leaves():
    game = war(NEUTRAL)
    fleet = squadron(game, "Ada", "1", "Hawks", FRIGATE)
    fleet.points = 1000
    order = "DOCTRINE Hawks GUARD W1 BAND LONG\nDOCTRINE Hawks BREAK 30 TARGET SMALL"
    turn = run(game, Ada=order)
    doctrine = next(fleet for fleet in turn.game.fleets if fleet.name == "Hawks").doctrine
    assert (doctrine.stance, doctrine.guards, doctrine.band) == (GUARD, 0, "LONG")
    assert (doctrine.break_off, doctrine.target) == (30, "SMALL")
    assert "GUARD 1.W1, BAND LONG, BREAK 30, TARGET SMALL" in texts(turn, "fleet.doctrine")[1]
    game.fleet(fleet.id).points = 1000
    later = run(turn.game, 2, Ada="MOVE Hawks 7")
    for force in later.game.fleets:
        if force.name == "Hawks" and force.at == "7":
            assert (force.doctrine.stance, force.doctrine.guards) == (ENGAGE, None)
            assert force.doctrine.band == "LONG"


@pytest.mark.rule("SC-CBT-012", "SC-WPA-001", "SC-CMS-001", "SC-CMS-003")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("DOCTRINE Hawks CHARGE", "bad-doctrine"),
        ("DOCTRINE Hawks BAND NEAR", "bad-doctrine"),
        ("DOCTRINE Hawks BREAK 0", "bad-doctrine"),
        ("DOCTRINE Hawks BREAK", "bad-doctrine"),
        ("DOCTRINE Hawks BREAK ²", "bad-doctrine"),
        (f"DOCTRINE Hawks BREAK {'9' * 5000}", "bad-doctrine"),
        ("DOCTRINE Hawks GUARD W9", "unknown-warp-point"),
        ("DOCTRINE Hawks GUARD 7.W1", "not-here"),
        ("DOCTRINE Hawks ADM ON", "not-developed"),
        ("ASSAULT Hawks W9", "unknown-warp-point"),
        ("ASSAULT Hawks 7.W1", "not-here"),
        ("ASSAULT Hawks W2", "not-probed"),
        ("ASSAULT Hawks W1 WAVE 21", "bad-argument"),
        ("SILOS 1 FIRE", "no-silo"),
        ("SILOS 7 FIRE", "not-your-system"),
    ],
)
def test_orders_of_war_that_cannot_be_are_refused(order, code):
    game = war(NEUTRAL)
    game.links.append(WarpLink(number=2, a="1", b="9"))
    game.empire("Ada").charts.points["1"].append(2)
    squadron(game, "Ada", "1", "Hawks", FRIGATE)
    turn = run(game, Ada=order)
    assert [c for _, c in remarks(turn)] == [code]
    assert turn.game.fleets[0].doctrine == game.fleets[0].doctrine
    assert turn.game.fleets[0].path == []


def with_silos(number, **more):
    game = war()
    home = game.place("1")
    home.planets[0].silos = [Silo() for _ in range(number)]
    return game


@pytest.mark.rule("SC-CMS-006", "SC-CMS-001", "SC-CMS-003")
@pytest.mark.parametrize("example", CLAUSES.examples("SC-CMS-006"), ids=str)
def test_silos_fire_alone_at_an_enemy_they_see(example):
    inputs = example.given
    game = with_silos(inputs["silos"])
    big = {"hull": "BS3", "design": "(A)x99 1[Q1]"}
    target = squadron(game, "Brin", "1", "Bases", big, 3)
    hold = "SILOS 1 HOLD" if inputs.get("order") == "HOLD" else ""
    turn = run(game, Ada=hold)
    lost = sum(sum(unit.lost) for unit in turn.game.units_in(turn.game.fleet(target.id)))
    assert lost / 10 == pytest.approx(example.expect["damage"])
    silos = turn.game.place("1").planets[0].silos
    fired = bool(example.expect["damage"])
    assert {silo.revealed for silo in silos} == {fired}


@pytest.mark.rule("SC-CMS-003")
def test_a_silo_reloads_for_a_turn():
    game = with_silos(2)
    squadron(game, "Brin", "1", "Bases", {"hull": "BS3", "design": "(A)x99 1[Q1]"}, 3)
    fired = []
    turn = run(game)
    for _ in range(3):
        fired.append(len(events(turn, "silos.fired")))
        turn = run(turn.game)
    assert fired == [1, 0, 1]


@pytest.mark.rule("SC-CMS-001", "SC-CMS-003")
def test_the_owner_says_what_silos_fire_and_how_many():
    game = with_silos(3)
    turn = run(game, Ada="SILOS 1 FIRE 2")
    assert turn.game.place("1").silos_fire == 2
    assert run(game, Ada="SILOS 1 HOLD 1").game.place("1").silos_fire == 2
    assert run(game, Ada="SILOS 1 TYPE R").game.place("1").silo_missile == "R"
    for order, code in (
        ("SILOS 1 FIRE 4", "too-many-silos"),
        ("SILOS 1 FIRE ²", "too-many-silos"),
        (f"SILOS 1 FIRE {'9' * 5000}", "too-many-silos"),
        ("SILOS 1 TYPE G", "not-developed"),
        ("SILOS 1 TYPE K", "bad-argument"),
        ("SILOS 1 WAIT", "bad-argument"),
    ):
        refused = run(game, Ada=order)
        assert [c for _, c in remarks(refused)] == [code]
        assert refused.game.place("1").silos_fire is None


@pytest.mark.rule("SC-CBT-001")
def test_of_several_pairs_the_largest_fights_first():
    game = new_game("Ada", "Brin", "Cleo")
    game.natives, game.units, game.fleets = [], [], []
    names = ("Ada", "Brin", "Cleo")
    for name in names:
        for other in names:
            if name != other:
                game.empire(name).relations[other] = Relation(stance=WAR)
    game.place("7").nebula = game.place("7").anomaly = ""
    squadron(game, "Ada", "7", "Hawks", FRIGATE)
    squadron(game, "Brin", "7", "Larks", DESTROYER, 3)
    squadron(game, "Cleo", "7", "Kites", DESTROYER, 4)
    fought = [e.data["enemy"] for e in events(run(game), "battle.fought", "Brin")]
    assert fought[0] == "Cleo"


@pytest.mark.rule("SC-CBT-012", "SC-PDC-002", "SC-CMS-003")
def test_a_side_goes_by_its_largest_fleet_and_the_least_of_its_losses():
    game = with_silos(3)
    large = squadron(game, "Ada", "1", "Large", DESTROYER, 3)
    small = squadron(game, "Ada", "1", "Small", FRIGATE, 1, AVOID)
    large.doctrine.band, large.doctrine.break_off = "LONG", 70
    small.doctrine.target, small.doctrine.break_off = "SMALL", 20
    home, ada = game.place("1"), game.empire("Ada")
    side = build_side(Deployment(game), ada, home, [small, large])
    assert (side.band, side.target, side.break_off, side.avoids) == ("LONG", "LARGE", 20, False)
    assert (side.pdc, side.silos) == (True, 3)
    visitors = build_side(Deployment(game), game.empire("Brin"), home, [large])
    assert (visitors.pdc, visitors.silos) == (False, 0)


@pytest.mark.rule("SC-ENI-007", "SC-CBT-001")
@pytest.mark.parametrize(
    ("sensors", "stance", "meets"), [(1, AVOID, False), (2, AVOID, True), (1, ENGAGE, True)]
)
def test_a_fleet_tuned_for_stealth_avoids_or_begins_battle_at_will(sensors, stance, meets):
    game = war()
    hidden = {"hull": "DD", "design": "[ST][Y1](KKKKKKK)1(I)x6 2"}
    squadron(game, "Ada", "7", "Shades", hidden, 2, stance)
    squadron(game, "Brin", "7", "Larks", {"hull": "DD", "design": f"[Y{sensors}](FFF)1(I)x5 1"})
    empire, other = game.empire("Ada"), game.empire("Brin")
    mine, yours = meeting_fleets(Deployment(game), game.place("7"), empire, other)
    assert (bool(mine), bool(yours)) == (meets, True)
    assert bool(events(run(game), "battle.fought")) == meets


@pytest.mark.rule("SC-EXP-013")
def test_a_battle_breaks_a_scan():
    game = war()
    fleet = squadron(game, "Ada", "7", "Hawks", DESTROYER, 9)
    fleet.scan = ExplorationWork(kind="SCAN", system="7", turns=3, last=0)
    squadron(game, "Brin", "7", "Larks", FRIGATE)
    force = next(fleet for fleet in run(game).game.fleets if fleet.name == "Hawks")
    assert force.scan is None or force.scan.broken
