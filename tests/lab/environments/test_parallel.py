"""What environments say of a game, and what actions mean in it."""

from __future__ import annotations

from typing import Any

import attrs
import numpy as np
import pytest

import horizons_core as hz
import horizons_lab as lab
from horizons_lab.environments.described import described_tables
from tests.effort import first
from tests.lab.environments.moons import moons, played, sampled

VARIANTS = sorted(hz.variants())
every_game = pytest.mark.parametrize("name", first(VARIANTS, 2))


# what it says


@every_game
def test_observations_are_in_their_space_and_told_by_column(name):
    it = lab.parallel_env(name, max_cycles=3, slots=3)
    for observations, *_ in played(it):
        for agent, observation in observations.items():
            assert it.observation_space(agent).contains(observation)
    for table in it.layout.tables:
        assert len(set(table.columns)) == len(table.columns)
        assert it.observation_space("P1")["observation"][table.name].shape == (
            table.rows,
            len(table.columns),
        )


def test_what_a_view_lists_stands_in_the_arrays():
    it = lab.parallel_env("event_horizon", max_cycles=3)
    observations, _ = it.reset(seed=3)
    view = it.view("P1")
    tables = {table.name: table for table in it.layout.tables}
    ships = observations["P1"]["observation"]["ships"]
    for row, ship in enumerate(view["ships"]):
        for place, name in enumerate(tables["ships"].columns):
            if name in ship:
                assert ships[row, place] == float(ship[name])
            if name == "sector.1":
                assert ships[row, place] == int(ship["sector"].split(",")[1])
            if name == "name=Mothership":
                assert ships[row, place] == ship["mothership"]
    assert not ships[len(view["ships"]) :].any()
    stock = observations["P1"]["observation"]["self"][0]
    for ware, amount in view["stock"].items():
        assert stock[tables["self"].columns.index(f"stock.{ware}")] == amount


def test_enemies_have_columns_before_anybody_has_met_any():
    it = lab.parallel_env("event_horizon", max_cycles=3)
    it.reset(seed=3)
    view = it.view("P1")
    met = {
        "name": "Brin normal 2.0 #1", "owner": "P2", "number": 1, "strength": 2.0,
        "status": "normal", "mothership": False, "sector": "3,5",
    }  # fmt: skip
    told = it.layout.arrays(attrs.evolve(view, data={**view.data, "contacts": [met]}))
    columns = {table.name: table.columns for table in it.layout.tables}
    assert dict(zip(columns["contacts"], told["contacts"][0], strict=True)) == {
        "mothership": 0, "number": 1, "sector.0": 3, "sector.1": 5, "status=immobile": 0,
        "status=normal": 1, "status=unarmed": 0, "strength": 2,
    }  # fmt: skip
    counts = {name: told["self"][0, columns["self"].index(f"{name}.count")] for name in
              ("contacts", "ships", "sectors")}  # fmt: skip
    assert counts == {"contacts": 1, "ships": 1, "sectors": 1}


def test_the_fields_of_a_schema_are_told_by_list():
    number, text = {"type": "integer"}, {"type": "string"}
    place = {"type": "string", "pattern": "^[0-9]+,[0-9]+$"}
    ship = {
        "properties": {
            "size": {"anyOf": [number, {"type": "null"}]},
            "name": text,
            "state": {"enum": ["new", "old"]},
            "level": {"enum": [1, 2], "type": "integer"},
            "at": place,
            "code": {"type": "string", "pattern": "^W[0-9]$"},
            "far": {"items": number, "maxItems": 2},
            "near": {"items": number},
            "wide": {"items": number, "maxItems": 9},
            "part": {"type": ["number", "null"]},
            "words": {"items": text},
            "deep": {"properties": {"deeper": {"properties": {"deepest": number}}}},
        }
    }
    schema = {
        "properties": {
            "ships": {"items": {"anyOf": [ship, {"type": "null"}]}},
            "turn": number,
            "stock": {"additionalProperties": number},
        }
    }
    assert dict(described_tables(schema, entries=3, deepest=2)) == {
        "ships": [
            (("size",), ()),
            (("state",), ["new", "old"]),
            (("level",), ()),
            (("at", "0"), ()),
            (("at", "1"), ()),
            (("far", "count"), ()),
            (("far", "0"), ()),
            (("far", "1"), ()),
            (("near", "count"), ()),
            (("near", "0"), ()),
            (("near", "1"), ()),
            (("near", "2"), ()),
            (("wide", "count"), ()),
            *((("wide", str(entry)), ()) for entry in range(3)),
            (("part",), ()),
            (("words", "count"), ()),
        ],
        "": [(("ships", "count"), ()), (("turn",), ())],
    }
    assert list(described_tables({}, 3, 2)) == [("", [])]


