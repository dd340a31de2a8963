"""Commands as forms: fixed words, fields, and the values offered for each."""

from __future__ import annotations

import pytest

from horizons_core.orders import Argument, Command, OrderForm, OrderOptions, Range, order_forms
from horizons_core.orders.forms import Field, Word

SHIPS = ["TR1 Scout", "BAS High Guardian"]


def forms(*syntax: str, **arguments: object) -> list[OrderForm]:
    """Return the forms of a command with these offered arguments, "?" before optional ones."""
    declared = {name: Argument(optional=name.endswith("_"), bare=True) for name in arguments}
    command = Command(syntax[0].split()[0], syntax=syntax, arguments=declared)
    return order_forms(OrderOptions(command, arguments))  # type: ignore[arg-type]


def summary(form: OrderForm) -> str:
    """Return a form's words and fields, optional ones in brackets."""
    words = [part.text if isinstance(part, Word) else f"<{part.argument}>" for part in form.parts]
    marks = [part.group for part in form.parts]
    return " ".join(f"[{t}]" if mark else t for t, mark in zip(words, marks, strict=True))


def offer(form: OrderForm, number: int = 0) -> object:
    """Return the values that a field offers."""
    return form.fields[number].offered


def test_words_in_capitals_stand_and_others_are_filled_in_with_what_is_offered() -> None:
    (form,) = forms("MOVE group TO x,y", group=["g1"], place=["5,6", "5,7"])
    assert summary(form) == "<group> TO <place>"
    assert offer(form, 1) == ["5,6", "5,7"]
    assert form.written(["g1", "5,7"]) == "MOVE g1 TO 5,7"


def test_words_in_brackets_stand_only_with_what_is_filled_in_among_them() -> None:
    (form,) = forms("BUY design [n] AT world [AS group]", design=["Heron"], count_=Range(1, 3),
                    world=["4,2"], name_=None)  # fmt: skip
    assert form.written(["Heron", "", "4,2", ""]) == "BUY Heron AT 4,2"
    assert form.written(["Heron", "2", "4,2", "fast"]) == "BUY Heron 2 AT 4,2 AS fast"
    assert form.missing(["Heron"]) == ["world"]


def test_a_word_alone_in_brackets_is_a_choice_by_itself() -> None:
    (form,) = forms("TRANSFER ship TO group [LATE]", ship=["Heron-1"], group=["g1"], late_=["LATE"])
    assert offer(form, 2) == ["LATE"]
    assert form.written(["Heron-1", "g1", "LATE"]) == "TRANSFER Heron-1 TO g1 LATE"


def test_what_a_choice_brings_along_is_not_written_twice() -> None:
    place = ["PL Mars", "1 2 3"]
    coordinates, planet = forms("JUMP ship, x y z", "JUMP ship, PL name", ship=SHIPS, to=place)
    assert offer(coordinates, 1) == ["1 2 3"]
    assert offer(planet, 1) == ["PL Mars"]
    assert planet.written(["TR1 Scout", "PL Mars"]) == "JUMP TR1 Scout, PL Mars"


def test_a_way_for_things_of_which_there_are_none_is_left_out() -> None:
    ways = forms("MOVE ship, x y z", "MOVE BAS name, x y z", ship=["TR1 Scout"], sector=None)
    assert [summary(way) for way in ways] == ["<ship> , <sector>"]
    both = forms("MOVE ship, x y z", "MOVE BAS name, x y z", ship=SHIPS, sector=None)
    assert offer(both[1]) == ["BAS High Guardian"]
    assert both[1].written(["BAS High Guardian", "1 2 3"]) == "MOVE BAS High Guardian, 1 2 3"


def test_choices_of_the_syntax_come_before_those_of_the_view() -> None:
    (form,) = forms("P planet CAP|MAT", planet=["9"], product=["CAP", "MAT", "Probe"])
    assert offer(form, 1) == ["CAP", "MAT"]


def test_a_number_or_a_word_of_the_syntax_may_stand_where_only_the_word_is_offered() -> None:
    (first, second) = forms("INVEST mc", "INVEST MAX", amount=["MAX"])
    assert first.fields[0].open
    assert second.fields == []
    assert second.written([]) == "INVEST MAX"


def test_ways_that_say_the_same_are_one_and_the_longer_takes_in_the_shorter() -> None:
    (war,) = forms("W race", "W planet", target=["Drakh", "9"])
    assert war.syntax == "W race / W planet"
    (send,) = forms("S group planet [ships]", "S group planet", group=["1"], planet=["9"],
                    ships_=Range(1, 5))  # fmt: skip
    assert [field.group > 0 for field in send.fields] == [False, False, True]


def test_a_field_that_is_repeated_takes_several() -> None:
    (form,) = forms("FLEET name unit [unit] ...", name=None, unit=["U-1", "U-2"])
    assert [field.several for field in form.fields] == [False, True]
    assert form.written(["Home", "U-1 U-2"]) == "FLEET Home U-1 U-2"


def test_a_syntax_in_prose_leaves_all_behind_the_keyword_to_be_written() -> None:
    (form,) = forms("@ [race ...], then lines of text, then @", races_=None, lines=None)
    assert form.parts == (Field("", several=True),)
    assert form.written(["Drakh\nYours\n@"]) == "@ Drakh\nYours\n@"


@pytest.mark.parametrize("values", [[], [""], ["  "]])
def test_what_is_blank_is_missing(values: list[str]) -> None:
    (form,) = forms("HOLD group", group=["g1"])
    assert form.missing(values) == ["group"]
