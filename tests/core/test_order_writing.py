"""Forms of commands, and the orders that are chosen and written by them, step by step."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import pytest

import horizons_core as hz
from horizons_core.errors import OrderError, PluginError, UnknownNameError
from horizons_core.model.views import ThingList
from horizons_core.orders import (
    Argument,
    Choice,
    Command,
    Cost,
    OrderStep,
    Proposals,
    Range,
    Required,
    order_line,
    order_options,
    sample_order,
)
from horizons_core.orders.choices import NumberRange, next_step
from horizons_core.orders.choices import order_line as written

VIEW = hz.View("any", "game", "Ada", 0, {"ships": ["F1", "F2"], "stock": {"crew": 9}})


class Rules:
    """Rules with two ships and a star, for offers."""

    economy = {"crew of a ship": 3}

    def named_things(self, view: hz.View) -> Any:
        return ThingList(view, self.things(view)).by_words

    def things(self, view: hz.View) -> list[Any]:
        thing = hz.model.Thing
        return [
            thing("F1", "ship", "Sol", "F1 Fox"),
            thing("F2", "ship", "Sol", "F2 Hen", yours=False),
            thing("Sol", "star", "Sol", "the star Sol", yours=False, is_place=True),
        ]


def step(command: Command, **chosen: Any) -> OrderStep | None:
    return next_step(command, VIEW, chosen, Rules())


def buy(*forms: str, **arguments: Argument) -> Command:
    return Command("BUY", forms=forms, arguments=arguments)


ANY = Argument()
OPTIONAL = Argument(optional=True)


@pytest.mark.parametrize(
    ("forms", "chosen", "order"),
    [
        (["BUY"], {}, "BUY"),
        (["BUY {ship}"], {"ship": "F1"}, "BUY F1"),
        (["BUY {ship} FROM {world}"], {"ship": "F1", "world": 2}, "BUY F1 FROM 2"),
        # an argument that is left out takes the words in its brackets with it
        (["BUY {ship} [AS {name}]"], {"ship": "F1"}, "BUY F1"),
        (["BUY {ship} [AS {name}]"], {"ship": "F1", "name": None}, "BUY F1"),
        (["BUY {ship} [AS {name}]"], {"ship": "F1", "name": "Fox"}, "BUY F1 AS Fox"),
        (["BUY [{n}] {ship} [AS {name}]"], {"ship": "F1", "name": "A b"}, 'BUY F1 AS "A b"'),
        # the first form with all the arguments
        (["BUY {ship}", "BUY {ship} FROM {world}"], {"ship": "F1", "world": 2}, "BUY F1 FROM 2"),
        (["BUY {ship} FROM {world}", "BUY ALL"], {}, "BUY ALL"),
        # several values
        (["BUY {ship...} [AS {name}]"], {"ship": ["F1", "F2", None]}, "BUY F1 F2"),
        (["BUY {ship... OR} [AS {name}]"], {"ship": ["F1", "F2", None]}, "BUY F1 OR F2"),
        # commas follow the word before them
        (["BUY {ship}[, {world}]"], {"ship": "F1", "world": "PL Red"}, 'BUY F1, "PL Red"'),
        # an order may have several lines
        (["BUY {n} [\nNAME {name}]"], {"n": 2, "name": "Fox"}, "BUY 2\nNAME Fox"),
        (["BUY {n} [\nNAME {name}]"], {"n": 2}, "BUY 2"),
        # numbers are written plainly
        (["BUY {n}"], {"n": 2.50}, "BUY 2.5"),
        (["BUY {n}"], {"n": 1e-7}, "BUY 0.0000001"),
        (["BUY {n}"], {"n": Choice("7", "seven")}, "BUY 7"),
    ],
)
def test_an_order_is_written_by_its_form(forms, chosen: Mapping[str, Any], order):
    assert written(buy(*forms, ship=ANY, world=ANY, name=ANY, n=ANY), chosen) == order


@pytest.mark.parametrize(
    ("chosen", "error", "words"),
    [
        ({}, OrderError, "BUY: ship is missing"),
        ({"boat": 1}, UnknownNameError, "BUY has no argument 'boat'"),
        ({"ship": "F1", "world": 2, "name": "x"}, OrderError, "no form of BUY"),
        ({"ship": {"F1": 2}}, OrderError, "is not a value for 'ship'"),
    ],
)
def test_arguments_that_make_no_order_are_refused(chosen, error, words):
    command = buy(
        "BUY {ship} [{name}]", "BUY {ship} FROM {world}", ship=ANY, world=ANY, name=OPTIONAL
    )
    with pytest.raises(error, match=words):
        written(command, chosen)


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ("BUY {ship", "has '{'"),
        ("BUY [{ship}", "never closed"),
        ("BUY {ship}]", "too many"),
        ("BUY [LATE] {ship}", "without an argument"),
    ],
)
def test_a_form_that_cannot_be_parsed_is_refused(form, words):
    with pytest.raises(PluginError, match=words):
        buy(form, ship=ANY)


def test_without_forms_an_order_is_the_keyword_and_its_arguments():
    command = buy(ship=ANY, number=OPTIONAL, name=OPTIONAL)
    assert command.syntax == ("BUY ship [number [name]]",)
    assert written(command, {"ship": "F1", "number": 2}) == "BUY F1 2"


def test_the_syntax_follows_from_the_forms():
    command = buy("BUY {ship...} [AT {own_world... OR}]", ship=ANY, own_world=ANY)
    assert command.syntax == ("BUY ship ... [AT own-world [OR own-world] ...]",)


def test_a_step_has_the_choices_that_the_chosen_arguments_leave():
    def crews(view: hz.View, chosen: Mapping[str, Any], rules: Any) -> Range:
        least = rules.economy["crew of a ship"]
        most = view["stock"]["crew"] if chosen.get("ship") == "F1" else least
        return Range(least, most, cost=Cost("crew", 2))

    command = buy(ship=Argument(offers=lambda view: view["ships"]), crew=Argument(offers=crews))
    first = step(command)
    assert [choice.value for choice in first.choices] == ["F1", "F2"]
    crew = step(command, ship="F1")
    assert (crew.range, crew.cost) == (NumberRange(3, 9, 1), Cost("crew", 2))
    assert crew == step(command, ship=first.choices[0])
    assert crew.range != step(command, ship="F2").range
    assert step(command, ship="F1", crew=4) is None


def test_things_give_their_choices_titles_and_places():
    command = buy(ship=Argument(things=("ship",)), goal=Argument(things=("star",)))
    assert step(command).choices == (Choice("F1", "F1 Fox", "Sol"),)
    assert step(command, ship="F1").choices == (Choice("Sol", "the star Sol", "Sol"),)
    assert command.on == ("ship",)


def test_an_argument_with_several_values_is_asked_for_until_it_is_left():
    command = buy("BUY {ship...} [{n}]", ship=Argument(offers=lambda _: ["F1", "F2"]), n=OPTIONAL)
    first, second = step(command), step(command, ship=["F1"])
    assert (first.several, first.optional, second.optional) == (True, False, True)
    assert [choice.value for choice in second.choices] == ["F2"]
    for chosen in (["F1", None], ["F1", "F2"], "F1"):
        assert step(command, ship=chosen).name == "n"
    assert step(command, ship=["F1", None], n=None) is None


def test_a_choice_decides_between_forms():
    command = buy(
        "BUY {ship} FROM {world}",
        "BUY {ship} {alone}",
        ship=ANY,
        world=Argument(offers=lambda _: ["2"]),
        alone=Argument(offers=lambda _: ["ALONE"]),
    )
    assert step(command, ship="F1").optional
    assert step(command, ship="F1", world="2") is None
    alone = step(command, ship="F1", world=None)
    assert (alone.name, alone.optional) == ("alone", False)
    assert step(command, ship="F1", alone="ALONE") is None


def test_an_argument_is_needed_if_the_other_forms_have_nothing_to_choose():
    command = buy(
        "BUY {ship}",
        "BUY ALL {world}",
        ship=Argument(offers=lambda _: ["F1"]),
        world=Argument(offers=lambda view: view.get("worlds", ())),
    )
    assert not step(command).optional
    view = hz.View("any", "game", "Ada", 0, {"worlds": ["2"]})
    assert next_step(command, view, {}, Rules()).optional


def test_what_no_form_can_do_without_is_not_left_out():
    command = buy(
        "BUY {ship} FROM {world}",
        "BUY {ship} {alone}",
        ship=ANY,
        world=Argument(offers=lambda _: ["2"]),
        alone=Argument(offers=lambda _, chosen: ["ALONE"] if chosen.get("ship") == "F1" else []),
    )
    assert step(command, ship="F1").optional
    assert not step(command, ship="F2").optional


def test_offers_see_what_is_left_out():
    def names(_: hz.View, chosen: Mapping[str, Any]) -> list[str]:
        return ["free"] if chosen.get("ship") == () else ["of a ship"]

    command = buy("BUY [{ship}] {name}", ship=OPTIONAL, name=Argument(offers=names))
    assert [choice.value for choice in step(command, ship=None).choices] == ["free"]
    assert [choice.value for choice in step(command, ship="F1").choices] == ["of a ship"]


def test_what_is_required_cannot_be_left_out():
    def crews(_: hz.View, chosen: Mapping[str, Any]) -> Any:
        return Required(Range(1, 3)) if chosen.get("ship") == "F1" else []

    command = buy(
        "BUY {ship} [{n}]", ship=Argument(offers=lambda _: ["F1", "F2"]), n=Argument(offers=crews)
    )
    crew = step(command, ship="F1")
    assert (crew.optional, crew.range) == (False, NumberRange(1, 3, 1))
    assert step(command, ship="F2") is None


def test_a_command_may_be_impossible():
    def possible(view: hz.View, rules: Any) -> bool:
        return bool(view["stock"]["crew"] > rules.economy["crew of a ship"])

    for crew, keywords in ((9, ["BUY"]), (3, [])):
        view = hz.View("any", "game", "Ada", 0, {"stock": {"crew": crew}})
        assert list(order_options([Command("BUY", possible=possible)], view, Rules())) == keywords


def test_an_optional_argument_without_choices_is_skipped():
    command = buy("BUY [{ship}] {n}", ship=Argument(offers=lambda _: []), n=ANY)
    assert step(command).name == "n"


def test_any_words_may_have_proposals():
    command = buy(name=Argument(offers=lambda _: Proposals(["Fox"])), words=ANY)
    name, words = step(command), step(command, name="Hen")
    assert (name.free, [choice.value for choice in name.choices]) == (True, ["Fox"])
    assert (words.free, words.choices) == (True, ())


def test_needed_arguments_are_drawn_behind_one_that_is_left_out():
    command = buy(
        "BUY {ship} [{count}] AT {world} [AS {name}]",
        ship=Argument(offers=lambda _: ["F1"]),
        count=OPTIONAL,
        world=Argument(offers=lambda _: ["New Home"]),
        name=Argument(offers=lambda _: ["Fox"], optional=True),
    )
    dice = hz.Stream.from_key("left out")
    drawn = {sample_order([command], VIEW, dice, Rules()).line for _ in range(20)}
    assert drawn == {'BUY F1 AT "New Home"', 'BUY F1 AT "New Home" AS Fox'}


def test_the_cost_of_an_order_is_that_of_its_choices():
    command = buy(
        kind=Argument(offers=lambda _: [Choice("F", cost=Cost("crew", 2))]),
        n=Argument(offers=lambda _: Range(3, 3, cost=Cost("ore", 5))),
    )
    drawn = sample_order([command], VIEW, hz.Stream.from_key("cost"), Rules())
    assert (drawn.line, drawn.costs) == ("BUY F 3", {"crew": 2, "ore": 15})


def test_a_form_may_have_the_line_above_the_order():
    world = Argument(offers=lambda _: ["2", "3"], contextual=True)
    command = buy("[AT {world} \n ] BUY {n}", world=world, n=Argument(offers=lambda _: ["7"]))
    assert written(command, {"world": 2, "n": 7}) == "AT 2\nBUY 7"
    assert written(command, {"n": 7}) == "BUY 7"
    assert (step(command).name, step(command).optional) == ("world", False)
    drawn = sample_order([command], VIEW, hz.Stream.from_key("above"), Rules()).line
    assert drawn in {"AT 2\nBUY 7", "AT 3\nBUY 7"}


def test_a_form_is_left_with_the_line_above_it():
    at, by = (Argument(offers=lambda _: ["2"], contextual=True) for _ in range(2))
    command = buy("[AT {at} \n ] BUY", "[BY {by} \n ] BUY {n}", at=at, by=by, n=ANY)
    assert step(command).optional
    assert (step(command, at=None).name, step(command, at=None).optional) == ("by", False)


def test_arguments_may_be_asked_for_in_another_order():
    command = Command(
        "BUY", forms=("BUY {n} {world}",), arguments={"n": ANY, "world": ANY}, asked=("world", "n")
    )
    assert (step(command).name, step(command, world="2").name) == ("world", "n")


@pytest.mark.parametrize("name", sorted(hz.variants()))
def test_orders_that_are_drawn_can_be_read(name):
    variant = hz.load_variant(name)
    view = variant.view(variant.new_game(["Ada", "Brin"], seed=1), "Ada")
    dice = hz.Stream.from_key("drawn orders", name)
    commands = [options.command for options in variant.order_options(view).values()]
    lines = [sample_order(commands, view, dice, variant).line for _ in range(150)]
    read = [variant.language.read(variant.order_text([line]), empire="Ada") for line in lines]
    assert all(order.acceptable for order in read)


@pytest.mark.parametrize("words", ["x", "-1", "999999999", "", ["x", "y"]])
@pytest.mark.parametrize("name", sorted(hz.variants()))
def test_invalid_words_give_choices_or_an_error_of_the_sender(name, words):
    """Servers take the chosen arguments from anybody."""
    variant = hz.load_variant(name)
    view = variant.view(variant.new_game(["Ada", "Brin"], seed=1), "Ada")
    for command in variant.commands:
        chosen = {}
        for argument in command.arguments:
            for arguments in (chosen | {argument: words}, {argument: words}):
                with suppress(hz.HorizonsError):
                    variant.choices(view, command.keyword, arguments)
            chosen[argument] = words


def test_words_of_a_bare_argument_stand_without_quotes():
    assert Argument().written("New Home") == '"New Home"'
    assert Argument(bare=True).written("New Home") == "New Home"


def test_an_order_of_words_has_those_with_blanks_in_quotes():
    assert order_line("MOVE", "First Fleet", 7, "ON") == 'MOVE "First Fleet" 7 ON'
    assert order_line("WAIT") == "WAIT"