def test_things_beyond_the_last_row_are_left_out():
    it = lab.parallel_env("galaxy_g", max_cycles=2, rows=1)
    observations, _ = it.reset()
    shapes = {array.shape[0] for array in observations["P1"]["observation"].values()}
    assert shapes == {1}


def test_the_mask_says_which_commands_can_be_given():
    it = lab.parallel_env("event_horizon", max_cycles=3)
    observations, _ = it.reset(seed=3)
    can, *_ = observations["P1"]["action_mask"]
    offered = it.variant.order_options(it.view("P1"))
    assert [name for name, one in zip(it.choices.keywords, can[1:], strict=True) if one] == [
        name for name in it.choices.keywords if name in offered and offered[name].is_complete
    ]
    assert can[0] == 1


def test_numbers_choose_among_what_is_offered():
    it = lab.parallel_env("event_horizon", max_cycles=3, slots=2, choices=8)
    it.reset(seed=3)
    keywords = list(it.choices.keywords)
    action = np.zeros(it.choices.width * 2, dtype=int)
    assert it.orders("P1", action) == ""
    action[0] = 1 + keywords.index("MOVE")
    ship, direction = it.variant.order_options(it.view("P1"))["MOVE"].arguments.values()
    assert it.orders("P1", action) == f"MOVE {ship[0]} {direction[0]}\n"
    action[2] = 1
    assert it.orders("P1", action) == f"MOVE {ship[0]} {direction[1]}\n"
    action[2] = len(direction) + 1  # counted on from the beginning
    assert it.orders("P1", action) == f"MOVE {ship[0]} {direction[1]}\n"
    # nothing after "no more orders" counts
    action[: it.choices.width] = 0
    action[it.choices.width] = 1 + keywords.index("MOVE")
    assert it.orders("P1", action) == ""
    with pytest.raises(ValueError, match="an action has"):
        it.orders("P1", [1, 2])


def test_each_turn_numbers_choose_among_what_is_offered_then():
    it = lab.parallel_env("event_horizon", max_cycles=3, slots=1, choices=32)
    it.reset(seed=3)
    move = 1 + it.choices.keywords.index("MOVE")
    second_ship_east = np.array([move, 1, 0, 0, 0, 0, 0])
    build_a_probe = np.array([1 + it.choices.keywords.index("BUILD"), 0, 0, 1, 0, 0, 0])
    assert it.orders("P1", second_ship_east) == "MOVE 1 E\n"
    it.step({"P1": build_a_probe})
    assert it.orders("P1", second_ship_east) == "MOVE 2 E\n"


def test_a_range_is_told_from_end_to_end():
    it = lab.parallel_env("event_horizon", max_cycles=3, slots=1, choices=5)
    it.reset(seed=3)
    build = it.variant.order_options(it.view("P1"))["BUILD"].arguments
    first = next(iter(build.values()))
    action = np.zeros(it.choices.width, dtype=int)
    action[0] = 1 + list(it.choices.keywords).index("BUILD")
    assert it.orders("P1", action).split()[1] == str(int(first.minimum))
    action[1] = 4
    assert it.orders("P1", action).split()[1] == str(int(first.maximum))


def test_orders_stand_in_the_sections_that_a_game_asks_for():
    it = lab.parallel_env("far_horizons", max_cycles=3, slots=2)
    it.reset(seed=3)
    action = np.zeros(it.choices.width * 2, dtype=int)
    action[0] = 1 + list(it.choices.keywords).index("TERRAFORM")
    action[it.choices.width] = 1 + list(it.choices.keywords).index("SHIPYARD")
    text = it.orders("P1", action)
    assert text.splitlines() == [
        *("START PRODUCTION", "  SHIPYARD", "END"),
        *("START POST-ARRIVAL", "  TERRAFORM PL P1 Prime", "END"),
    ]
    assert it.step({"P1": action})[-1]["P1"]["orders"] == text


def test_text_is_what_a_player_writes():
    it = moons(actions="text")
    it.reset(seed=1)
    *_, infos = it.step({"P1": "DIG\nDOG", "P2": ""})
    assert infos["P1"] == {"turn": 1, "orders": "DIG\nDOG", "refused": 1}
    assert infos["P2"] == {"turn": 1, "orders": "", "refused": 0}


# rewards and ends


