"""Each command of each game is given without typing its syntax, and changed by the same form."""

from __future__ import annotations

import json
from typing import Any

import pytest

from horizons_core.orders import OrderStep
from horizons_host.server.games.order_board import OrderBoard, board_of
from horizons_host.server.pages.order_forms import write_order
from horizons_host.server.pages.order_sentences import arguments_of, order_in_line
from tests.host.server.browser import Site
from tests.host.server.played import play_game

#: For each game the turns after which most commands are possible, and the bot that plays them.
GAMES = {
    "event_horizon": (1, "greedy"),
    "galaxy_g": (2, "conqueror"),
    "far_horizons": (2, "raider"),
    "campaign2e": (1, "raider"),
    "starcluster": (3, "settler"),
}
#: Commands that are given by a form, and changed as text: letters, and options without quotes.
AS_TEXT = {"@", "ENTRY"}


def first_answer(step: OrderStep) -> Any:
    """Return the first choice of a step: what the nearest button or the smallest number says."""
    if step.choices:
        return step.choices[0].value
    if step.range is not None:
        return f"{step.range.low:g}"
    assert step.free, f"nothing can be chosen for {step.name}"
    return "words"


def composed(board: OrderBoard, keyword: str) -> dict[str, Any]:
    """Answer all questions of a command; of several values, give as many as there are, up to 12."""
    chosen: dict[str, Any] = {}
    while (step := board.compose(keyword, chosen).step) is not None:
        earlier = chosen.get(step.name, ())
        ends = len(earlier) == 12 or (step.optional and not step.is_possible)
        value = None if ends else first_answer(step)
        chosen[step.name] = [*earlier, value] if step.several else value
    return chosen


@pytest.mark.parametrize("variant", GAMES)
def test_each_command_is_given_by_a_form_that_also_changes_it(site: Site, variant: str) -> None:
    turns, bot = GAMES[variant]
    key = play_game(site, variant, turns, bot=bot)
    with site.service.database.game(key) as store:
        board = board_of(store, "Ada")
    assert len(board.options) > 2
    as_text = []
    for keyword in board.options:
        chosen = composed(board, keyword)
        fields = {"command": keyword, "chosen": json.dumps(chosen), "orders": ""}
        added = write_order(board, fields)
        read = board.variant.language.read(added.text)
        assert keyword in [order.keyword for order in read.orders], added.text
        assert read.acceptable, (added.text, read.diagnostics)
        order = order_in_line(board, added.text, max(o.line for o in read.orders))
        assert order is not None
        again = arguments_of(board, order)
        if again is None:
            as_text.append(keyword)
            continue
        fields = {
            "command": keyword,
            "chosen": json.dumps(again),
            "orders": added.text,
            "replace": str(order.line),
        }
        assert write_order(board, fields).text == added.text
    assert set(as_text) <= AS_TEXT
