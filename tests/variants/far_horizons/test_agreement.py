"""Without the engine's habits the game agrees with the recordings of the 1999 engine.

With the same dice, every step of every recorded turn matches the recording except where the
rulebook is followed instead: those turns are listed here, each with the habits that make the
difference; with exactly these switched on it vanishes. Orders are parsed as the engine parsed them
throughout (missing commas, a technology before its amount, surplus words), so that the same orders
are compared. Random outcomes are sampled with both kinds of dice, and their distributions agree.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import pytest

from tests.effort import THOROUGH, tries
from tests.variants.far_horizons import chances
from tests.variants.far_horizons.recorded_games import recorded_games
from tests.variants.far_horizons.single_steps import Fair, engine_habits
from tools.far_horizons_parity import steps
from tools.far_horizons_parity.comparing import compare, message_texts
from tools.far_horizons_parity.dice import EngineDice
from tools.far_horizons_parity.recorded import RecordedStep, RecordedTurn
from variants.far_horizons.dice import Chance
from variants.far_horizons.mods.engine_1999.commands import CHANGES, as_in_1999
from variants.far_horizons.mods.engine_1999.language import Language1999
from variants.far_horizons.mods.engine_1999.steps import WRAPPERS
from variants.far_horizons.orders.commands import COMMANDS

WRAPPERS_BY_NAME = {wrapper.__name__: wrapper for each in WRAPPERS.values() for wrapper in each}
#: "RESEARCH MI 30" for "RESEARCH 30 MI" (FH-TECH-006): how nearly all players wrote it; and
#: words behind an order (FH-ORDER-022).
READING = ("tech_before_amount", "ignore_extra_words")
_TREASURY = "paid_by_treasury"
_RESORTS = "most_resort_lsn"
_BARE = "delivers_to_bare_planets"
_PEOPLE = "people_used"
_STALE = "highest_level"

#: The turns that differ from the recording: by step, game and turn, the responsible habits.
HABITS: dict[str, dict[tuple[str, int], tuple[str, ...]]] = {
    "pre_departure": {
        ("game_a", 6): ("list_self_as_enemy",),
        ("game_b", 2): ("list_self_as_enemy",),
        ("game_b", 5): ("list_self_as_enemy",),
        ("game_b", 6): ("mark_repaired_ships",),
        ("game_b", 10): ("mark_repaired_ships",),
        ("game_b", 14): ("mark_repaired_ships",),
    },
    "jump": {},
    "production": {
        ("game_a", 2): (_BARE,),
        ("game_a", 4): (_BARE,),
        ("game_a", 6): (_PEOPLE,),  # number 9
        ("game_a", 7): ("idle_without_orders",),  # number 3
        ("game_a", 10): (_PEOPLE,),
        ("game_b", 2): (_BARE,),
        ("game_b", 3): (_BARE,),
        ("game_b", 4): (_BARE,),
        ("game_b", 5): (_RESORTS, "taught_at_once"),  # number 5
        ("game_b", 6): (_RESORTS, "idle_without_orders"),
        ("game_b", 7): (_RESORTS,),
        ("game_b", 9): (_RESORTS, "idle_without_orders"),
        ("game_b", 11): ("inventories_are_inherited", "continue_rejected_blocks"),  # number 11
        ("game_b", 16): ("riot_loss", "sieges_round_each_ship"),  # numbers 1 and 8
    },
    "post_arrival": {
        ("game_b", 7): ("mark_repaired_ships",),
        ("game_b", 11): ("mark_repaired_ships",),
        ("game_b", 15): ("mark_repaired_ships", "told_besiegers"),
    },
    "finish": {
        ("game_a", 10): ("goals_outlast_colonies",),
        ("game_b", 2): (_STALE,),  # number 2
        ("game_b", 4): (_STALE,),
        ("game_b", 5): (_RESORTS,),
        ("game_b", 6): (_RESORTS,),
        ("game_b", 7): (_RESORTS,),
        ("game_b", 8): (_RESORTS,),
        ("game_b", 9): (_RESORTS, _TREASURY),  # number 1
        ("game_b", 10): (_TREASURY,),
        ("game_b", 11): (_STALE, _TREASURY, "goals_outlast_colonies"),
        ("game_b", 12): (_TREASURY,),
        ("game_b", 13): (_TREASURY,),
        ("game_b", 14): (_STALE, _TREASURY),
        ("game_b", 15): (_TREASURY,),
        ("game_b", 16): (_TREASURY,),
    },
}
#: The fields that differ without each habit, as a pattern.
SHOWS = {
    "list_self_as_enemy": r"\.enemies",
    "mark_repaired_ships": r"\.special",
    _BARE: r"\.items\.(CU|IU|AU)|\.status",
    _PEOPLE: r"\.pop_units",
    "idle_without_orders": r"\.econ_units|\.(ius|aus)\.|\.items\.RM|\.mining_difficulty|\.siege",
    _RESORTS: r"\.(cargo|items)\.(CU|IU|AU)|\.status|\.pop_units|\.fleet_percent",
    "taught_at_once": r"\.econ_units|\.items\.RM",
    "inventories_are_inherited": r"\.items\.",
    "continue_rejected_blocks": r"species\.002\.",
    "riot_loss": r"\.econ_units|\.(mi|ma)_base|\.items\.RM",
    "told_besiegers": r"transactions",
    "sieges_round_each_ship": r"\.econ_units|\.siege_eff|transactions",
    "goals_outlast_colonies": r"\.unloading_point",
    _STALE: r"\.(init_)?level|\.fleet_(percent_)?cost",
    _TREASURY: r"\.econ_units|\.fleet_percent_cost",
}
#: Every step is compared in the turns of this list, and in those listed above.
TURNS = range(1, 17, 3)
#: Of these every run of the suite takes some.
FEW_TURNS = (4, 13)


def once_each(cases: Iterable[tuple[tuple[Any, ...], Any]]) -> list[Any]:
    """The cases with their effects; those shown by an earlier case are left to `make thorough`."""
    shapes, chosen = set(), []
    for case, shape in cases:
        chosen.append(pytest.param(*case, marks=[pytest.mark.slow] if shape in shapes else []))
        shapes.add(shape)
    return chosen


CASES = once_each(
    ((step, game, turn), (step, exceptions.get((game, turn), turn in FEW_TURNS and turn)))
    for step, exceptions in HABITS.items()
    for game in ("game_a", "game_b")
    for turn in range(1, 17)
    if turn in TURNS or (game, turn) in exceptions
)
EXCEPTIONS = once_each(
    ((step, game, turn, habit), (step, habit))
    for step, exceptions in HABITS.items()
    for (game, turn), habits in exceptions.items()
    for habit in habits
)


def turns_of(game: str, numbers: Iterable[int]) -> list[RecordedTurn]:
    """Turns of a recorded game; none if it is not beside the project."""
    return [g.turn(n) for g in recorded_games() if g.name == game for n in numbers]


def differences(
    turn: RecordedTurn, name: str, habits: Iterable[str], chance: Chance | None = None
) -> list[str]:
    """The differences of a step with exactly these habits from the recording."""
    step: RecordedStep = next(step for step in turn.steps() if step.name == name)
    game, recorded = turn.state(step.before), turn.state(step.after)
    commands = as_in_1999(COMMANDS, {*READING, *set(CHANGES).intersection(habits)})
    orders = steps.orders_of(turn, Language1999(commands))
    if name == "finish":
        game.letters = message_texts(game, orders)
        recorded.transactions.clear()
    wrappers = set(WRAPPERS_BY_NAME)
    excluded = {*wrappers, *CHANGES}
    economy = engine_habits(*(way for way in habits if way not in excluded))
    chance = chance or EngineDice(step.seed)
    run = steps.rulebook_step(name)
    for wrapper in wrappers.intersection(habits):
        run = WRAPPERS_BY_NAME[wrapper](run)
    run(steps.context_of(name, game, orders, chance, economy))
    return [str(difference) for difference in compare(game, recorded).differences]


@pytest.mark.recorded
@pytest.mark.parametrize(("step", "game", "number"), CASES)
def test_a_step_comes_out_as_recorded_but_for_the_habits_named(step, game, number):
    for turn in turns_of(game, [number]):
        assert differences(turn, step, HABITS[step].get((game, number), ())) == []


@pytest.mark.recorded
@pytest.mark.parametrize(("step", "game", "number", "habit"), EXCEPTIONS)
def test_each_habit_named_makes_the_difference(step, game, number, habit):
    habits = [h for h in HABITS[step][game, number] if h != habit]
    for turn in turns_of(game, [number]):
        changes = differences(turn, step, habits)
        assert changes
        assert [line for line in changes if not re.search(SHOWS[habit], line.split(": ")[0])] == []


#: The effects of a step's dice: a pattern of fields, and the turns (of both games) without riots or
#: successful besiegers, in which dice decide nothing else.
OF_CHANCE = {
    "pre_departure": (r"^transactions\[\d+\]\.value$", (1, 3, 5, 7)),
    "production": (r"^$", (1, 3, 5, 7)),
    "post_arrival": (r"^transactions|\.atmosphere\[", (1, 3, 5)),
    "finish": (r"\.tech\.|\.fleet_(percent_)?cost$|\.pop_units$", (1, 3)),
}


@pytest.mark.recorded
@pytest.mark.parametrize("step", OF_CHANCE)
@pytest.mark.parametrize("game", ["game_a", "game_b"])
def test_with_other_dice_nothing_else_is_otherwise(step, game):
    """Balances, costs, transfers, installations and treasuries match the engine's for any dice."""
    pattern, numbers = OF_CHANCE[step]
    for turn in turns_of(game, numbers if THOROUGH else numbers[:1]):
        habits = HABITS[step].get((game, turn.number), ())
        changes = differences(turn, step, habits, Fair())
        assert [line for line in changes if not re.search(pattern, line.split(": ")[0])] == []


@pytest.mark.parametrize("name", chances.QUESTIONS)
def test_chance_is_distributed_as_with_the_engine_s_dice(name):
    question, times = chances.QUESTIONS[name]
    ours = chances.by_streams(question, tries(times))
    assert not chances.unlike(ours, chances.by_the_engine(question, tries(times))), ours


def test_other_chances_would_be_told_apart():
    """Jumps of seven parsecs go wrong with 49 percent at Gravitics 1, with 24.5 at 2."""

    def safer(chance: Chance) -> Iterable[str]:
        return chances.jumps(chance, gravitics=2)

    ours = chances.by_streams(chances.jumps, 12)
    assert chances.unlike(ours, chances.by_the_engine(safer, 12))
