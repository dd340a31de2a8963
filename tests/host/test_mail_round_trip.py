"""Templates, order forms and reports can be sent back to the program unchanged."""

from __future__ import annotations

import html
import re
import shutil

import pytest

import horizons_core as hz
from tests.host.helpers import fine
from tests.host.mails import (
    ADA,
    ADDRESSES,
    BRIN,
    Mailbox,
    a_mail,
    empty_outbox,
    outbox,
    stored,
    write_settings,
)

GAMES = sorted(hz.variants())
PEOPLE = ("--player", "Ada", "--player", "Brin", *ADDRESSES)


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    """A game of each kind after its first turn, with its template and its reports."""
    folder = tmp_path_factory.mktemp("games")
    write_settings(folder, 1)
    for name in GAMES:
        fine("new", folder / name, "--variant", name, *PEOPLE, "--seed", 3, "--name", "our game")
        fine("turn", "-g", folder / name, "--yes")
        empty_outbox(folder / name)
    return folder


@pytest.fixture
def box(tmp_path):
    return Mailbox(tmp_path / "box")


def copy(games, name, tmp_path):
    return shutil.copytree(games / name, tmp_path / name)


def template_of(game):
    return fine("orders", "template", "-g", game, "-p", "Ada").output


def report_of(game, form):
    return (game / "reports" / "turn-001" / f"Ada.{form}").read_text("utf-8")


def quoted(text):
    lines = [f"> {line}" for line in text.splitlines()]
    return "\n".join(["On Friday our games wrote:", "", *lines, "", "-- ", "Ada", ""])


def as_is(text):
    return a_mail(text)


def as_quotation(text):
    return a_mail(quoted(text))


def as_quotation_of_a_quotation(text):
    return a_mail(quoted(quoted(text)))


def as_flowed(text):
    """Return lines wrapped at 66 columns; all pieces but the last end in a blank."""
    broken = re.sub(r"(?m)^(.{50,65}) (?=\S)", r"\1 \n", text)
    message = a_mail(broken)
    message.set_param("format", "flowed")
    return message


def as_page_of_divisions(text):
    lines = "".join(f"<div>{html.escape(line) or '<br>'}</div>" for line in text.splitlines())
    message = a_mail()
    message.set_content(f"<html><body>{lines}</body></html>", subtype="html")
    return message


def as_preformatted_page(text):
    message = a_mail()
    message.set_content(
        f"<html><body><blockquote><pre>{html.escape(text)}</pre></blockquote></body></html>",
        subtype="html",
    )
    return message


def as_typed_on_a_phone(text):
    opening = iter("“”" * text.count('"'))
    smart = "".join(next(opening) if sign == '"' else sign for sign in text)
    return a_mail(re.sub(r"(?<=\S) (?=\S)", "\u00a0", smart).replace("'", "’"))


def as_attachment(text):
    message = a_mail()
    message.add_attachment(text, filename="orders.txt")
    return message


WAYS = [
    as_is,
    as_quotation,
    as_quotation_of_a_quotation,
    as_flowed,
    as_page_of_divisions,
    as_preformatted_page,
    as_typed_on_a_phone,
    as_attachment,
]


@pytest.mark.parametrize(
    ("name", "way"),
    [
        *(("event_horizon", way) for way in WAYS),
        *((name, as_typed_on_a_phone) for name in GAMES if name != "event_horizon"),
    ],
)
def test_a_template_can_be_sent_back(games, name, way, tmp_path, box):
    game = copy(games, name, tmp_path)
    box.add(way(template_of(game)))
    assert "orders accepted: Ada in our game" in box.read(game)
    ((recipient, subject, _),) = outbox(game)
    title = "Turn 2 (Week 2)" if name == "campaign2e" else "Turn 2"
    assert (recipient, subject) == (ADA, f"[our game] {title}: orders of Ada submitted")
    assert len(stored(game, turn=2)) == 1


@pytest.mark.parametrize("way", WAYS)
def test_a_report_with_an_order_form_can_be_sent_back(games, way, tmp_path, box):
    game = copy(games, "far_horizons", tmp_path)
    box.add(way(report_of(game, "txt")))
    assert "orders accepted: Ada in our game" in box.read(game)
    ((_, subject, receipt),) = outbox(game)
    assert subject == "[our game] Turn 2: orders of Ada submitted"
    assert "= PRODUCTION: " in receipt


def as_page(text):
    message = a_mail()
    message.set_content(text, subtype="html")
    return message


def as_attached_page(text):
    message = a_mail("Here it is:\n")
    message.add_attachment(text, subtype="html", filename="report.html")
    return message


@pytest.mark.parametrize("way", [as_page, as_attached_page])
def test_the_page_of_a_report_holds_the_same_form(games, way, tmp_path, box):
    game = copy(games, "far_horizons", tmp_path)
    box.add(way(report_of(game, "html")))
    assert "orders accepted: Ada in our game" in box.read(game)
    ((_, subject, _),) = outbox(game)
    assert subject == "[our game] Turn 2: orders of Ada submitted"


