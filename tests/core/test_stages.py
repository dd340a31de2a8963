"""Stages of a game, the orders that count in each, and the seats that the next turn needs."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest

import horizons_core as hz
from horizons_core.errors import PluginError
from horizons_core.plugins import Variant, variant_from

RULES = Path(__file__).parents[2] / "examples" / "one_file" / "border_wars.py"
PLAYERS = ["Ada", "Brin", "Cleo"]


@pytest.fixture(scope="module")
def wars() -> Variant:
    return variant_from(RULES)


@pytest.fixture
def game(wars):
    """Ada stands in 0, Brin in 3, Cleo in 6."""
    return wars.new_game(PLAYERS, seed=1)


@pytest.fixture
def driven_out(wars, game):
    """A game in which Ada has driven Brin's army out of 3."""
    game = hz.run_turn(game, {"Ada": "MARCH 1"}, variant=wars).game
    game = hz.run_turn(game, {"Ada": "MARCH 2"}, variant=wars).game
    return hz.run_turn(game, {"Ada": "MARCH 3"}, variant=wars).game


def rules(**changes: object) -> Variant:
    """Return the rules with other hooks."""
    return Variant({**vars(variant_from(RULES).sources[0]), **changes})


def answer(value: object) -> object:
    return hz.hookimpl(lambda: value)


def test_an_ordinary_turn_awaits_all_empires_that_are_still_in_the_game(wars, game):
    assert (wars.stage(game), wars.awaited(game)) == ("", ("Ada", "Brin", "Cleo"))
    game.empires[2].active = False
    assert wars.awaited(game) == ("Ada", "Brin")


def test_a_stage_awaits_the_seats_that_it_names(wars, driven_out):
    assert wars.stage(driven_out) == "retreats"
    assert wars.awaited(driven_out) == ("Brin",)


def test_nobody_is_awaited_after_the_end(wars, driven_out):
    driven_out.outcome = hz.Outcome(winners=(), reason="peace", turn=3)
    assert wars.awaited(driven_out) == ()


def test_awaited_seats_have_the_order_of_the_game_and_may_be_umpires(game):
    game.seats.append(hz.model.Seat(id="Uma", role="spectator"))
    variant = rules(horizons_awaited=answer(["Uma", "Cleo", "Ada", "Cleo"]))
    assert variant.awaited(game) == ("Ada", "Cleo", "Uma")


def test_a_game_without_stages_has_none():
    variant = hz.load_variant("event_horizon")
    game = variant.new_game(["Ada", "Brin"], seed=1)
    assert (variant.has_stages, variant.stage(game)) == (False, "")
    assert variant.awaited(game) == ("Ada", "Brin")
    assert rules().has_stages


def test_a_turn_has_the_title_of_its_stage_or_its_own(wars, game, driven_out):
    assert [wars.turn_title(g) for g in (game, driven_out)] == ["Marches", "Retreats"]
    assert rules(horizons_turn_title=answer("Spring")).turn_title(game) == "Spring"
    event_horizon = hz.load_variant("event_horizon")
    assert event_horizon.turn_title(event_horizon.new_game(["Ada", "Brin"], seed=1)) == ""


def test_a_view_knows_the_stage_and_offers_its_orders_alone(wars, game, driven_out):
    assert wars.view(game, "Ada").stage == ""
    assert list(wars.order_options(wars.view(game, "Ada"))) == ["MARCH"]
    for view in wars.views(driven_out).values():
        assert view.stage == "retreats"
        assert "MARCH" not in wars.order_options(view)
    assert list(wars.order_options(wars.view(driven_out, "Brin"))) == ["RETREAT"]


def test_a_template_explains_the_orders_of_its_stage_or_all(wars):
    def keywords(**stage: str) -> list[bool]:
        text = wars.language.template("war", "Ada", **stage)
        return [word in text for word in ("MARCH", "RETREAT")]

    assert keywords() == [True, True]
    assert keywords(stage="") == [True, False]
    assert keywords(stage="retreats") == [False, True]


