"""Receipts: every order as it was understood, its errors, and a forecast."""

from __future__ import annotations

import json

import pytest
from attrs import evolve

import horizons_core as hz
from horizons_core.orders import Command, Envelope, OrderLanguage, OrderStyle, integer, name_of
from horizons_host.games import receipts
from horizons_host.games.receipts import understood
from horizons_host.seats.passwords import check_password, strip_passwords
from horizons_host.store import GameStore
from tests.host.helpers import ORDERS, as_file, fine, horizons, image, refused


def _submit(mars, text, *more):
    return horizons("orders", "submit", "-g", mars, "-p", "Ada", *more, as_file(mars, text))


def test_handing_in_orders_is_answered_by_a_receipt(mars):
    output = _submit(mars, ORDERS).stdout
    assert "Ada, turn 1: stored as version 1, no remarks\n" in output
    assert "    2  MOVE 1 NE\n       = MOVE: ship 1, direction NE\n" in output
    assert "Forecast for turn 1, if no other player acted\n" in output
    assert "Probe mined" in output


def test_a_receipt_shows_remarks_below_their_order(mars):
    output = _submit(mars, "MOVE 9 NE\nBIULD 3\n").stdout
    assert (
        "    1  MOVE 9 NE\n       = MOVE: ship 9, direction NE\n"
        "       ERROR: MOVE: you have no ship 9 (your ships: 1)\n" in output
    )
    assert "    2  BIULD 3\n       ERROR: unknown order 'BIULD' (did you mean 'BUILD'?)\n" in output


def test_remarks_on_the_whole_set_name_no_password(mars):
    text = f"#EVENTHORIZON mars Ada sesame\n{ORDERS}"
    output = _submit(mars, text).output
    assert "    1  (the opening line)\n       WARNING: no #END line" in output
    assert "sesame" not in output
    with GameStore(mars) as store:
        (submission,) = store.submissions(1)["Ada"]
    assert "sesame" not in str(submission)


def test_orders_that_are_not_stored_get_a_receipt_too(mars):
    output = _submit(mars, "BIULD\n", "--strict").stdout
    assert "not stored, 1 error" in output
    assert "ERROR: unknown order 'BIULD'" in output


def test_programs_get_the_receipt_as_data(mars):
    answer = json.loads(_submit(mars, f"{ORDERS}BIULD\n", "--json").stdout)
    receipt = answer["receipt"]
    assert (receipt["game"], receipt["player"], receipt["turn"]) == ("mars", "Ada", 1)
    first, second, third = receipt["orders"]
    assert first["understood"].startswith("BUILD: count 1, hull 0, thrusters 1")
    assert (second["line"], second["text"]) == (2, "MOVE 1 NE")
    assert (third["understood"], third["diagnostics"][0]["code"]) == ("", "unknown-order")
    assert any(
        "Built Probe" in event["text"] for event in receipt["forecast"]["forecast"]["events"]
    )


def test_the_forecast_knows_nothing_that_the_player_does_not_know(mars):
    """Brin's orders, which are in the same file, change none of its letters."""
    before = _submit(mars, ORDERS).stdout.split("\n", 1)[1]
    fine("orders", "submit", "-g", mars, "-p", "Brin", as_file(mars, "MOVE 1 SW\n"))
    assert _submit(mars, ORDERS).stdout.split("\n", 1)[1] == before
    with GameStore(mars) as store:
        state = store.stored(0).state
    assert state["secret"] not in before
    assert state["commitment"] not in before


def test_a_receipt_is_made_without_storing_anything_but_the_orders(mars):
    before = image(mars)
    _submit(mars, "BIULD\n", "--strict")
    assert image(mars) == before


def test_a_long_forecast_is_cut_short(mars, monkeypatch):
    monkeypatch.setattr(receipts, "MAX_LINES", 10)
    output = _submit(mars, ORDERS).stdout
    assert "... and " in output.splitlines()[-1]


def test_an_opening_line_that_was_mistyped_replaces_no_orders(mars):
    _submit(mars, ORDERS)
    before = image(mars)
    for line in ("#EVENTHORZION mars Ada", "#EVENTHORIZON mars", "#EVENTHORIZON"):
        output = refused("orders", "submit", "-g", mars, "-p", "Ada", as_file(mars, f"{line}\n"))
        assert "the set was discarded" in output
    assert image(mars) == before


# descriptions of orders, in any variant

