"""What is offered for the orders of fleets: what they make sense for now."""

from __future__ import annotations

import pytest

from tests.variants.starcluster.builders import new_game, ship, variant


@pytest.fixture(scope="module")
def options():
    """What is offered to Ada, who has a fleet of each kind."""
    game = new_game()
    for name, hull, text in (
        ("Scouts", "DD", "X Xp (H)x10 (Ic)x3"),
        ("Liners", "DD", "X (H)x10 (Ic)x3"),
        ("Hawks", "DD", "Y K (I)x5"),
        ("Haulers", "FT4", "Bsa Hb (H)x40 (Ic)x4"),
    ):
        ship(game, "Ada", "1", name, hull, text, of_class=name[:-1])
    game.fleets[-4].path = [game.links_at("1")[0].number]
    return variant().order_options(variant().view(game, "Ada"))


@pytest.mark.rule("SC-EXP-013", "SC-MOV-004", "SC-LOG-008", "SC-LOG-010", "SC-LOG-013")
@pytest.mark.parametrize(
    ("keyword", "argument", "offered"),
    [
        ("MOVE", "fleet", ["Scouts", "Liners", "Hawks", "Haulers"]),
        ("SCAN", "fleet", ["Liners"]),
        ("ESCORT", "fleet", ["Hawks"]),
        ("RAID", "fleet", ["Hawks"]),
        ("TRAIN", "unit", ["Hauler-1"]),
        ("TOW", "towed", ["Yard-1", "OFF"]),
    ],
)
def test_an_order_is_offered_to_those_who_can_carry_it_out(options, keyword, argument, offered):
    assert list(options[keyword].arguments[argument]) == offered


@pytest.mark.rule("SC-EXP-007", "SC-EXP-009", "SC-EXP-011")
@pytest.mark.parametrize("keyword", ["SURVEY", "SWEEP", "COURIER"])
def test_what_nobody_can_do_is_offered_to_nobody(options, keyword):
    assert keyword not in options or not options[keyword].arguments["fleet"]