def test_an_order_of_another_stage_is_refused_and_says_when_it_counts(wars, driven_out):
    (remark,) = wars.check_orders(driven_out, "Brin", "MARCH 4")
    assert (remark.severity, remark.code) == ("error", "wrong-stage")
    assert remark.message == "MARCH: this order does not count in this stage: Retreats"
    assert remark.hint == "it counts in: Marches"
    turn = hz.run_turn(driven_out, {"Ada": "MARCH 4", "Brin": "RETREAT 4"}, variant=wars)
    assert [r.code for r in turn.diagnostics["Ada"]] == ["wrong-stage"]
    assert turn.game.empire("Brin").at == "4"
    assert (wars.stage(turn.game), wars.awaited(turn.game)) == ("", ("Ada", "Brin", "Cleo"))


def test_rules_that_refuse_orders_of_other_stages_in_their_own_words_may_do_so(driven_out):
    info = attrs.evolve(variant_from(RULES).info, stage_check=False)
    variant = rules(horizons_variant_info=answer(info))
    assert [r.code for r in variant.check_orders(driven_out, "Brin", "MARCH 4")] == []


def test_a_house_rule_can_add_a_stage_and_let_others_be_awaited(game):
    mod = {
        "horizons_mod_info": answer(
            hz.ModInfo("truce", "border_wars", "Truce", "1", "A truce.", stages={"truce": "Truce"})
        ),
        "horizons_stage": answer("truce"),
        "horizons_awaited": answer([]),
    }
    variant = Variant(variant_from(RULES).sources[0], [mod])
    assert (variant.stage(game), variant.awaited(game)) == ("truce", ())
    assert [r.code for r in variant.check_orders(game, "Ada", "MARCH 1")] == ["wrong-stage"]


@pytest.mark.parametrize(
    ("hook", "value", "message", "hint"),
    [
        (
            "stage",
            "retreat",
            ": horizons_stage returns 'retreat', which",
            "retreats",
        ),
        (
            "stage",
            3,
            ": horizons_stage returns 3, which",
            "declare it there",
        ),
        ("turn_title", 3, ": horizons_turn_title returns 3", "return a text"),
        ("awaited", ["Adda"], ": horizons_awaited names 'Adda'", "Ada"),
        (
            "awaited",
            "Ada",
            ": the answer of horizons_awaited is 'Ada', not a",
            "('",
        ),
        (
            "awaited",
            [1],
            ": the answer of horizons_awaited is [1], not a",
            "('",
        ),
    ],
)
def test_a_wrong_answer_names_the_file_of_the_author(game, hook, value, message, hint):
    variant = rules(**{f"horizons_{hook}": answer(value)})
    with pytest.raises(PluginError) as caught:
        getattr(variant, hook)(game)
    assert message in caught.value.message
    assert hint in caught.value.hint


def test_an_exception_in_a_hook_names_the_place(game):
    variant = rules(horizons_stage=hz.hookimpl(lambda game: game.no_such_field))
    with pytest.raises(PluginError, match=r"test_stages.py, line \d+: horizons_stage: Attribute"):
        variant.stage(game)


@pytest.mark.parametrize(
    ("stages", "message"),
    [
        (("retreat",), "order MARCH is for the stage 'retreat', which"),
        ("retreats", "Command.stages of MARCH is 'retreats', not a list of texts"),
        ((1,), r"Command.stages of MARCH is \(1,\), not a list of texts"),
    ],
)
def test_an_order_of_an_undeclared_stage_is_found_at_loading(stages, message):
    march = attrs.evolve(variant_from(RULES).commands[0], stages=stages)
    with pytest.raises(PluginError, match=message):
        rules(horizons_commands=answer([march]))


def test_titles_that_are_no_texts_are_found_at_loading():
    info = attrs.evolve(variant_from(RULES).info, stages={"retreats": 1})
    with pytest.raises(PluginError, match="has 'retreats': 1, which are not both texts"):
        rules(horizons_variant_info=answer(info))