def test_the_place_is_rewarded_at_the_end():
    told = played(moons(options={"goal": 10}, max_cycles=60))
    for _, rewards, terminated, truncated, _ in told[1:-1]:
        assert set(rewards.values()) == {0.0}
        assert not any(terminated.values())
        assert not any(truncated.values())
    _, rewards, terminated, truncated, _ = told[-1]
    assert sorted(rewards.values()) in ([-1.0, 1.0], [0.0, 0.0])
    assert all(terminated.values()) != all(truncated.values())


def test_a_game_without_orders_ends_level():
    it = moons(max_cycles=2, players=3)
    it.reset(seed=1)
    it.step({})
    _, rewards, terminated, truncated, _ = it.step({})
    assert set(rewards.values()) == {0.0}
    assert all(truncated.values())
    assert not any(terminated.values())
    assert it.agents == []


ORE = "empires[?id=='{player}'].stock.ore | [0]"


def test_a_measure_is_rewarded_by_how_much_it_grows():
    it = moons(reward=ORE, actions="text", max_cycles=4)
    it.reset(seed=2)
    gained = dict.fromkeys(it.agents, 0.0)
    start = {one.id: one.stock["ore"] for one in it.game.empires}
    while it.agents:
        _, rewards, *_ = it.step(dict.fromkeys(it.agents, "DIG"))
        for agent, reward in rewards.items():
            gained[agent] += reward
    end = {one.id: one.stock["ore"] for one in it.game.empires}
    assert sum(gained.values()) == sum(end.values()) - sum(start.values()) > 0


def test_the_score_is_rewarded_by_how_much_it_grows():
    it = lab.parallel_env("event_horizon", reward="score", max_cycles=5)
    it.reset(seed=1)
    before = _score(it)
    told = played(it)
    gained = sum(step[1]["P1"] for step in told[1:])
    assert gained == pytest.approx(_score(it) - before)


def _score(it: lab.HorizonsEnv) -> float:
    ranks = {rank.empire: rank.figures for rank in it.variant.ranking(it.game)}
    return next(iter(ranks["P1"].values()))


# bots, keeping, dice


def test_bots_play_seats_that_are_no_agents():
    it = moons(bots={"P2": "raider"})
    assert it.possible_agents == ["P1"]
    told = played(it)
    assert set(told[-1][1]) == {"P1"}
    assert it.game.empire("P2").stock["ore"] > 0


def test_a_saved_game_goes_on_as_it_would_have(tmp_path):
    one, two = moons(), moons(key="another")
    observations, _ = one.reset(seed=5)
    for _ in range(3):
        observations, *_ = one.step(sampled(one, observations))
    saved = one.save()
    actions = [sampled(one, observations)]
    first = one.step(actions[0])
    restored, _ = two.restore(saved)
    assert _same(restored, observations)
    assert _same(two.step(actions[0]), first)
    assert hz.digest(one.game) == hz.digest(two.game)
    assert _same(one.restore(saved)[0], observations)
    with pytest.raises(lab.StudyError, match="not a saved environment"):
        one.restore(b"[]")


def _same(one: Any, other: Any) -> bool:
    from gymnasium.utils.env_checker import data_equivalence

    return data_equivalence(one, other)


def test_without_a_seed_the_next_game_of_the_key_is_played():
    one, two = moons(), moons()
    games = []
    for it in (one, two):
        digests = []
        for _ in range(3):
            it.reset()
            digests.append(hz.digest(it.game))
        games.append(digests)
    assert games[0] == games[1]
    assert len(set(games[0])) == 3
    other = moons(key="other")
    other.reset()
    assert hz.digest(other.game) not in games[0]


# mistakes


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"actions": "moves"}, "known: orders, text"),
        ({"render_mode": "rgb_array"}, "known: ansi, human"),
        ({"max_cycles": 0}, "max_cycles is 0"),
        ({"bots": {"P3": "raider"}}, "no seat 'P3'"),
        ({"bots": {"P1": "raider", "P2": "raider"}}, "bots play all seats"),
        ({"bots": {"P1": "rider"}}, "rider"),
        ({"reward": "empires["}, "is invalid"),
        ({"reward": {"events": "*"}}, "cannot count events"),
        ({"players": 99}, "99"),
        ({"options": {"gaol": 1}}, "gaol"),
    ],
)
def test_what_cannot_be_is_refused(changes, words):
    with pytest.raises(hz.HorizonsError) as told:
        moons(**changes)
    assert words in f"{told.value.message} {told.value.hint}"


def test_an_agent_who_is_not_there_is_refused():
    it = moons()
    it.reset()
    with pytest.raises(ValueError, match="'P9' is not an agent"):
        it.step({"P9": [0]})
    told = moons(reward="'a'", actions="text")
    with pytest.raises(lab.StudyError, match="reward is 'a'"):
        told.reset()
