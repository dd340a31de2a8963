"""Environments turn by turn: their spaces, ends, rewards, reports and saved games."""

from __future__ import annotations

import json
from types import SimpleNamespace

import numpy as np
import pytest

import horizons_core as hz
import horizons_lab as lab
from horizons_lab.environments import parallel, rewards
from horizons_lab.environments.rewards import Rewards
from horizons_lab.games import EmpireStanding
from tests.lab.environments.moons import moons
from tests.lab.raids import RULES


def test_it_says_what_it_is():
    assert lab.HorizonsEnv.metadata == {
        "name": "horizons_v0", "render_modes": ["ansi", "human"], "is_parallelizable": True
    }  # fmt: skip
    assert lab.SoloEnv.metadata == {"render_modes": ["ansi", "human"], "render_fps": 1}


def test_defaults_are_a_game_of_two_with_eight_orders_of_32_things_each():
    env = lab.parallel_env(RULES)
    assert env.possible_agents == ["P1", "P2"]
    assert (env.max_cycles, env.key, env.render_mode, env.bots) == (200, "", None, {})
    numbers = env.action_space("P1").nvec
    assert len(numbers) == 8 * env.choices.width
    assert set(numbers[1 : env.choices.width]) == {32}
    assert {table.rows for table in env.layout.tables} == {1, 64}


def test_spaces_are_the_same_objects_each_time():
    env = moons()
    assert env.action_space("P1") is env.action_space("P1") is not env.action_space("P2")
    assert env.observation_space("P1") is env.observation_space("P1")
    masks = env.observation_space("P1")["action_mask"].spaces
    assert [int(mask.n) for mask in masks] == env.action_space("P1").nvec.tolist()


def test_text_is_of_any_length_up_to_20_000():
    env = moons(actions="text")
    space = env.action_space("P1")
    assert (space.min_length, space.max_length) == (0, 20_000)
    assert set(env.observation_space("P1").spaces) == {"observation"}
    observations, _ = env.reset(seed=1)
    assert set(observations["P1"]) == {"observation"}


def test_a_game_is_cut_off_after_the_last_turn_and_not_before():
    env = moons(max_cycles=3)
    env.reset(seed=1)
    for turn in (1, 2, 3):
        _, _, terminated, truncated, infos = env.step({})
        assert set(truncated.values()) == {turn == 3}
        assert set(terminated.values()) == {False}
        assert [info["turn"] for info in infos.values()] == [turn, turn]
    with pytest.raises(ValueError, match="not an agent of this turn"):
        env.step({"P1": [0] * env.choices.width * 2})


def test_a_game_that_ends_in_its_last_turn_is_over_and_not_cut_off():
    env = moons(actions="text", options={"goal": 10}, max_cycles=1)
    env.reset(seed=1)
    _, rewards_, terminated, truncated, _ = env.step({"P1": "DIG", "P2": "DIG"})
    assert set(terminated.values()) == {True}
    assert set(truncated.values()) == {False}
    assert env.agents == []
    assert sum(rewards_.values()) == 0


def test_one_whose_empire_is_out_of_the_game_is_done_and_the_others_go_on():
    env = moons(players=3)
    env.reset(seed=1)
    env.game.empire("P2").active = False
    observations, rewards_, terminated, truncated, infos = env.step({})
    assert terminated == {"P1": False, "P2": True, "P3": False}
    assert not any(truncated.values())
    assert env.agents == ["P1", "P3"]
    assert set(observations) == set(rewards_) == set(infos) == {"P1", "P2", "P3"}
    assert set(env.step({})[0]) == {"P1", "P3"}


def test_refused_orders_are_counted_and_remarks_are_not():
    env = moons(actions="text")
    _, infos = env.reset(seed=1)
    assert infos == {agent: {"turn": 0, "orders": "", "refused": 0} for agent in ("P1", "P2")}
    *_, infos = env.step({"P1": "JUMP\nDIG\nHOP"})
    assert [infos[agent]["refused"] for agent in ("P1", "P2")] == [2, 0]


def test_the_dice_follow_from_key_seed_and_episode():
    a, b = moons(key="a"), moons(key="b")
    for env in (a, b):
        env.reset(seed=4)
    first = hz.digest(a.game)
    assert first != hz.digest(b.game)
    assert a.variant.new_game(["P1", "P2"], seed='["env","a",4,0]').secret == a.game.secret
    a.reset()
    assert a.variant.new_game(["P1", "P2"], seed='["env","a",4,1]').secret == a.game.secret
    a.reset(seed=4)
    assert hz.digest(a.game) == first


