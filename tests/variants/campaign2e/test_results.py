"""Results by hand: the umpire's record of a battle, its effects, and refusals."""

from __future__ import annotations

import pytest
import yaml

from horizons_core.errors import BattleError
from horizons_core.rules import catalogue
from tests.variants.campaign2e.builders import campaign, fleet, remarks, run, variant
from variants.campaign2e.battle import by_hand
from variants.campaign2e.battle.by_hand import read_result
from variants.campaign2e.model import Campaign, ContactOrder, PendingBattle

RULES = catalogue("campaign2e", "variants.campaign2e")
AWAY = (3, 3)
HEAD = "tactical_turns: 7, field_held_by: Ada"
ARGENT = "Argent-1: {status: in_place, armour_lost: 6, hull_lost: 9}"
HERON = "Heron-1: {status: destroyed}"


@pytest.fixture
def game() -> Campaign:
    """A week that waits for the battle of Ada's cruiser and Brin's frigate at 3,3, by hand."""
    game = campaign({(3, 5): {"owner": "Ada"}, (9, 9): {"owner": "Brin"}})
    game = variant().with_seat(game, "Uma", "umpire")
    fleet(game, "Ada", AWAY, "g1", CH=1).contact = ContactOrder(attack="ANY")
    fleet(game, "Brin", AWAY, "g1", FF=1).contact = ContactOrder(attack="ANY")
    waiting = run(game, Ada="MANUAL g1", Brin="MANUAL g1").game
    assert [battle.id for battle in waiting.pending] == ["w02-0303-1"]
    return waiting


def enter(game: Campaign, record: str, name: str = "w02-0303-1"):
    return run(game, Uma=f"RESULT {name} FILE {{{record}}}")


def refused(game: Campaign, record: str) -> str:
    turn = enter(game, record)
    assert turn.game.pending, "a week whose result is refused goes on waiting"
    assert [ship.hull_lost for ship in turn.game.ships] == [0, 0]
    (remark,) = remarks(turn, "Uma")
    return remark


@pytest.mark.rule("C2E-12.1-01", "C2E-14.1-03")
@pytest.mark.parametrize(
    ("fate", "message"),
    [
        ("status: in_place, drive: out, ftl: out", "in_place, but both its drives are out"),
        ("status: disengaged, drive: out, ftl: out", "disengaged, but both its drives are out"),
        ("status: in_place, core_out: [life]", "has no life support or power core"),
        ("status: jumped, core_out: [power]", "has no life support or power core"),
    ],
)
def test_what_drifts_is_neither_in_place_nor_gone(game, fate, message) -> None:
    assert message in refused(game, f"{HEAD}, ships: {{{ARGENT}, Heron-1: {{{fate}}}}}")
    for ship in game.ships:
        ship.drive = "out"  # it was before
    short = fate.replace("drive: out, ", "")
    assert message in refused(game, f"{HEAD}, ships: {{{ARGENT}, Heron-1: {{{short}}}}}")
    game.version = "1.0.0"
    assert not enter(game, f"{HEAD}, ships: {{{ARGENT}, Heron-1: {{{fate}}}}}").game.pending


@pytest.mark.rule("C2E-8.2-02", "C2E-14.1-03")
@pytest.mark.parametrize("status", ["jumped", "disengaged"])
def test_what_never_leaves_its_world_has_not_left(game, status) -> None:
    game.ships[1].bound = True
    record = f"{HEAD}, ships: {{{ARGENT}, Heron-1: {{status: {status}}}}}"
    assert "cannot leave the world" in refused(game, record)


@pytest.mark.rule("C2E-14.1-01")
def test_orders_of_a_week_that_waits_are_remarked_on_before_the_turn(game) -> None:
    text = "MOVE g1 TO 3,4\nRAID g1\nSTANCE Brin HOSTILE"
    dicts = [remark.to_dict() for remark in run(game, Ada=text).diagnostics["Ada"]]
    assert [remark["code"] for remark in dicts] == ["week-not-over"] * 3
    assert [remark.to_dict() for remark in variant().check_orders(game, "Ada", text)] == dicts


