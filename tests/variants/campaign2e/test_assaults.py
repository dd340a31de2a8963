"""Ground assaults: dropships, the points they take, and the ownership of planets."""

from __future__ import annotations

import pytest

import horizons_core as hz
from horizons_core.rules import catalogue
from tests.variants.campaign2e.builders import (
    add_ship,
    campaign,
    fleet,
    run,
    variant,
)
from tests.variants.campaign2e.decreed import Decree, run_decreed
from tests.variants.campaign2e.loaded import load
from tests.variants.campaign2e.offensives import (
    HERE,
    ally,
    beginning,
    codes,
    defended,
    events,
    group,
    hold,
)
from variants.campaign2e.designs.parsing import design_from
from variants.campaign2e.model import Campaign, Keel
from variants.campaign2e.model.ships import ShipJob, new_ship

RULES = catalogue("campaign2e", "variants.campaign2e")


def examples(clause: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("example", RULES.examples(clause), ids=str)


@pytest.fixture
def game() -> Campaign:
    return beginning()


def attacks_of_a_week(game: Campaign) -> Campaign:
    """Run step 5 of a week alone, with the steps before it."""
    phases = ("orders", "system_actions")
    return hz.run_turn(game, {}, variant=variant(), only=phases).game


@pytest.fixture
def landers(game) -> Campaign:
    """The same under Ada's control, with two landing ships of 40 tonnes of dropships each."""
    for _ in range(2):
        add_ship(game, group(game, "Ada"), "AL")
    hold(game)
    return game


@pytest.mark.rule("C2E-7.6-01", "C2E-7.6-03")
def test_every_ten_tonnes_of_dropships_throw_a_die(landers, monkeypatch) -> None:
    load(monkeypatch, "assault", [1, 2, 3, 4, 5, 6, 6, 4])
    turn = run(landers, Ada="LAND g1")
    world = turn.game.world_at(HERE)
    assert (world.owner, world.points, world.assault.taken) == ("Brin", 5, 2)
    assert sum(ship.dropships for ship in turn.game.ships) == 60
    (fought,) = events(turn, "assault.fought")
    assert set(fought.audience) == {"Ada", "Brin"}
    assert fought.data["standing"] == 3


@pytest.mark.rule("C2E-7.6-03")
def test_odd_tonnes_throw_no_die_and_surplus_successes_are_lost(landers, monkeypatch) -> None:
    coming = load(monkeypatch, "assault", [1, 1, 1, 1, 1, 1, 3])
    landers.ships[1].dropships, landers.ships[2].dropships = 36, 39
    world = run(landers, Ada="LAND g1").game.world_at(HERE)
    assert not coming
    assert (world.owner, world.points) == ("Ada", 6)


@pytest.mark.rule("C2E-7.6-02")
@pytest.mark.parametrize(
    ("tonnes", "points", "legal"), [(60, 6, True), (59, 6, False), (10, 0, True), (9, 0, False)]
)
def test_ten_tonnes_for_each_point_at_the_beginning(landers, tonnes, points, legal) -> None:
    landers.world_at(HERE).points = points
    landers.ships[1].dropships, landers.ships[2].dropships = tonnes, 0
    turn = run(landers, Ada="LAND g1")
    assert codes(turn) == ([] if legal else ["too-few-dropships" if tonnes else "no-landing-ship"])
    assert bool(events(turn, "assault.fought") or events(turn, "world.taken")) == legal
    assert group(turn.game, "Ada").land == (legal and turn.game.world_at(HERE).owner == "Brin")


@pytest.mark.rule("C2E-7.6-02")
def test_a_world_without_a_standing_point_is_subdued_without_a_die(landers, monkeypatch) -> None:
    load(monkeypatch, "assault", [])
    landers.world_at(HERE).points = 0
    assert run(landers, Ada="LAND g1").game.world_at(HERE).owner == "Ada"


@pytest.mark.rule("C2E-7.6-04")
def test_an_assault_goes_on_without_orders_and_without_the_minimum(landers, monkeypatch) -> None:
    load(monkeypatch, "assault", [6, 6, 6, 4, 4, 4, 4, 4, 1, 2, 3, 1, 1])
    first = run(landers, Ada="LAND g1").game
    assert first.world_at(HERE).assault is not None
    second = run(first).game
    world = second.world_at(HERE)
    assert (world.points, world.assault.taken, world.assault.destroyed) == (5, 4, 1)


@pytest.mark.rule("C2E-7.6-04")
def test_without_dropships_the_assault_ends_and_taken_points_return(landers, monkeypatch) -> None:
    load(monkeypatch, "assault", [1, 3, 6, 6, 6, 6, 6, 6, 6, 6])
    turn = run(run(landers, Ada="LAND g1").game)
    world = turn.game.world_at(HERE)
    assert (world.owner, world.points, world.assault) == ("Brin", 5, None)
    assert not group(turn.game, "Ada").land
    assert events(turn, "assault.ended")[0].text.endswith("no dropships are left.")


@pytest.mark.rule("C2E-7.6-04")
def test_dropships_are_lost_with_control_and_embark_if_the_group_leaves(
    landers, monkeypatch
) -> None:
    load(monkeypatch, "assault", [1, 4, 4, 4, 4, 4, 4, 4])
    first = run(landers, Ada="LAND g1").game
    left = run(first, Ada="MOVE g1 TO 7,7").game
    assert [vessel.dropships for vessel in left.ships] == [0, 40, 40]
    assert (left.world_at(HERE).assault, left.world_at(HERE).points) == (None, 6)
    first.ships[0].out = ["fc_1", "fc_2"]  # nothing holds the system any more
    for ship in first.ships[1:]:
        ship.out = ["fc_1"]
    lost = run(first)
    assert [vessel.dropships for vessel in lost.game.ships] == [0, 0, 0]
    assert (lost.game.world_at(HERE).assault, lost.game.world_at(HERE).points) == (None, 6)
    assert "control is lost" in events(lost, "assault.ended")[0].text


@pytest.mark.rule("C2E-7.6-05")
@examples("C2E-7.6-05")
def test_a_subdued_planet_has_the_taken_points(landers, monkeypatch, example) -> None:
    inputs = example.given
    dice = [1] * inputs["taken"] + [3] * inputs["destroyed"] + [4, 4]
    load(monkeypatch, "assault", dice)
    world = run(landers, Ada="LAND g1").game.world_at(HERE)
    assert (world.owner, world.points, world.full - world.points) == (
        "Ada",
        example.expect["base_income"],
        example.expect["recoverable"],
    )
    assert (world.controlled, world.assault, world.taken_in) == ("", None, 0)


@pytest.mark.rule("C2E-7.6-05", "C2E-12.2-01")
def test_what_passes_with_a_planet_and_what_is_lost(landers, monkeypatch) -> None:
    load(monkeypatch, "assault", [1] * 8)
    defended(landers, FORT=1, MON=1)
    for ship in landers.ships_of("Brin"):
        ship.out = [key for key in ship.design.system_keys if key.startswith("fc")]
    brin, world = landers.empire("Brin"), landers.world_at(HERE)
    fleet(landers, "Brin", HERE, "yard", FF=2)
    for ship in landers.ships[-2:]:
        ship.out = ["fc_1"]  # without guns they do not contest control
    brin.jobs = [ShipJob(ship=landers.ships[-1].id)]
    world.keels = [Keel(name="Ark", mass=18, type="FF")]
    world.resource, world.partner, landers.world("9,9").partner = "Fuel", "9,9", "7,8"
    world.lane_off, world.abstract = True, 0
    brin.store("7,8").spares = {"FC": 2}
    brin.store("7,8").used = {"B3/3": 1}
    turn = run_decreed(landers, Decree(), Ada="LAND g1")
    after = turn.game.world_at(HERE)
    assert (after.owner, after.resource, after.partner, after.lane_off) == (
        "Ada",
        "Fuel",
        "",
        False,
    )
    assert turn.game.world("9,9").partner == ""
    assert (after.keels, turn.game.empire("Brin").jobs) == ([], [])
    assert [vessel.name for vessel in turn.game.ships_of("Brin")] == ["Heron-1"]
    store = turn.game.empire("Ada").store("7,8")
    assert (store.spares, store.used) == ({"FC": 2}, {"B3/3": 1})
    assert "7,8" not in turn.game.empire("Brin").stores
    ships = [vessel for vessel in turn.game.ships_of("Ada") if vessel.captured]
    assert sorted(vessel.design.type for vessel in ships) == ["FORT", "MON"]
    assert not any(vessel.defence for vessel in ships)
    assert "Heron-2" in events(turn, "world.work_lost")[0].text
    assert variant().invariants(turn.game) == []


@pytest.mark.rule("C2E-7.6-05")
@pytest.mark.parametrize(
    ("cato", "winner"), [({"AL": 1, "SDN": 3}, "Ada"), ({"AL": 3}, "Cato"), ({"AL": 2}, "tie")]
)
def test_of_allies_the_one_with_most_dropships_at_the_start_gets_the_world(
    monkeypatch, cato, winner
) -> None:
    game = campaign({HERE: {"owner": "Brin", "controlled": "Ada"}}, ("Ada", "Brin", "Cato"))
    fleet(game, "Ada", HERE, "g1", CH=1, AL=2).engage = True
    fleet(game, "Cato", HERE, "g1", **cato)
    ally(game, "Ada", "Cato")
    if winner == "tie":
        winner = "Cato"
        add_ship(game, next(g for g in game.groups if g.owner == "Cato"), "SDN")
    load(monkeypatch, "assault", [1] * 20)
    turn = run(game, Ada="LAND g1", Cato="LAND g1")
    assert turn.game.world_at(HERE).owner == winner


@pytest.mark.rule("C2E-7.6-05")
def test_between_equal_allies_a_die_decides(monkeypatch) -> None:
    winners = set()
    for week in range(1, 9):
        game = campaign(
            {HERE: {"owner": "Brin", "controlled": "Ada"}}, ("Ada", "Brin", "Cato"), week=week
        )
        fleet(game, "Ada", HERE, "g1", CH=1, AL=2).engage = True
        fleet(game, "Cato", HERE, "g1", CH=1, AL=2)
        ally(game, "Ada", "Cato")
        load(monkeypatch, "assault", [1] * 20)
        turn = run(game, Ada="LAND g1", Cato="LAND g1")
        winners.add(turn.game.world_at(HERE).owner)
    assert winners == {"Ada", "Cato"}


@pytest.mark.rule("C2E-7.6-03", "C2E-7.6-04", "C2E-N.7-01")
@pytest.mark.parametrize(
    "example", [e for e in RULES.examples("C2E-7.6-04") if "trials" in e.given], ids=str
)
def test_how_long_assaults_take(example) -> None:
    """Run a hundred assaults at once and allow for statistical error."""
    inputs, expect = example.given, example.expect
    places = [(x, y) for x in range(1, 40, 4) for y in range(1, 40, 4)]
    points = inputs["income_points"]
    game = campaign({at: {"owner": "Brin", "points": points} for at in places}, money=90_000)
    game.explored = [f"{x},{y}" for x in range(-3, 45) for y in range(-3, 45)]
    ships = -(-inputs["dropship_tonnes"] // 40)
    for number, at in enumerate(places):
        force = fleet(game, "Ada", at, f"f{number}", CH=1, AL=ships)
        force.engage = force.land = True
        for ship in game.ships[-ships:]:
            ship.dropships = inputs["dropship_tonnes"] // ships
    weeks: dict[str, int] = {}
    for week in range(1, 15):
        for ship in game.ships:
            ship.endurance, ship.out_of_supply, ship.owed = 1, False, 0
        game = attacks_of_a_week(game)
        weeks |= {w.id: week for w in game.worlds_of("Ada") if w.id not in weeks}
    won = [world for world in game.worlds if world.id in weeks]
    assert len(won) / len(places) == pytest.approx(expect["success_rate"], abs=0.06)
    assert sum(weeks.values()) / len(won) == pytest.approx(expect["mean_weeks"], abs=0.5)
    if "mean_taken" in expect:
        mean_taken = sum(world.points for world in won) / len(won)
        assert mean_taken == pytest.approx(expect["mean_taken"], abs=0.4)


@pytest.mark.rule("C2E-7.3-01")
def test_bombs_fall_before_troops_land(landers, monkeypatch) -> None:
    load(monkeypatch, "strikes", [1])
    load(monkeypatch, "assault", [1] * 8)
    add_ship(landers, group(landers, "Ada"), "BM")
    turn = run(landers, Ada="LAND g1\nBOMBARD g1")
    kinds = [e.code for e in turn.events if e.code in ("world.struck", "assault.fought")]
    assert kinds == ["world.struck", "assault.fought"]
    world = turn.game.world_at(HERE)
    assert (world.owner, world.points) == ("Ada", 5)
    assert world.rebuilding == 0, "a week of bombardment does not count (C2E-9.1-01)"


@pytest.mark.rule("C2E-7.6-01")
def test_ships_without_bays_for_assaults_land_nothing(game) -> None:
    hold(game)
    assert codes(run(game, Ada="LAND g1")) == ["no-landing-ship"]
    words = "TYPE AL MASS 120 HULL 24 ARMOUR 0 THRUST 2 FTL WITH BAY 40, FC CRAFT DROPSHIPS 10 x4"
    carrier = new_ship("Ada/99", "Ada", "Ferry", design_from("Ferry", words), "Ada/g1")
    carrier.endurance = 1
    game.ships.append(carrier)
    assert carrier.dropships == 40
    assert codes(run(game, Ada="LAND g1")) == ["no-landing-ship"], "its bays are not for assaults"
