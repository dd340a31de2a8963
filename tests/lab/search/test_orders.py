"""The orders that `lookahead` draws: from the choices, and less often those that were refused."""

from __future__ import annotations

from collections import Counter

import horizons_core as hz
from horizons_core.orders import Argument, OrderOptions
from horizons_lab.lookahead import OrderWriter

VIEW = hz.View("any", "game", "P1", 0, {})
DRAWS = 2_000


def options(keyword, **offered):
    arguments = {name: Argument(offers=lambda _, words=w: words) for name, w in offered.items()}
    return OrderOptions(hz.Command(keyword, arguments=arguments), offered)


def offers(*commands):
    return {options.command.keyword: options for options in commands}


def order_writer(stream=None):
    return OrderWriter(None, stream or hz.Stream.from_key("orders"))


def draw(offered, count=DRAWS, keyword="", writer=None):
    """Return the orders drawn from some commands, with counts."""
    writer = writer or order_writer()
    return Counter(writer.order(offered, VIEW, keyword) for _ in range(count))


def near(count, share):
    """Return whether a count fits a share, within five standard deviations."""
    return abs(count - share * DRAWS) <= 5 * (share * (1 - share) * DRAWS) ** 0.5


def test_every_command_is_drawn_as_often_as_the_others():
    counts = draw(offers(options("DIG"), options("GO", to=["Sol", "Big Star"]), options("WAIT")))
    assert set(counts) == {"DIG", "GO Sol", 'GO "Big Star"', "WAIT"}
    assert near(counts["DIG"], 1 / 3)
    assert near(counts["GO Sol"], 1 / 6)


def test_one_command_alone_is_drawn_if_it_is_named():
    offered = offers(options("DIG"), options("RAID"))
    assert draw(offered, 20, keyword="RAID") == {"RAID": 20}
    assert draw(offered, 3, keyword="WAIT") == {"": 3}
    assert draw({}, 3) == {"": 3}


def test_commands_that_need_the_players_own_words_are_not_drawn():
    assert draw(offers(options("NAME", who=None)), 10) == {"": 10}


def test_commands_that_were_refused_are_drawn_more_seldom():
    """With 1 of 9 allowed the first is taken two times of ten; else there is another draw."""
    offered, writer = offers(options("DIG"), options("RAID")), order_writer()
    assert set(draw(offered, 50, writer=writer)) == {"DIG", "RAID"}
    writer.count_refusals(["DIG"] * 9 + ["RAID"] * 9, ["DIG"] * 8)
    assert near(draw(offered, writer=writer)["DIG"], 0.2 / 1.2)


def test_a_command_of_which_all_was_refused_is_drawn_if_there_is_no_other():
    writer, offered = order_writer(), offers(options("DIG"))
    draw(offered, 1, writer=writer)
    writer.count_refusals(["DIG"] * 500, ["DIG"] * 500)
    assert draw(offered, 20, writer=writer) == {"DIG": 20}


def test_the_command_of_an_order_is_known():
    writer, offered = order_writer(), offers(options("NAME", who=["A"]), options("GO", to=["Sol"]))
    for line in draw(offered, 20, writer=writer):
        assert writer.keyword_of(line) == line.partition(" ")[0]


def test_another_command_is_drawn_up_to_seven_times():
    class Unlucky:
        """A stream that always chooses the first option, and rejects it."""

        def __init__(self):
            self.asked = []

        def choice(self, items):
            return items[0]

        def chance(self, share):
            self.asked.append(share)
            return False

    stream = Unlucky()
    writer, offered = order_writer(stream), offers(options("DIG"), options("RAID"))
    assert writer.order(offered, VIEW) == "DIG"
    writer.count_refusals(["DIG"] * 3, ["DIG"])
    writer.order(offered, VIEW)
    assert stream.asked == [1] * 7 + [3 / 4] * 7