@pytest.mark.rule("C2E-14.1-03", "C2E-14.1-01")
def test_a_result_ends_the_week_and_marks_the_ships(game) -> None:
    damage = "systems_out: [beam3_1, pds_1], drive: halved, core_out: [bridge], jury_rigged: [fc_1]"
    entry = f"Argent-1: {{status: in_place, armour_lost: 3, hull_lost: 9, {damage}}}"
    turn = enter(game, f"{HEAD}, ships: {{{entry}, {HERON}}}")
    (argent,) = turn.game.ships
    assert remarks(turn, "Uma") == []
    assert (argent.armour_lost, argent.hull_lost, argent.drive) == (3, 9, "halved")
    assert (argent.out, argent.core_out) == (["beam3_1", "pds_1"], ["bridge"])
    assert argent.jury_rigged == ["fc_1"]
    assert (turn.game.week, turn.game.pending) == (2, [])
    assert "battle.fought" in [event.code for event in turn.events if event.visible_to("Ada")]


@pytest.mark.rule("C2E-14.1-03", "C2E-3.7-01")
@pytest.mark.parametrize(("message", "carried"), [("", 2), (", combat_turns: 3", 3)])
def test_all_turns_are_combat_for_a_ship_that_does_not_name_its_own(game, message, carried) -> None:
    turn = enter(game, f"{HEAD}, ships: {{Argent-1: {{status: in_place{message}}}, {HERON}}}")
    assert turn.game.ships[0].combat_turns == carried


@pytest.mark.rule("C2E-14.1-03", "C2E-12.1-01")
@pytest.mark.parametrize("status", ["adrift", "hulk", "captured"])
def test_the_holder_of_the_field_gets_what_drifts(game, status) -> None:
    turn = enter(game, f"{HEAD}, ships: {{{ARGENT}, Heron-1: {{status: {status}}}}}")
    prize = next(ship for ship in turn.game.ships if ship.design.type == "FF")
    assert (prize.owner, prize.captured) == ("Ada", True)
    assert (prize.drive == "out") == (status == "adrift")
    assert ("life" in prize.core_out) == (status == "hulk")


@pytest.mark.rule("C2E-14.1-03")
@pytest.mark.parametrize(
    ("message", "out"),
    [
        ("", ["life"]),
        (", core_out: [bridge]", ["life", "bridge"]),
        (", core_out: [power]", ["power"]),
        (", core_out: [life, bridge]", ["life", "bridge"]),
    ],
)
def test_a_hulk_has_lost_life_support_or_power(game, message, out) -> None:
    turn = enter(game, f"{HEAD}, ships: {{{ARGENT}, Heron-1: {{status: hulk{message}}}}}")
    prize = next(ship for ship in turn.game.ships if ship.design.type == "FF")
    assert sorted(prize.core_out) == sorted(out)


@pytest.mark.rule("C2E-14.1-03", "C2E-18.2-01", "C2E-18.2-02")
def test_a_ship_that_jumped_goes_where_the_record_says_with_its_speed(game) -> None:
    fled = "status: jumped, exit_speed: 14, exit_formation: tight, destination: [3, 4]"
    turn = enter(game, f"{HEAD}, ships: {{{ARGENT}, Heron-1: {{{fled}}}}}")
    departure = turn.game.groups_of("Brin")[0].departure
    assert (departure.to, departure.speed, departure.formation) == ((3, 4), 14, "tight")


@pytest.mark.rule("C2E-14.1-03")
def test_a_destroyed_ship_may_have_any_damage(game) -> None:
    turn = enter(
        game, f"{HEAD}, ships: {{{ARGENT}, Heron-1: {{status: destroyed, hull_lost: 99}}}}"
    )
    assert [ship.name for ship in turn.game.ships] == ["Argent-1"]