LANGUAGE = OrderLanguage(
    grammar="""
    send: "SEND"i number place
    name: "NAME"i place
    secret: "SECRET"i password?
    number: WORD
    place: WORD | QUOTED
    password: WORD | QUOTED
    """,
    commands=tuple(
        Command(
            keyword=word,
            rule=word.lower(),
            phase="",
            syntax=(word,),
            help="",
            example="",
            mistake="",
            arguments=arguments,
            private=private,
        )
        for word, arguments, private in (
            ("SEND", {"number": integer(1)}, ()),
            ("NAME", {}, ()),
            ("SECRET", {"password": name_of(20)}, ("password",)),
        )
    ),
    envelope=Envelope("#TOY"),
    style=OrderStyle(),
)


def _stored_text(text: str) -> str:
    return strip_passwords(text, LANGUAGE.read(text), LANGUAGE)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ('send 07 "Red  One"', 'SEND: number 7, place "Red  One"'),
        ("NAME x", "NAME: place x"),
        ("SECRET", "SECRET"),
        ("secret sesame", "SECRET: password as you wrote it"),
    ],
)
def test_orders_are_told_by_keyword_and_arguments(line, expected):
    (order,) = LANGUAGE.read(line).orders
    assert understood(order) == expected


@pytest.mark.parametrize("line", ["SECRET Open", 'secret "Open"', "  > secret Open ; mine"[4:]])
def test_private_arguments_are_kept_as_hashes(line):
    text = _stored_text(f"NAME x\n{line}\nNAME y\n")
    before, secret, after = text.splitlines()
    assert (before, after) == ("NAME x", "NAME y")
    assert "pen" not in text
    read = LANGUAGE.read(text.replace("password: name_of", ""))
    words = secret.split()[1]
    assert words.startswith("$argon2id$")
    check_password("Ada", words, "open", "#TOY")
    check_password("Ada", words, "OPEN", "#TOY")
    assert read.header is None


def test_a_hash_is_not_hashed_again():
    once = _stored_text("SECRET open\n")
    language = OrderLanguage(
        LANGUAGE.grammar,
        tuple(
            Command(**{**{f: getattr(c, f) for f in _FIELDS}, "arguments": {}})
            for c in LANGUAGE.commands
        ),
        LANGUAGE.envelope,
    )
    assert strip_passwords(once, language.read(once), language) == once


_FIELDS = ("keyword", "rule", "phase", "syntax", "help", "example", "mistake", "private")


@pytest.mark.parametrize(
    ("line", "stays"),
    [
        ("SECRET open sesame", "SECRET **** ******"),
        ("SECRET open-sesame-and-much-more", "SECRET *************************"),
        ("SECRET", "SECRET"),
        ("SECRET \x07bell", "; SECRET: this line is not kept"),
    ],
)
def test_what_could_not_be_read_of_a_secret_is_masked(line, stays):
    """It stays invalid: an asterisk must not become the password."""
    assert _stored_text(line) == stays


def test_outside_the_set_that_counts_nothing_is_kept_and_no_line_moves():
    text = (
        "Dear Cleo,\r\n#TOY mars Ada first\r\nSECRET one\r\n#END\r\n"
        "#TOY mars Ada second\r\nNAME x\r\n#END\r\nSECRET two\r\n"
    )
    assert _stored_text(text) == ("\r\n\r\n\r\n\r\n#TOY mars Ada *\r\nNAME x\r\n#END\r\n\r\n")


@pytest.mark.parametrize("text", ["NAME x", "NAME x\n", "\n\n", "> NAME x\r\nNAME y\r"])
def test_a_text_without_secrets_is_kept_as_it_is(text):
    assert _stored_text(text) == text


def test_what_is_missing_in_an_order_is_left_out_and_places_are_shown_as_written():
    text = "START PRE-DEPARTURE\nName 3 11 10 3\nLand\nEND"
    name, land = hz.load_variant("far_horizons").language.read(text).orders
    assert understood(name) == "NAME: place 3 11 10 3"
    assert understood(land) == "LAND"


def test_a_text_that_shows_a_map_gets_it(mars, monkeypatch):
    """The map is drawn only for a text that shows it."""

    def text(data):
        return f"{len(data['map'])} parts: {json.dumps(dict(data['map']), sort_keys=True)}"

    drawn, draw = [], hz.Variant.map

    def counted(variant, view):
        drawn.append(draw(variant, view))
        return drawn[-1]

    monkeypatch.setattr(hz.Variant, "map", counted)
    assert "Forecast" in _submit(mars, ORDERS).stdout
    assert drawn == []
    form = evolve(hz.load_variant("event_horizon").report_form, text=text)
    monkeypatch.setattr(hz.Variant, "report_form_for", lambda *_: form)
    output = _submit(mars, ORDERS).stdout
    (chart,) = drawn
    assert f"{len(chart)} parts:" in output
    assert '"places"' in output