def test_without_a_seed_the_first_game_of_a_key_is_the_first():
    env = moons(key="a")
    assert env.agents == []
    for episode in (0, 1):
        env.reset()
        seed = f'["env","a","",{episode}]'
        assert env.variant.new_game(["P1", "P2"], seed=seed).secret == env.game.secret
    env.reset(seed=0)  # a seed, too
    assert env.variant.new_game(["P1", "P2"], seed='["env","a",0,0]').secret == env.game.secret


def test_reports_of_all_agents_are_rendered(capsys):
    texts = {}
    for mode in ("ansi", "human", None):
        env = moons(render_mode=mode)
        env.reset(seed=1)
        texts[mode] = (env.render(), capsys.readouterr().out)
    opening = hz.opening(env.game, env.variant)
    expected = "\n".join(opening.report(agent).text for agent in ("P1", "P2"))
    assert texts == {"ansi": (expected, ""), "human": (None, f"{expected}\n"), None: (None, "")}


# saving


def test_a_saved_environment_is_json_with_what_decides_how_it_goes_on():
    env = moons(reward="empires[?id=='{player}'].stock.ore | [0]")
    env.reset(seed=5)
    env.step({})
    saved = json.loads(env.save())
    base_values = {empire.id: float(empire.stock["ore"]) for empire in env.game.empires}
    game = saved.pop("game")
    assert saved == {"agents": ["P1", "P2"], "seed": 5, "episode": 0, "levels": base_values}
    assert game == hz.dump(env.game)


def test_a_restored_environment_plays_the_same_next_games_and_counts_from_the_same_levels():
    ore = "empires[?id=='{player}'].stock.ore | [0]"
    original, copy = (moons(reward=ore, actions="text", key="k") for _ in range(2))
    original.reset(seed=5)
    original.step({"P1": "DIG"})
    copy.restore(original.save())
    assert copy.step({"P1": "DIG"})[1] == original.step({"P1": "DIG"})[1] != {"P1": 0.0, "P2": 0.0}
    for env in (original, copy):
        env.reset()
    assert hz.digest(original.game) == hz.digest(copy.game)


@pytest.mark.parametrize("saved", [b"{", b"7", b"{}", b"null"])
def test_what_is_no_saved_environment_is_refused(saved):
    env = moons()
    with pytest.raises(hz.HorizonsError) as error:
        env.restore(saved)
    assert error.value.hint


def test_a_game_of_other_rules_is_refused_as_it_is_everywhere():
    env = moons()
    env.reset(seed=1)
    saved = json.loads(env.save())
    saved["game"]["variant"] = "event_horizon"
    with pytest.raises(hz.HorizonsError) as error:
        env.restore(json.dumps(saved).encode())
    assert not isinstance(error.value, lab.StudyError)


# rewards


def test_the_score_is_the_first_figure_and_counts_from_the_turn_before(monkeypatch):
    scores = {"P1": 3.0, "P2": None}
    monkeypatch.setattr(
        rewards, "standings",
        lambda variant, game: {
            name: EmpireStanding(1, False, score) for name, score in scores.items()
        },
    )  # fmt: skip
    by_score = Rewards(None, "score")
    assert by_score.base_values(None, ["P1", "P2"]) == {"P1": 3.0, "P2": 0.0}
    scores["P1"] = 5.5
    growth, base_values = by_score.after(None, {"P1": 3.0, "P2": 0.0}, is_over=True)
    assert (growth, base_values) == ({"P1": 2.5, "P2": 0.0}, {"P1": 5.5, "P2": 0.0})


@pytest.mark.parametrize(
    ("answer", "number"), [(None, 0.0), (True, 1.0), (7, 7.0), (2.5, 2.5), ("x", None)]
)
def test_what_a_measure_answers_is_a_number_or_refused(monkeypatch, answer, number):
    rewards_ = Rewards(SimpleNamespace(), "turn")
    monkeypatch.setattr(rewards, "measure_values", lambda *_: {"P1": {"reward": answer}})
    if number is None:
        with pytest.raises(lab.StudyError, match="the reward is 'x'"):
            rewards_.base_values(None, ["P1"])
    else:
        assert rewards_.base_values(None, ["P1"]) == {"P1": number}