@pytest.mark.rule("C2E-14.1-03")
@pytest.mark.parametrize(
    ("record", "message"),
    [
        (f"battle: w1, {HEAD}, ships: {{}}", "the record is of battle 'w1'"),
        (f"{HEAD}, ships: {{{ARGENT}}}", "Heron-1 missing"),
        (
            f"{HEAD}, ships: {{{ARGENT}, {HERON}, Heron-2: {{}}}}",
            "ships.Heron-2: this ship was not",
        ),
        (f"tactical_turns: -1, ships: {{{ARGENT}, {HERON}}}", "tactical_turns is -1"),
        (f"field_held_by: Ada, ships: {{{ARGENT}, {HERON}}}", "tactical_turns is None"),
        (f"{HEAD}, wind: 1, ships: {{{ARGENT}, {HERON}}}", "unknown field 'wind'"),
        (f"{HEAD}, ships: [1]", "'ships' must be a mapping"),
        (f"{HEAD}, ships: {{{ARGENT}", "cannot read the record"),
        (
            f"tactical_turns: 7, field_held_by: Carl, ships: {{{ARGENT}, {HERON}}}",
            "field_held_by is 'Carl'",
        ),
        (f"tactical_turns: 7, ships: {{{ARGENT}, {HERON}}}", "field_held_by is None"),
        (f"{HEAD}, ships: {{Argent-1: {{status: disengaged}}, {HERON}}}", "no ship in place"),
    ],
)
def test_a_record_that_does_not_fit_the_battle_is_refused(game, record, message) -> None:
    assert message in refused(game, record)


@pytest.mark.rule("C2E-14.1-03")
@pytest.mark.parametrize(
    ("fate", "message"),
    [
        ("", "has no status"),
        ("status: lost", "status is 'lost'"),
        ("status: in_place, hull_lost: 28", "hull_lost is 28"),
        ("status: in_place, hull_lost: -1", "hull_lost is -1"),
        ("status: in_place, hull_lost: 27", "has no hull box left"),
        ("status: in_place, armour_lost: 7", "armour_lost is 7"),
        ("status: in_place, systems_out: [beam4_1]", "the ship has no 'beam4_1'"),
        ("status: in_place, systems_out: [pds_1]", "pds_1 was already out"),
        ("status: in_place, core_out: [life]", "life was already out"),
        ("status: in_place, salvoes_left: 1", "salvoes_left is 1"),
        ("status: in_place, jury_rigged: [fc_1]", "fc_1 was not knocked out"),
        ("status: in_place, combat_turns: -1", "combat_turns is -1"),
        ("status: in_place, exit_speed: 3", "exit_speed is only for ships that jumped"),
        ("status: jumped, ftl: out", "jumped, but its FTL drive is out"),
        ("status: jumped, destination: [9, 9]", "9,9 is out of reach"),
        ("status: jumped, destination: far", "destination is 'far'"),
        ("status: jumped, exit_speed: 25", "exit_speed is 25"),
        ("status: jumped, exit_formation: loose", "exit_formation is 'loose'"),
        ("status: adrift, drive: ok", "is adrift, but drive is ok"),
    ],
)
def test_what_cannot_be_of_a_ship_is_refused(game, fate, message) -> None:
    argent = game.ships[0]
    argent.out, argent.core_out = ["pds_1"], ["life"]
    assert message in refused(game, f"{HEAD}, ships: {{Argent-1: {{{fate}}}, {HERON}}}")


@pytest.mark.rule("C2E-14.1-03")
def test_nobody_captures_own_ships(game) -> None:
    ships = game.ships
    ships[1].owner = "Ada"
    battle = PendingBattle(
        id="b", at=AWAY, sides=[["Ada"], ["Brin"]], ships=[[s.id for s in ships], []]
    )
    fates = {"Argent-1": {"status": "in_place"}, "Heron-1": {"status": "captured"}}
    record = {"tactical_turns": 7, "field_held_by": "Ada", "ships": fates}
    with pytest.raises(BattleError, match="captured by its own side"):
        read_result(record, battle, ships, lambda _: True)