@pytest.mark.parametrize(
    ("name", "form"), [("event_horizon", "txt"), ("galaxy_g", "html"), ("event_horizon", "json")]
)
def test_a_report_without_an_order_form_holds_no_orders(games, name, form, tmp_path, box):
    game = copy(games, name, tmp_path)
    text = report_of(game, form)
    for way in (as_page, as_attached_page) if form == "html" else (as_is, as_quotation):
        box.add(way(text))
    assert box.read(game).count("no orders in it") == 2
    assert stored(game, turn=2) == []
    assert all("Did you mean" not in answer for _, _, answer in outbox(game))


def test_a_report_as_data_holds_no_orders(games, tmp_path, box):
    game = copy(games, "far_horizons", tmp_path)
    box.add(a_mail(report_of(game, "json")))
    assert "no orders in it" in box.read(game)
    assert stored(game, turn=2) == []


# sections without an opening line

BARE = "Hi Cleo, these are mine:\n\nSTART PRE-DEPARTURE\n NAME 1 1 1 1, PL New\nEND\n\nAda\n"


@pytest.mark.parametrize("way", [as_is, as_quotation, as_page_of_divisions, as_typed_on_a_phone])
def test_sections_need_no_opening_line_where_the_sender_has_one_seat(games, way, tmp_path, box):
    game = copy(games, "far_horizons", tmp_path)
    box.add(way(BARE))
    assert "orders accepted: Ada in our game" in box.read(game)
    assert "NAME" in stored(game, turn=2)[0]


def test_sections_of_a_stranger_are_nobodys(games, tmp_path, box):
    game = copy(games, "far_horizons", tmp_path)
    message = a_mail(BARE, sender="mallory@elsewhere.example")
    box.add(message)
    assert "orders refused" in box.read(game)
    assert outbox(game)[0][1] == "Orders rejected"


def test_sections_of_somebody_with_two_seats_are_asked_whose_they_are(games, tmp_path, box):
    game = copy(games, "far_horizons", tmp_path)
    fine("mail", "address", "-g", game, "-p", "Brin", ADA)
    box.add(a_mail(BARE))
    assert "orders refused" in box.read(game)
    ((_, _, answer),) = outbox(game)
    words = " ".join(answer.split())
    assert "your orders have no opening line" in words.casefold()
    assert '#FARHORIZONS "our game" Brin turn 2' in words


def test_ones_own_sections_count_before_the_form_that_is_quoted_below(games, tmp_path, box):
    game = copy(games, "far_horizons", tmp_path)
    box.add(a_mail(BARE + "\n" + quoted(report_of(game, "txt"))))
    box.read(game)
    assert "NAME 1 1 1 1, PL New" in stored(game, turn=2)[0]


# a quoted form without other orders


def test_a_form_quoted_below_a_question_is_no_orders(games, tmp_path, box):
    game = copy(games, "far_horizons", tmp_path)
    box.add(a_mail("When is the deadline?\n\n" + quoted(report_of(game, "txt"))))
    assert "orders accepted" not in box.read(game)
    assert stored(game, turn=2) == []
    assert "only quotes the unchanged order form" in " ".join(outbox(game)[0][2].split())


def test_a_form_that_is_quoted_does_not_take_the_place_of_orders(games, tmp_path, box):
    game = copy(games, "far_horizons", tmp_path)
    box.add(a_mail(f'#FARHORIZONS "our game" Ada turn 2\n{BARE}'))
    box.read(game)
    box.add(as_quotation(report_of(game, "txt")))
    box.read(game)
    assert len(stored(game, turn=2)) == 1


def test_a_form_that_was_changed_counts_though_it_is_quoted(games, tmp_path, box):
    game = copy(games, "far_horizons", tmp_path)
    text = quoted(report_of(game, "txt")).replace(
        "> START PRE-DEPARTURE", "> START PRE-DEPARTURE\nNAME 1 1 1 1, PL New"
    )
    box.add(a_mail("Here they are!\n\n" + text))
    assert "orders accepted" in box.read(game)
    assert "PL New" in stored(game, turn=2)[0]


@pytest.mark.parametrize("name", GAMES)
def test_no_mail_program_breaks_a_line_of_a_template(games, name):
    """The text after the break would no longer be a comment."""
    assert max(map(len, template_of(games / name).splitlines())) <= 72


def test_a_forecast_has_no_order_form(games, tmp_path, box):
    game = copy(games, "far_horizons", tmp_path)
    box.add(a_mail(BARE, sender=BRIN))
    box.read(game)
    ((_, _, receipt),) = outbox(game)
    assert "START COMBAT" not in receipt
    assert "ORDER SECTION" not in receipt
