"""The opening of battles: initiative, distance, the drop, and the parts of a force."""

from __future__ import annotations

import pytest
from attrs import evolve

from horizons_core.rng import Stream
from horizons_core.rules import catalogue
from tests.variants.campaign2e.builders import campaign, fleet
from variants.campaign2e.battle.arrays import arena_of
from variants.campaign2e.battle.fleets import battle_of, side_of
from variants.campaign2e.battle.kernels import protocol as at
from variants.campaign2e.battle.kernels.fights import get_ready, open_battle, roll_for_initiative
from variants.campaign2e.battle.kernels.movement import weigh
from variants.campaign2e.combat import Resolver
from variants.campaign2e.model import BattleOrder
from variants.campaign2e.model.places import EDGES
from variants.campaign2e.rules.contact import BattleForce

RULES = catalogue("campaign2e", "variants.campaign2e")
RESOLVER = Resolver()


def arena(*, ships=2, **orders):
    sides = {name: [{"design": "CH", "count": ships}] for name in ("a", "b")}
    return arena_of(RESOLVER.battle({"sides": sides, "orders": orders}), RESOLVER.numbers)


def opened(edges, rolls=(4, 4), entry=(), preferred=0):
    """The arena of two sides that have rolled these dice and met."""
    a = arena(a={"edge": edges[0], "entry": list(entry)}, b={"edge": edges[1]})
    a.sides[:, at.ROLL] = rolls
    a.sides[:, at.PREFERRED] = preferred
    open_battle(a, 0, 1)
    return a


@pytest.mark.rule("C2E-17.7-01")
@pytest.mark.parametrize("example", RULES.examples("C2E-17.7-01"), ids=str)
def test_initiative_is_a_die_and_what_a_lane_or_being_there_adds(example):
    inputs = example.given
    a = arena(a={"by_lane": inputs["via_lane"], "present": inputs["present"]})
    a.source[0] = next(key for key in range(100) if Stream(key).die(6) == inputs["d6"])
    roll_for_initiative(a)
    assert a.sides[0, at.ROLL] == example.expect["initiative"]


@pytest.mark.rule("C2E-17.8-01")
@pytest.mark.parametrize("row", RULES["C2E-17.8-01"].rows, ids=str)
def test_the_opening_distance_goes_by_the_edges(row):
    for first in range(6):
        second = (first + row["ring_steps_between_edges"]) % 6
        a = opened((EDGES[first], EDGES[second]))
        assert a.table[at.RANGE] == row["opening_distance_inches"]


CHOICES = {"in_one_foot": "NEARER", "opponent_back": "FARTHER", "edge_segment": "EDGE SE"}


@pytest.mark.rule("C2E-17.9-01")
@pytest.mark.parametrize("example", RULES.examples("C2E-17.9-01"), ids=str)
def test_the_drop_is_a_change_for_each_two_points(example):
    inputs, expect = example.given, example.expect
    words = [CHOICES.get(inputs.get("choice"), "NEARER")] * 4
    a = opened(inputs.get("edges", ("N", "S")), (inputs["own"], inputs["other"]), words)
    assert a.table[at.RANGE] == expect.get("distance", 60 - 12 * expect.get("changes", 0))


@pytest.mark.rule("C2E-17.9-01")
@pytest.mark.parametrize(
    ("entry", "rolls", "distance"),
    [
        (["NEARER"], (6, 1), 36),  # of two changes one has a word: the other is the program's
        (["FARTHER"] * 4, (8, 1), 84),
        (["NEARER"] * 4, (9, 1), 12),
        (["EDGE S"], (6, 4), 60),
        (["EDGE NE"], (6, 4), 48),
        ([], (6, 1), 36),
        (["NEARER"], (1, 6), 36),  # the other side has the drop
    ],
)
def test_words_of_entry_are_used_in_turn_and_then_the_preferred_range(entry, rolls, distance):
    edges = ("S", "N") if entry and entry[0].startswith("EDGE") else ("N", "S")
    assert opened(edges, rolls, entry).table[at.RANGE] == distance


@pytest.mark.rule("C2E-17.9-01")
def test_the_lines_of_a_split_formation_break_off_by_themselves():
    side = [{"design": "CH"}, {"design": "AX"}, {"design": "AX"}]
    for entry, runs in (([], (1, 0)), (["SPLIT"], (0, 1))):
        spec = {"sides": {"a": side, "b": side}, "orders": {"a": {"entry": entry}}}
        a = arena_of(RESOLVER.battle(spec), RESOLVER.numbers)
        a.sides[:, at.ROLL] = 4, 2
        open_battle(a, 0, 1)
        a.ships[[1, 2], at.STATUS] = at.DESTROYED  # the rear line
        weigh(a, 0)
        assert (a.sides[0, at.RUNNING], a.sides[0, at.REAR_RUNS]) == runs


@pytest.mark.rule("C2E-17.10-01")
def test_all_fleets_begin_facing_each_other():
    a = arena(a={"speed": 8})
    a.sides[1, at.SPEED] = -14  # it has turned away from an enemy before
    get_ready(a, 0)
    get_ready(a, 1)
    assert a.sides[:, at.SPEED].tolist() == [8, 14]


@pytest.mark.rule("C2E-17.6-01")
@pytest.mark.parametrize("example", [RULES.examples("C2E-17.6-01")[1]], ids=str)
def test_a_force_without_an_order_fights_by_the_defaults(example):
    side = side_of(force())
    expect = example.expect
    assert (side.speed, side.formation, side.intent) == (
        expect["speed"], expect["formation"], expect["intent"]
    )  # fmt: skip
    assert (side.breakoff, side.exit) == (expect["breakoff_percent"], expect["exit"])


@pytest.mark.rule("C2E-17.6-02")
@pytest.mark.parametrize("example", RULES.examples("C2E-17.6-02"), ids=str)
def test_a_force_that_left_under_fire_comes_as_it_left(example):
    inputs, expect = example.given, example.expect
    came = (inputs["exit_speed"], inputs["exit_formation"]) if inputs["left_under_fire"] else None
    ordered = BattleOrder(speed=inputs["ordered_speed"], formation="tight")
    side = side_of(evolve(force(), order=ordered, came_at=came))
    assert side.speed == expect["speed"]
    assert side.formation == expect.get("formation", "tight")


def force():
    game = campaign({(7, 7): {"owner": "Ada"}})
    fleet(game, "Ada", (7, 7), "g1", CH=1, AX=1)
    return BattleForce(
        name="Ada",
        ships=tuple(game.ships),
        order=BattleOrder(),
        entry=(),
        by_lane=False,
        present=True,
        came_at=None,
    )


def test_ships_of_the_game_stand_in_their_lines_and_enter_by_edges():
    side = side_of(force())
    assert [each.rear for each in side.ships] == [False, True]
    assert [each.name for each in side.ships] == ["Argent-1", "Packhorse-1"]
    other = evolve(side, name="Brin", edge="NE")
    assert [f.edge for f in battle_of([side, other]).fleets] == ["SW", "NE"]
