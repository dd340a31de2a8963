"""The values offered for the orders of fleets: those useful now."""

from __future__ import annotations

import pytest

from horizons_core.orders import Range
from tests.variants.starcluster.builders import colony, new_game, ship, variant
from tests.variants.starcluster.installing import rich
from tests.variants.starcluster.test_choices import prosperous
from variants.starcluster.model import Planet


@pytest.fixture(scope="module")
def options():
    """The values offered to Ada, who has a fleet of each kind."""
    game = new_game()
    for name, hull, text in (
        ("Scouts", "DD", "X Xp (H)x10 (Ic)x3"),
        ("Liners", "DD", "X (H)x10 (Ic)x3"),
        ("Hawks", "DD", "Y K (I)x5"),
        ("Haulers", "FT4", "Bsa Hb (H)x40 (Ic)x4"),
        ("Tugs", "DD", "(T)x6 (I)x5 (Q)x3"),
    ):
        ship(game, "Ada", "1", name, hull, text, of_class=name[:-1])
    game.fleets[-5].path = [game.links_at("1")[0].number]
    return variant().order_options(variant().view(game, "Ada"))


@pytest.mark.rule("SC-EXP-013", "SC-MOV-004", "SC-LOG-008", "SC-LOG-010", "SC-LOG-013")
@pytest.mark.parametrize(
    ("keyword", "argument", "offered"),
    [
        ("MOVE", "fleet", ["Scouts", "Liners", "Hawks", "Haulers", "Tugs"]),
        ("SCAN", "fleet", ["Liners"]),
        ("ESCORT", "fleet", ["Hawks"]),
        ("RAID", "fleet", ["Hawks"]),
        ("TRAIN", "unit", ["Hauler-1"]),
        ("TOW", "fleet", ["Tugs"]),
        ("TOW", "towed", ["Yard-1"]),
        ("BUILD", "yard", ["Yard-1"]),
    ],
)
def test_an_order_is_offered_to_those_who_can_carry_it_out(options, keyword, argument, offered):
    assert list(options[keyword].arguments[argument]) == offered


@pytest.mark.rule("SC-EXP-007", "SC-EXP-009", "SC-EXP-011")
@pytest.mark.parametrize("keyword", ["SURVEY", "SWEEP", "COURIER"])
def test_what_nobody_can_do_is_offered_to_nobody(options, keyword):
    assert keyword not in options or not options[keyword].arguments["fleet"]


def test_numbers_on_offer_begin_with_the_least_that_is_read_and_are_read_to_the_last():
    view = variant().view(prosperous(), "Ada")
    looked_at = 0
    for command in variant().commands:
        for argument in () if command.keyword == "TRANSFER" else command.arguments.values():
            offered = argument.offered(view, {}, variant())
            if not isinstance(offered, Range) or offered.maximum < offered.minimum:
                continue
            try:
                argument.convert("no number")
            except ValueError:
                looked_at += 1
                argument.convert(str(offered.minimum))
                argument.convert(str(offered.maximum))
                with pytest.raises(ValueError):  # noqa: PT011 - each has words of its own
                    argument.convert(str(offered.minimum - 1))
    assert looked_at > 3


def test_every_planet_of_the_chosen_colony_is_on_offer_and_no_other():
    game = rich()
    colony(game, "2", planets=[Planet() for _ in range(14)])
    view = variant().view(game, "Ada")
    step = variant().choices(view, "INSTALL PDC", {"system": "2"})
    assert [choice.value for choice in step.choices] == [str(n) for n in range(1, 15)]


#: The optional words of an order, by its forms.
OPTIONAL = {
    "SPY": {"about"},
    "BUILD": {"name"},
    "REPAIR": {"points"},
    "INSTALL PDC": {"count"},
    "INSTALL CMS": {"count"},
    "INSTALL CGB": {"count"},
    "RESEARCH": {"tree", "hull"},
    "GIVE": {"amount", "technology", "system", "unit", "place"},
    "ASSAULT": {"wave"},
    "SILOS": {"what"},
    "BOMBARD": {"planet", "target"},
}


def test_arguments_that_a_form_leaves_out_are_optional_and_no_others():
    for command in variant().commands:
        optional = {name for name, argument in command.arguments.items() if argument.optional}
        assert optional == OPTIONAL.get(command.keyword, set()), command.keyword


@pytest.mark.rule("SC-RACE-018")
def test_orders_of_the_race_are_offered_until_it_is_fixed():
    game = new_game()
    of_the_race = {"RACE", "ARRAY", "ADVANTAGE", "DISADVANTAGE", "SRW", "LRW"}

    def offered():
        return of_the_race & set(variant().order_options(variant().view(game, "Ada")))

    assert offered() == of_the_race
    game.turn = 1
    assert offered() == set()
    game.empire("Ada").joined = 1  # begun again
    assert offered() == of_the_race
