"""Any text lets a turn finish, and the game is valid after each step (GG-FMT-011)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import horizons_core as hz
from horizons_core.testing.strategies import order_texts, texts
from tests.effort import tries
from tests.variants.galaxy_g.orders_tried import VARIANT, developed
from variants.galaxy_g.model import Game

GAME = developed()
#: Names and numbers of all players' objects, and of none.
GROUPS = [*map(str, range(13)), "MAX", "Home", "Hunters", "Guards", "Bastion", "Empty", "99", "-1"]
PLANETS = ["Zzyax_Prime", '"zzyax prime"', "12", "13", "Rock", "Drakhnor", "Blueworld", "Far_Away"]
RACES = ["Zzyaxians", "Drakh", "Blue_Men", "Ada", "Brin", "Cato", "Nobody"]
TYPES = ["Drone", "Freighter", "Gunship", "Fort", "Spare", "Scout"]
NEW = ["Terra", "Scout", "Drone", "Home", '"My Pack"', "a" * 21, "MAX", "12", "🚀", "_", '""']
KINDS = ["CAP", "MAT", "COL", "EMP", "WAR", "DRIVE", "WEAPONS", "SHIELDS", "CARGO"]
NUMBERS = ["0", "1", "2", "3", "10", "1.5", "0.5", "-3", "1e9", "nan", "1000001", "MAX", "FLEET"]

_any = st.sampled_from([*GROUPS, *PLANETS, *RACES, *TYPES, *NEW, *KINDS, *NUMBERS, "NO", ";", '"'])
_words = {
    "g": st.sampled_from(GROUPS), "p": st.sampled_from(PLANETS), "r": st.sampled_from(RACES),
    "t": st.sampled_from(TYPES), "n": st.sampled_from(NEW), "k": st.sampled_from(KINDS),
    "#": st.sampled_from(NUMBERS), "o": st.sampled_from(["TWOCOL", "NAMECASE", "SORTGROUPS"]),
}  # fmt: skip
#: The forms of all orders, a letter a parameter.
FORMS = [
    "A r", "A p", "B g #", "C n", "D n # # # # #", "D FLEET n", "E t", "E g", "F r", "G g",
    "G g #", "H g", "H g #", "I g p", "I g p #", "J g g", "J g n", "J g g #", "K r", "K p",
    "K NO r", "L g k", "L g k #", "L g k # #", "M # # #", "N p n", "O o", "O NO o", "P p k",
    "P p t", "Q r", "R p k p", "R p k", "S g p", "S g p #", "T t n", "T g n", "U g", "U g # #",
    "V g r", "V g r n", "V g r n #", "W r", "W p", "X g", "X g #", "Y n", "Z n", "@ r",
]  # fmt: skip


@st.composite
def lines(draw: st.DrawFn) -> str:
    """One order in one of its forms; now and then a word is replaced."""
    letter, *parts = draw(st.sampled_from(FORMS)).split()
    words = [draw(_words[part]) if part in _words else part for part in parts]
    if words and draw(st.integers(0, 9)) == 0:
        words[draw(st.integers(0, len(words) - 1))] = draw(_any)
    line = " ".join([letter, *words])
    return f"{line}\nHello; S 1 12\n@" if letter == "@" else line


def sets() -> st.SearchStrategy[str]:
    """Sets of orders of every degree of sense."""
    sensible = st.lists(lines(), max_size=12).map("\n".join)
    return st.one_of(sensible, sensible, order_texts(VARIANT, VARIANT.view(GAME, "Ada")), texts())


def sound(phase: object, game: Game) -> None:
    assert VARIANT.invariants(game) == [], phase


@pytest.mark.rule("GG-FMT-011")
@settings(max_examples=tries(50))
@given(sets(), sets())
def test_any_orders_can_be_run_and_leave_a_sound_game(mine, theirs):
    first = hz.run_turn(GAME, {"Ada": mine, "Brin": theirs, "Cato": mine}, watch=sound)
    second = hz.run_turn(first.game, {"Ada": theirs, "Brin": mine}, watch=sound)

    assert hz.load(hz.dump(second.game)) == second.game
    for player in ("Ada", "Brin", "Cato"):
        for turn in (first, second):
            assert turn.report(player).text
            assert all(remark.line >= 0 for remark in turn.diagnostics[player])


@settings(max_examples=tries(50))
@given(sets())
def test_any_orders_can_be_checked_and_tell_nothing_new(mine):
    remarks = VARIANT.check_orders(GAME, "Ada", mine)
    view = VARIANT.forecast(GAME, "Ada", mine)
    message = " ".join(f"{remark.message} {remark.hint}" for remark in remarks).casefold()

    assert len(view["forecast"]["diagnostics"]) == len(remarks)
    for name in ("Far Away", "Blueworld", "Blue Men"):
        if name.casefold() not in mine.casefold().replace("_", " "):
            assert name.casefold() not in message
            assert name not in str(view.data)


@pytest.mark.rule("GG-FMT-011")
@settings(max_examples=tries(50))
@given(st.lists(lines(), max_size=8), st.lists(lines(), max_size=8))
def test_orders_that_are_no_orders_change_nothing_of_the_others(good, bad):
    noise = [f"? {line.splitlines()[0]}" for line in bad] + ["1 2 3", '"S" 1 12', "-"]
    mixed = "\n".join(word for pair in zip(good, noise, strict=False) for word in pair)
    alone = "\n".join(good[: len(noise)])

    first = hz.run_turn(GAME, {"Ada": mixed}, only=("orders", "renames"))
    second = hz.run_turn(GAME, {"Ada": alone}, only=("orders", "renames"))
    assert (first.game, first.events) == (second.game, second.events)