@pytest.mark.rule("C2E-14.1-03")
def test_nobody_captures_where_nobody_holds_the_field(game) -> None:
    head = "tactical_turns: 7, field_held_by: none"
    message = refused(game, f"{head}, ships: {{{ARGENT}, Heron-1: {{status: captured}}}}")
    assert "Heron-1 is captured, but nobody holds the field" in message


@pytest.mark.rule("C2E-14.1-03")
def test_only_the_umpire_enters_results_and_of_battles_that_wait(game) -> None:
    record = f"{HEAD}, ships: {{{ARGENT}, {HERON}}}"
    turn = run(game, Ada=f"RESULT w02-0303-1 FILE {{{record}}}")
    assert turn.game.pending
    assert any("wrong-role" in remark for remark in remarks(turn, "Ada"))
    assert "unknown-battle" in remarks(enter(game, record, "w02-0303-2"), "Uma")[0]


@pytest.mark.rule("C2E-11.3.4-01", "C2E-14.1-03")
@pytest.mark.parametrize(
    ("message", "accepted"),
    [
        ("hull_lost: 6, jury_rigged: [fc_1]", False),
        ("hull_lost: 7, jury_rigged: [fc_1]", True),
        ("hull_lost: 7, jury_rigged: [drive, ftl, bridge]", True),
        ("systems_out: [fc_1], jury_rigged: [fc_1]", True),
        ("jury_rigged: [pds_1]", True),
        ("jury_rigged: [drive]", False),
    ],
)
def test_what_was_repaired_in_battle_had_been_knocked_out(game, message, accepted) -> None:
    game.ships[0].out = ["pds_1"]
    turn = enter(game, f"{HEAD}, ships: {{Argent-1: {{status: in_place, {message}}}, {HERON}}}")
    assert (turn.game.pending == []) == accepted
    if accepted:
        (argent,) = turn.game.ships
        assert argent.jury_rigged
        assert not {*argent.out} & {*argent.jury_rigged}


@pytest.mark.rule("C2E-14.1-03")
@pytest.mark.parametrize("example", RULES.examples("C2E-14.1-03"), ids=str)
def test_the_rulebook_s_records(game, example) -> None:
    inputs = example.given
    ships = [*game.ships]
    ships[0].name, ships[1].name = "A1", "B1"
    battle = PendingBattle(
        id="w06-0705-1", at=(7, 5), sides=[["A"], ["B"]], ships=[[ship.id] for ship in ships]
    )
    if example.expect["accepted"]:
        outcome = read_result(inputs["record"], battle, ships, lambda _: True)
        turns = {f.combat_turns for f in outcome.fates.values() if f.status != "destroyed"}
        assert turns == {example.expect["combat_turns"]}
    else:
        with pytest.raises(BattleError):
            read_result(inputs["record"], battle, ships, lambda _: True)


def test_ships_of_the_same_name_are_told_apart_by_their_owners(game) -> None:
    game.ships[1].name = "Argent-1"
    ada, brin = "Ada/Argent-1: {status: in_place}", "Brin/Argent-1: {status: destroyed}"
    turn = enter(game, f"{HEAD}, ships: {{{ada}, {brin}}}")
    assert [ship.owner for ship in turn.game.ships] == ["Ada"]


def test_the_example_of_the_docs_is_a_result(game) -> None:
    text = by_hand.__doc__.split("```yaml")[1].split("```")[0]
    fleet(game, "Brin", AWAY, "g2", FF=1)
    ships = game.ships
    battle = PendingBattle(
        id="w06-0705-1", at=(7, 5), sides=[["Ada"], ["Brin"]],
        ships=[[ships[0].id], [ships[1].id, ships[2].id]],
    )  # fmt: skip
    outcome = read_result(yaml.safe_load(text), battle, ships, lambda to: to == (8, 6))
    assert [fate.status for fate in outcome.fates.values()] == ["in_place", "destroyed", "jumped"]
