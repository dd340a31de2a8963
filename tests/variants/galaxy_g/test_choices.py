"""Orders that are chosen argument by argument from what a view offers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

import horizons_core as hz
from horizons_core.errors import OrderError
from horizons_core.orders import sample_order
from horizons_core.testing.playing import play
from tests.effort import THOROUGH
from tests.variants.galaxy_g import orders_tried, playthrough
from variants.galaxy_g.model import Game

VARIANT = orders_tried.VARIANT
#: Commands with an argument of the player's own words.
OWN_WORDS = {"Q", "Z", "@"}


def states() -> Iterator[hz.Game]:
    """Games of different ages: random and strategic bots, and situations with fleets and cargo."""
    yield orders_tried.developed()
    for turn in playthrough.turns():
        yield turn.game
    companies = (("conqueror", "random", "expander", "settler"), ("random",) * 3)
    for bots in companies if THOROUGH else companies[:1]:
        seats = {f"P{number}": VARIANT.bots[bot] for number, bot in enumerate(bots)}
        game = VARIANT.new_game(list(seats), seed=5, options={"diameter": 50})
        for played in play(VARIANT, game, seats, 5, 30 if THOROUGH else 20):
            if THOROUGH or played.after.game.turn % 10 == 0:
                yield played.after.game


def test_orders_of_every_command_are_chosen_and_accepted():
    given: Counter[str] = Counter()
    refused = []
    for game in states():
        for seat in (race.id for race in game.empires if race.active):
            view = VARIANT.view(game, seat)
            stream = hz.Stream.from_key("choices", seat, game.turn)
            for command in VARIANT.commands:
                line = sample_order([command], view, stream, VARIANT).line
                given[command.keyword] += bool(line)
                refused += [
                    (line, remark.message)
                    for remark in VARIANT.check_orders(game, seat, line)
                    if remark.severity != "note"
                ]
    assert refused == []
    assert {command.keyword for command in VARIANT.commands if not given[command.keyword]} == (
        OWN_WORDS
    )


def choices(game: Game, command: str, **chosen: object) -> list[str]:
    """The choices of Ada's next argument."""
    step = VARIANT.choices(VARIANT.view(game, "Ada"), command, chosen)
    assert step is not None
    return [choice.value for choice in step.choices]


def limits(game: Game, command: str, **chosen: object) -> tuple[float, float]:
    """The smallest and the largest number of Ada's next argument."""
    step = VARIANT.choices(VARIANT.view(game, "Ada"), command, chosen)
    assert step is not None
    assert step.range is not None
    return step.range.low, step.range.high


def test_a_destination_is_offered_with_the_turns_to_it_the_nearest_first():
    view = VARIANT.view(orders_tried.developed(), "Ada")
    step = VARIANT.choices(view, "S", {"group": 3})
    assert [(c.value, c.help) for c in step.choices] == [
        ("Rock", "1 turn"),
        ("12", "2 turns"),
        ("13", "3 turns"),
        ("Drakhnor", "5 turns"),
    ]


def test_only_a_route_that_exists_is_ended_by_leaving_the_destination_out():
    game = VARIANT.new_game(["Ada", "Brin"], seed=1)
    home = choices(game, "R")[0]
    view = VARIANT.view(game, "Ada")
    step = VARIANT.choices(view, "R", {"planet": home, "cargo": "COL"})
    assert not step.optional
    end = step.choices[0].value
    game = hz.run_turn(game, {"Ada": VARIANT.order_text([f"R {home} COL {end}"])}).game
    for cargo, optional in (("COL", True), ("MAT", False)):
        step = VARIANT.choices(VARIANT.view(game, "Ada"), "R", {"planet": home, "cargo": cargo})
        assert step.optional is optional


def test_a_design_is_a_single_choice_and_its_name_says_its_kind():
    view = VARIANT.view(orders_tried.developed(), "Ada")
    cruiser = next(
        choice
        for choice in VARIANT.choices(view, "D").choices
        if choice.label.startswith("Cruiser")
    )
    name = VARIANT.choices(view, "D", {"design": cruiser}).choices[0]
    line = VARIANT.order_line("D", {"design": cruiser, "name": name})
    assert line == f'D "Cruiser 1" {cruiser.value}'


def test_a_new_fleet_gets_its_first_group():
    game = orders_tried.developed()
    assert "1" in choices(game, "D", design=None, drive=None, fleet="Wing")
    line = VARIANT.order_line("D", {"fleet": "Wing", "group": 1})
    assert orders_tried.fleet_of(orders_tried.play(game, line).game, 1) == "Wing"


def test_a_group_leaves_its_fleet_or_a_part_of_it_does():
    game = orders_tried.developed()
    assert choices(game, "B", group=7) == ["FLEET"]
    assert limits(game, "B", group=7, fleet=None) == (1, 4)
    assert limits(game, "B", group=3) == (1, 9)
    assert VARIANT.order_line("B", {"group": 7, "fleet": "FLEET"}) == "B 7 FLEET"


def test_the_amount_of_cargo_has_the_limits_of_ships_and_planet():
    game = orders_tried.developed()
    assert choices(game, "L", group=2) == ["COL", "CAP", "MAT"]
    assert limits(game, "L", group=2, cargo="COL", ships=None) == (0.01, 50)
    assert limits(game, "L", group=2, cargo="COL", ships=1) == (0.01, 20)
    line = VARIANT.order_line("L", {"group": 2, "cargo": "COL", "amount": 30})
    assert line == "L 2 COL MAX 30"


def test_what_is_on_a_list_is_taken_off_it():
    game = orders_tried.developed(Ada={"allies": ["Brin"]})
    assert "Drakh" not in choices(game, "K")
    assert choices(game, "K", target=None) == ["Drakh"]
    assert VARIANT.order_line("K", {"other": "Drakh"}) == "K NO Drakh"
    assert "GALAXYTV" in choices(game, "O", choice=None)
    assert "GALAXYTV" not in choices(game, "O")


def test_a_message_is_written_on_several_lines():
    line = VARIANT.order_line("@", {"races": ["Drakh"], "lines": "Hello;\nare you there?"})
    assert line == "@ Drakh\nHello;\nare you there?\n@"


def test_a_race_confirms_by_its_own_words_that_it_leaves():
    step = VARIANT.choices(VARIANT.view(orders_tried.developed(), "Ada"), "Q")
    assert (step.free, step.choices) == (True, ())
    with pytest.raises(OrderError, match="race is missing"):
        VARIANT.order_line("Q")
