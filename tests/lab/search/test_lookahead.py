"""The bot `lookahead` plays any game, within its budget, with its empire's knowledge."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

import horizons_core as hz
import horizons_lab as lab
from horizons_core.errors import UnknownNameError
from horizons_core.testing.playing import bot_orders
from horizons_lab.rule_sources import variant_of
from horizons_lab.seats import find_bot
from horizons_lab.study_data import study_data
from tests.effort import first
from tests.lab.raids import RULES, raids, rows

PROSPECTORS = Path(__file__).parents[3] / "examples" / "prospectors" / "src" / "prospectors"
GAMES = [
    "event_horizon", "campaign2e", "far_horizons", "galaxy_g", "starcluster",
    str(PROSPECTORS), RULES,
]  # fmt: skip


def orders_of(variant, game, seed="a stream", **parameters):
    """Return the orders of the first player's bot."""
    bot = lab.Lookahead(**parameters).bot(variant)
    return bot_orders(variant, game, {game.empires[0].id: bot}, seed)[game.empires[0].id]


@pytest.fixture(params=first(GAMES), ids=lambda name: Path(name).stem)
def variant(request):
    return variant_of(request.param)


def test_it_plays_every_game_without_a_rejected_order(variant):
    game = variant.new_game(["P1", "P2"], seed="any game")
    texts = []
    for _ in range(3):
        text = orders_of(variant, game, budget=50, turns=2)
        turn = hz.run_turn(game, {"P1": text}, variant=variant)
        assert not [remark for remark in turn.diagnostics["P1"] if remark.severity == "error"]
        texts.append(text)
        game = turn.game
    assert any(texts)


def test_the_same_stream_gives_the_same_orders(variant):
    game = variant.new_game(["P1", "P2"], seed="any game")
    assert orders_of(variant, game, budget=20) == orders_of(variant, game, budget=20)


def test_it_foresees_no_more_turns_than_its_budget(variant, monkeypatch):
    calls = Counter()
    foresee = variant.foresee

    def counted(*arguments):
        calls["foresee"] += 1
        return foresee(*arguments)

    monkeypatch.setattr(variant, "foresee", counted)
    orders_of(variant, variant.new_game(["P1", "P2"], seed="any game"), budget=25, turns=2)
    assert 0 < calls["foresee"] <= 25


@pytest.mark.parametrize(
    ("name", "change"),
    [
        (RULES, lambda other: other.stock.update(ore=other.stock["ore"] + 30, traps=0)),
        ("event_horizon", lambda other: other.stock.update(ore=other.stock.get("ore", 0) + 99)),
        ("galaxy_g", lambda other: setattr(other, "password", "lark")),
    ],
    ids=["moon_raiders", "event_horizon", "galaxy_g"],
)
def test_what_its_empire_cannot_see_changes_none_of_its_orders(name, change):
    variant = variant_of(name)
    game, other = (variant.new_game(["P1", "P2"], seed="any game") for _ in range(2))
    change(other.empire("P2"))
    other.secret = "another secret"
    assert hz.digest(other) != hz.digest(game)
    assert variant.view(other, "P1") == variant.view(game, "P1")
    assert orders_of(variant, other) == orders_of(variant, game) != ""


def test_it_never_leaves_the_game_though_no_forecast_tells_what_comes_of_it():
    variant = hz.load_variant("galaxy_g")
    game = variant.new_game(["Mutant Camels", "P2"], seed="any game")
    for seed in range(6):
        text = orders_of(variant, game, seed, budget=60)
        assert not [line for line in text.splitlines() if line.startswith("Q")]


def test_it_beats_one_who_orders_nothing_wherever_turns_pay():
    result = raids(seats=[lab.Lookahead(budget=30), "idle"], games=4, max_turns=None).run()
    assert result.win_rate("lookahead").value == 1


@pytest.mark.slow
def test_a_study_knows_it_by_its_name_and_by_its_parameters(tmp_path):
    named = raids(seats=["lookahead", "random"], games=2, max_turns=3)
    described = raids(seats=[lab.Lookahead(), "random"], games=2, max_turns=3)
    file = tmp_path / "study.yaml"
    file.write_text(
        f"{{variant: {RULES}, seats: [{{bot: lookahead}}, random], games: 2,"
        " key: raids, max_turns: 3}",
        encoding="utf-8",
    )
    from_file = lab.Study.from_file(file)
    assert rows(named.run()) == rows(described.run()) == rows(from_file.run())
    assert study_data(described)["seats"] == [{"bot": "lookahead"}, "random"]


def test_parameters_are_kept_and_read_back():
    deep = lab.Lookahead(budget=200, turns=5, name="deep")
    assert lab.Lookahead.read(deep.data()) == deep
    assert deep.data() == {"bot": "lookahead", "budget": 200, "turns": 5, "name": "deep"}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"bot": "lookahead", "turn": 3}, "lookahead has no parameter 'turn'.*turns"),
        ({"bot": "greedy", "turns": 3}, "'greedy' is not a bot with parameters"),
        ({"bot": "lookahead", "turns": 0}, "turns is 0"),
        ({"bot": "lookahead", "budget": "much"}, "budget is 'much'"),
    ],
)
def test_wrong_parameters_are_told(data, message):
    with pytest.raises(lab.StudyError) as problem:
        lab.Lookahead.read(data)
    assert re.search(message, f"{problem.value} {problem.value.hint}")


def test_a_bot_of_the_game_that_bears_its_name_plays_instead(monkeypatch):
    variant = variant_of(RULES)
    raider = variant.bot("raider")
    monkeypatch.setitem(variant.bots, "lookahead", raider)
    assert find_bot("lookahead", variant) is raider


def test_it_is_an_opponent_in_environments():
    env = lab.parallel_env(RULES, players=2, bots={"P2": "lookahead"}, max_cycles=2)
    env.reset(seed=1)
    env.step({"P1": [0] * len(env.action_space("P1").nvec)})
    assert env.game.empire("P2").stock["ore"] > 5


def test_a_name_that_is_nearly_its_own_is_told():
    with pytest.raises(UnknownNameError) as problem:
        find_bot("lookahed", variant_of(RULES))
    assert "lookahead" in problem.value.hint
