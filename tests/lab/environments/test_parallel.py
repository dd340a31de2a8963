"""Observations of environments, and the meaning of actions."""

from __future__ import annotations

from typing import Any

import attrs
import numpy as np
import pytest

import horizons_core as hz
import horizons_lab as lab
from horizons_lab.environments.observations import schema_tables
from tests.effort import first
from tests.lab.environments.moons import moons, played, sampled

VARIANTS = sorted(hz.variants())
every_game = pytest.mark.parametrize("name", first(VARIANTS, 2))


# observations


@every_game
def test_observations_are_in_their_space_and_told_by_column(name):
    env = lab.parallel_env(name, max_cycles=3, slots=3)
    for observations, *_ in played(env):
        for agent, observation in observations.items():
            assert env.observation_space(agent).contains(observation)
    for table in env.layout.tables:
        assert len(set(table.columns)) == len(table.columns)
        assert env.observation_space("P1")["observation"][table.name].shape == (
            table.rows,
            len(table.columns),
        )


def test_what_a_view_lists_stands_in_the_arrays():
    env = lab.parallel_env("event_horizon", max_cycles=3)
    observations, _ = env.reset(seed=3)
    view = env.view("P1")
    tables = {table.name: table for table in env.layout.tables}
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
    env = lab.parallel_env("event_horizon", max_cycles=3)
    env.reset(seed=3)
    view = env.view("P1")
    met = {
        "name": "Brin normal 2.0 #1", "owner": "P2", "number": 1, "strength": 2.0,
        "status": "normal", "mothership": False, "sector": "3,5",
    }  # fmt: skip
    arrays = env.layout.arrays(attrs.evolve(view, data={**view.data, "contacts": [met]}))
    columns = {table.name: table.columns for table in env.layout.tables}
    assert dict(zip(columns["contacts"], arrays["contacts"][0], strict=True)) == {
        "mothership": 0, "number": 1, "sector.0": 3, "sector.1": 5, "status=immobile": 0,
        "status=normal": 1, "status=unarmed": 0, "strength": 2,
    }  # fmt: skip
    counts = {name: arrays["self"][0, columns["self"].index(f"{name}.count")] for name in
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
    assert dict(schema_tables(schema, entries=3, deepest=2)) == {
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
    assert list(schema_tables({}, 3, 2)) == [("", [])]


def test_things_beyond_the_last_row_are_left_out():
    env = lab.parallel_env("galaxy_g", max_cycles=2, rows=1)
    observations, _ = env.reset()
    shapes = {array.shape[0] for array in observations["P1"]["observation"].values()}
    assert shapes == {1}


def test_the_mask_says_which_commands_can_be_given():
    env = lab.parallel_env("event_horizon", max_cycles=3)
    observations, _ = env.reset(seed=3)
    can, *_ = observations["P1"]["action_mask"]
    offered = env.variant.order_options(env.view("P1"))
    assert [
        name for name, allowed in zip(env.choices.keywords, can[1:], strict=True) if allowed
    ] == [name for name in env.choices.keywords if name in offered]
    assert can[0] == 1


def test_numbers_choose_among_what_is_offered():
    env = lab.parallel_env("event_horizon", max_cycles=3, slots=2, choices=8)
    env.reset(seed=3)
    keywords = list(env.choices.keywords)
    action = np.zeros(env.choices.width * 2, dtype=int)
    assert env.orders("P1", action) == ""
    action[0] = 1 + keywords.index("MOVE")
    ship, direction = env.variant.order_options(env.view("P1"))["MOVE"].arguments.values()
    assert env.orders("P1", action) == f"MOVE {ship[0]} {direction[0]}\n"
    action[2] = 1
    assert env.orders("P1", action) == f"MOVE {ship[0]} {direction[1]}\n"
    action[2] = len(direction) + 1  # counted from the beginning again
    assert env.orders("P1", action) == f"MOVE {ship[0]} {direction[1]}\n"
    # numbers after "no more orders" are ignored
    action[: env.choices.width] = 0
    action[env.choices.width] = 1 + keywords.index("MOVE")
    assert env.orders("P1", action) == ""
    with pytest.raises(ValueError, match="an action has"):
        env.orders("P1", [1, 2])


def test_each_turn_numbers_choose_among_what_is_offered_then():
    env = lab.parallel_env("event_horizon", max_cycles=3, slots=1, choices=32)
    env.reset(seed=3)
    move = 1 + env.choices.keywords.index("MOVE")
    second_ship_east = np.array([move, 1, 0, 0, 0, 0, 0])
    build_a_probe = np.array([1 + env.choices.keywords.index("BUILD"), 0, 1, 0, 0, 0, 0])
    assert env.orders("P1", second_ship_east) == "MOVE 1 E\n"
    env.step({"P1": build_a_probe})
    assert env.orders("P1", second_ship_east) == "MOVE 2 E\n"


def test_a_range_is_told_from_end_to_end():
    env = lab.parallel_env("event_horizon", max_cycles=3, slots=1, choices=5)
    env.reset(seed=3)
    build = env.variant.order_options(env.view("P1"))["BUILD"].arguments
    first = next(iter(build.values()))
    action = np.zeros(env.choices.width, dtype=int)
    action[0] = 1 + list(env.choices.keywords).index("BUILD")
    assert env.orders("P1", action).split()[1] == str(int(first.minimum))
    action[1] = 4
    assert env.orders("P1", action).split()[1] == str(int(first.maximum))


def test_orders_stand_in_the_sections_that_a_game_asks_for():
    env = lab.parallel_env("far_horizons", max_cycles=3, slots=2)
    env.reset(seed=3)
    action = np.zeros(env.choices.width * 2, dtype=int)
    action[0] = 1 + list(env.choices.keywords).index("AUTO")
    action[env.choices.width] = 1 + list(env.choices.keywords).index("SHIPYARD")
    text = env.orders("P1", action)
    assert text.splitlines() == [
        *("START PRODUCTION", "  PRODUCTION PL P1 Prime", "  SHIPYARD", "END"),
        *("START POST-ARRIVAL", "  AUTO", "END"),
    ]
    assert env.step({"P1": action})[-1]["P1"]["orders"] == text


def test_text_is_what_a_player_writes():
    env = moons(actions="text")
    env.reset(seed=1)
    *_, infos = env.step({"P1": "DIG\nDOG", "P2": ""})
    assert infos["P1"] == {"turn": 1, "orders": "DIG\nDOG", "refused": 1}
    assert infos["P2"] == {"turn": 1, "orders": "", "refused": 0}


# rewards and ends


def test_the_place_is_rewarded_at_the_end():
    steps = played(moons(options={"goal": 10}, max_cycles=60))
    for _, rewards, terminated, truncated, _ in steps[1:-1]:
        assert set(rewards.values()) == {0.0}
        assert not any(terminated.values())
        assert not any(truncated.values())
    _, rewards, terminated, truncated, _ = steps[-1]
    assert sorted(rewards.values()) in ([-1.0, 1.0], [0.0, 0.0])
    assert all(terminated.values()) != all(truncated.values())


def test_a_game_without_orders_ends_level():
    env = moons(max_cycles=2, players=3)
    env.reset(seed=1)
    env.step({})
    _, rewards, terminated, truncated, _ = env.step({})
    assert set(rewards.values()) == {0.0}
    assert all(truncated.values())
    assert not any(terminated.values())
    assert env.agents == []


ORE = "empires[?id=='{player}'].stock.ore | [0]"


def test_a_measure_is_rewarded_by_how_much_it_grows():
    env = moons(reward=ORE, actions="text", max_cycles=4)
    env.reset(seed=2)
    gained = dict.fromkeys(env.agents, 0.0)
    start = {empire.id: empire.stock["ore"] for empire in env.game.empires}
    while env.agents:
        _, rewards, *_ = env.step(dict.fromkeys(env.agents, "DIG"))
        for agent, reward in rewards.items():
            gained[agent] += reward
    end = {empire.id: empire.stock["ore"] for empire in env.game.empires}
    assert sum(gained.values()) == sum(end.values()) - sum(start.values()) > 0


def test_the_score_is_rewarded_by_how_much_it_grows():
    env = lab.parallel_env("event_horizon", reward="score", max_cycles=5)
    env.reset(seed=1)
    before = _score(env)
    steps = played(env)
    gained = sum(step[1]["P1"] for step in steps[1:])
    assert gained == pytest.approx(_score(env) - before)


def _score(env: lab.HorizonsEnv) -> float:
    ranks = {rank.empire: rank.figures for rank in env.variant.ranking(env.game)}
    return next(iter(ranks["P1"].values()))


# bots, saving, dice


def test_bots_play_seats_that_are_no_agents():
    env = moons(bots={"P2": "raider"})
    assert env.possible_agents == ["P1"]
    steps = played(env)
    assert set(steps[-1][1]) == {"P1"}
    assert env.game.empire("P2").stock["ore"] > 0


def test_a_saved_game_goes_on_as_it_would_have(tmp_path):
    original, copy = moons(), moons(key="another")
    observations, _ = original.reset(seed=5)
    for _ in range(3):
        observations, *_ = original.step(sampled(original, observations))
    saved = original.save()
    actions = [sampled(original, observations)]
    first = original.step(actions[0])
    restored, _ = copy.restore(saved)
    assert _same(restored, observations)
    assert _same(copy.step(actions[0]), first)
    assert hz.digest(original.game) == hz.digest(copy.game)
    assert _same(original.restore(saved)[0], observations)
    with pytest.raises(lab.StudyError, match="not a saved environment"):
        original.restore(b"[]")


def _same(first: Any, second: Any) -> bool:
    from gymnasium.utils.env_checker import data_equivalence

    return data_equivalence(first, second)


def test_without_a_seed_the_next_game_of_the_key_is_played():
    first, second = moons(), moons()
    games = []
    for env in (first, second):
        digests = []
        for _ in range(3):
            env.reset()
            digests.append(hz.digest(env.game))
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
        ({"actions": "moves"}, "known: orders, stepwise, text"),
        ({"observations": "rows"}, "known: dict, box"),
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
    with pytest.raises(hz.HorizonsError) as error:
        moons(**changes)
    assert words in f"{error.value.message} {error.value.hint}"


def test_an_agent_who_is_not_there_is_refused():
    env = moons()
    env.reset()
    with pytest.raises(ValueError, match="'P9' is not an agent"):
        env.step({"P9": [0]})
    broken = moons(reward="'a'", actions="text")
    with pytest.raises(lab.StudyError, match="reward is 'a'"):
        broken.reset()
