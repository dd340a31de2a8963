"""A player's remarks on a mistake: the error, its place, and the remedy."""

from __future__ import annotations

import pytest

from horizons_host.games.receipts import understood
from tests.variants.starcluster.builders import new_game, run, variant


def remark(orders: str) -> str:
    """The last remark on some orders of the first turn: message and hint."""
    last = variant().check_orders(new_game("Ada", "Brin"), "Ada", orders)[-1]
    return f"{last.message} ({last.hint})"


@pytest.mark.parametrize(
    ("orders", "expected"),
    [
        ("BUILD Yard-7 1 Yard", "BUILD: you have no yard Yard-7 (did you mean 'Yard-1'?)"),
        ("ARRAY 66 66 66", "ARRAY: 66 66 66 is not an array (write one of 66 66 33, "),
        (
            "LRW L",
            "LRW: you cannot begin with L as a long-range weapon (write one of R, Pt, K)",
        ),
        (
            "COLONIZE 3 FROM 1",
            (
                "COLONIZE: it needs 1 spare freighter, but 0 of your 20 are spare"
                " (buy FREIGHTERS, which are available next turn)"
            ),
        ),
        ("INSTALL CMS 1 9", "INSTALL CMS: 1 has 1 habitable planet (planets are numbered from 1)"),
        (
            "DEVELOP X2 1:G",
            "DEVELOP: X2 needs level 2 of SCI (RESEARCH SCI first)",
        ),
        (
            "DESIGN Laser FGf [S2][Q1][Q1][(LLLL)2][(IIII)1]",
            (
                "DESIGN: Laser: 11 HS are too few for FGf; S2 is not developed; L2 is not developed"
                " (use at least 17, or a smaller hull; DEVELOP it, or use an earlier"
            ),
        ),
        (
            "DESIGN Fort BS2 [(KKKKKKK)x2]",
            (
                "DESIGN: the number of repeats is given twice, at '(KKKKKKK' (character 2 of the"
                " design) (write (K)x14)"
            ),
        ),
        (
            "SCRAP Yard-1",
            "SCRAP: Yard-1 is your only yard (build another yard first)",
        ),
        ("REPAIR F1", "REPAIR: F1 has no damage (remove this order)"),
        (
            "Regards, Ada",
            "unknown order 'Regards,' (known: RACE, ARRAY, ADVANTAGE,",
        ),
    ],
    ids=lambda text: text.split(" ")[0],
)
def test_a_remark_names_what_is_wrong_and_the_remedy(orders, expected):
    assert remark(orders).startswith(expected)


def test_a_list_of_what_could_be_ordered_is_cut_short():
    assert remark("Regards, Ada").endswith("more)")
    assert len(remark("Regards, Ada")) < 400


def test_a_system_that_nobody_knows_is_no_bad_warp_point():
    game = new_game("Ada", "Brin")
    turn_1 = "DESIGN Eye EX [X][Y][(QQ)][(Hs)x8][(IcIcIc)]\nBUILD Yard-1 1 Eye FLEET Eyes\n"
    after = run(game, Ada=turn_1).game
    (order,) = variant().check_orders(after, "Ada", "MOVE Eyes 13")
    assert (order.code, order.message) == ("unknown-system", "MOVE: you know no system 13")


def test_the_receipt_tells_money_as_it_was_written():
    (order,) = variant().language.read("GIVE Brin MC 250.50").orders
    assert understood(order) == "GIVE: empire Brin, amount 250.50"