def test_one_alone_is_neither_first_nor_last(monkeypatch):
    monkeypatch.setattr(rewards, "standings", lambda *_: {"P1": EmpireStanding(1, True, None)})
    game = SimpleNamespace(empires=[SimpleNamespace(id="P1")])
    assert Rewards(None).after(game, {"P1": 0.0}, is_over=True)[0] == {"P1": 0.0}


def test_places_of_bots_count_for_those_of_agents(monkeypatch):
    """The only agent is second of four."""
    stands = {f"P{place}": EmpireStanding(place, place == 1, None) for place in (1, 2, 3, 4)}
    monkeypatch.setattr(rewards, "standings", lambda *_: stands)
    game = SimpleNamespace(empires=list(stands))
    final, _ = Rewards(None).after(game, {"P2": 0.0}, is_over=True)
    assert final == {"P2": pytest.approx(1 / 3)}


@pytest.mark.parametrize("source", [{"events": "raid*"}, {"luck": "won"}])
def test_what_happened_is_no_reward(source):
    with pytest.raises(lab.StudyError, match="cannot count events or luck"):
        moons(reward=source)


# creation


@pytest.mark.parametrize("name", ["players", "max_cycles", "slots", "choices", "rows"])
def test_there_is_one_of_each_at_least(name):
    with pytest.raises(lab.StudyError, match=f"{name} is 0"):
        moons(**{name: 0})
    if name != "players":
        assert moons(**{name: 1}).possible_agents == ["P1", "P2"]


def test_agents_may_act_one_after_another():
    aec = parallel.env(RULES, 3, max_cycles=2, slots=1)
    aec.reset(seed=1)
    assert aec.possible_agents == ["P1", "P2", "P3"]
    assert aec.agent_selection == "P1"
    assert parallel.env(RULES).possible_agents == ["P1", "P2"]


def test_opponents_sit_from_the_second_seat_on():
    solo = lab.SoloEnv(RULES, ["raider", "idle"], max_cycles=2, slots=1)
    assert set(solo.parallel.bots) == {"P2", "P3"}
    assert solo.parallel.possible_agents == ["P1"]
    _, info = solo.reset(seed=3)
    del info["action_mask"]
    assert info == {"turn": 0, "orders": "", "refused": 0}
    action = np.zeros(solo.parallel.choices.width)
    observation, reward, terminated, truncated, info = solo.step(action)
    assert solo.observation_space.contains(observation)
    assert (reward, terminated, truncated, info["turn"]) == (0.0, False, False, 1)
    assert [type(part) for part in (reward, terminated, truncated)] == [float, bool, bool]
    assert solo.step(action)[3] is True
    assert lab.SoloEnv(RULES, max_cycles=2, slots=1, render_mode="ansi").render_mode == "ansi"


def test_one_number_is_chosen_after_the_other_until_all_have_ended_the_turn():
    env = moons(actions="stepwise", max_cycles=3)
    observations, infos = env.reset(seed=1)
    assert env.observation_space("P1").contains(observations["P1"])
    dig = 1 + env.choices.keywords.index("DIG")
    observations, *_, infos = env.step({"P1": dig, "P2": 0})
    assert np.flatnonzero(infos["P2"]["action_mask"]).tolist() == [0]
    assert env.game.turn == 0
    *_, infos = env.step({"P1": 0, "P2": 0})
    assert (env.game.turn, infos["P1"]["orders"], infos["P2"]["orders"]) == (1, "DIG\n", "")


def test_a_flat_observation_has_the_numbers_of_all_tables_by_column():
    tables, flat = (lab.parallel_env(RULES, observations=kind) for kind in ("dict", "box"))
    by_table, numbers = (env.reset(seed=1)[0]["P1"] for env in (tables, flat))
    named = dict(zip(flat.columns, numbers.tolist(), strict=True))
    for table in flat.layout.tables:
        array = by_table["observation"][table.name]
        assert named[f"{table.name}.0.{table.columns[0]}"] == array[0, 0]
        assert named[f"{table.name}.{table.rows - 1}.{table.columns[-1]}"] == array[-1, -1]
    assert flat.observation_space("P1").contains(numbers)


def test_a_single_seat_has_the_mask_as_booleans():
    solo = lab.SoloEnv(RULES, actions="stepwise", observations="box", max_cycles=2)
    solo.reset(seed=1)
    assert solo.action_masks().dtype == bool
    assert solo.action_masks().shape == (solo.action_space.n,)
