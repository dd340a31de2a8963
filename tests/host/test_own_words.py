"""The sender's own text of a mail: found in the form of every mail program, and in no other."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import horizons_core as hz
from horizons_host.mail.bodies import mail_texts, repaired_text
from horizons_host.mail.html import html_as_text
from horizons_host.mail.line_kinds import own_words, sorted_lines
from horizons_host.mail.order_sets import counting_sets, orders_without_quotes, sets_in
from tests.effort import tries
from tests.host.mail_corpus import CLIENTS, ENVELOPE, LANGUAGES, cases, fields, message_of
from tests.work_counts import demand_linear

# ruff: noqa: RUF001 - what programs write in other languages is tried

CASES = list(cases())
WORDS = st.lists(
    st.one_of(
        st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=12),
        st.sampled_from(["--", "I", "turn 3,", "7,5", "von", "From", "(no)", "*so*", "a:b", "ok."]),
    ),
    min_size=2,
    max_size=9,
).map(" ".join)
TEXTS = st.lists(st.one_of(WORDS, WORDS, st.just("")), min_size=1, max_size=8).map(
    lambda lines: "\n".join(["x", *lines, "y"])
)


def test_the_corpus_is_large():
    assert len(CASES) >= 120
    assert len({case.client for case in CASES}) >= 10


def test_remarks_name_the_lines_of_a_text_as_it_was_pasted():
    text = "Hello,\n\n#EVENTHORIZON mars Ada\nMOVE 1 NE\n#END\n\n> #EVENTHORIZON mars Ada\n> #END\n"
    lines = orders_without_quotes(text, ENVELOPE).splitlines()
    assert lines == ["", "", "#EVENTHORIZON mars Ada", "MOVE 1 NE", "#END"]


@pytest.mark.parametrize("client", CLIENTS)
def test_mails_of_every_program(client):
    wrong = [case.name for case in CASES if case.client == client and case.read() != case.new]
    assert not wrong


@pytest.mark.parametrize("client", CLIENTS)
@settings(max_examples=12, deadline=None)
@given(new=TEXTS, old=TEXTS, language=st.sampled_from(LANGUAGES), variant=st.sampled_from([0, 1]))
def test_own_words_come_out_exactly_whatever_is_quoted(client, new, old, language, variant):
    parts = CLIENTS[client](language, new, old, variant)
    assert own_words(mail_texts(bytes(message_of(parts)))[0].text) == new


@pytest.mark.parametrize(
    "above",
    [
        "El vie, 27 nov 2026 a las 20:12, Games (<games@host.example>) escribió:",
        "Il giorno ven 27 nov 2026 alle ore 20:12 Games <\ngames@host.example> ha scritto:",
        "Op vr 27 nov 2026 om 20:12 schreef Games <games@host.example>:",
        "Em sex., 27 de nov. de 2026 às 20:12, Games <games@host.example>\nescreveu:",
        "pt., 27 lis 2026 o 20:12 Games <games@host.example> napisał(a):",
        "Den fre 27 nov. 2026 kl 20:12 skrev Games <games@host.example>:",
        "пт, 27 нояб. 2026 г. в 20:12, Games <games@host.example>:",
        "2026年11月27日(金) 20:12 Games <games@host.example>:",
        "Games <games@host.example> 于2026年11月27日周五 20:12写道：",
        "Games <games@host.example>, 27 Kas 2026 Cum, 20:12 tarihinde şunu yazdı:",
        "pá 27. 11. 2026 v 20:12 odesílatel Games <games@host.example> napsal:",
        "On 27/11/2026 20:12, Games wrote:",
        'On Nov 27, 2026 8:12 PM, "Games" <games@host.example> wrote:',
        "On Friday Brin wrote:",
        "Brin schrieb:",
    ],
)
def test_attributions(above):
    for gap in ("", "\n"):
        text = f"We take 7 by 3.\nHe said:\n{gap}{above}\n{gap}> #EVENTHORIZON mars Ada\n> no\n"
        assert own_words(text) == "We take 7 by 3.\nHe said:"
    assert own_words(f"{above}\n> no\n\nYes.\n") == "Yes."


@pytest.mark.parametrize(
    "above",
    [
        "De: Games\nEnviado: viernes, 27 de noviembre de 2026 20:12\nPara: Ada\nAsunto: x",
        "Da: Games\nInviato: venerdì 27 novembre 2026 20:12\nA: Ada\nOggetto: x",
        "Van: Games\nVerzonden: vrijdag 27 november 2026 20:12\nAan: Ada\nOnderwerp: x",
        "Od: Games\nWysłano: piątek, 27 listopada 2026 20:12\nDo: Ada\nTemat: x",
        "Från: Games\nSkickat: den 27 november 2026 20:12\nTill: Ada\nÄmne: x",
        "От: Games\nОтправлено: 27 ноября 2026 г. 20:12\nКому: Ada\nТема: x",
        "差出人: Games\n送信日時: 2026年11月27日\n宛先: Ada\n件名: x",
        "**From:** Games <games@host.example>\n**Date:** 27 Nov 2026\n**To:** Ada",
        "Gesendet: Freitag, 27. November 2026 um 20:12 Uhr\nVon: Games\nAn: Ada\nBetreff: x",
        "From: Games <games@host.example>\nTo: Ada <ada@x.example>;\n  Brin <b@x.example>\nCc: C",
        "---------- Forwarded message ---------\nFrom: Games",
        "-----Mensaje original-----\nDe: Games",
        "________________________________\nVon: Games",
        "Begin forwarded message:\n\nFrom: Games",
    ],
)
def test_fields_above_a_mail_without_signs(above):
    assert own_words(f"Yes.\n\n{above}\n\nOld words\n") == "Yes."


@pytest.mark.parametrize(
    "text",
    [
        "From: The Emperor\nTo: All\n\nWar!",
        "I want two things:\nIo and Europa.",
        "He wrote that at 20:12:\nnothing is true.",
        "----- Fleet 2 -----\nstays.",
        "Subject: peace\nI mean it.",
        "Sent from my heart: yes.\nAda",
        "a\n-----\nb",
        "On turn 3 I go north.\nOn turn 4:\nsouth.",
        "von: hier\nbis dort",
    ],
)
def test_words_that_only_look_like_an_announcement_are_own(text):
    assert own_words(text) == text


@pytest.mark.parametrize(
    "footer",
    [
        "-- \nAda Lovelace", "--\nAda Lovelace\n+44 20", "Sent from my iPhone",
        "Get Outlook for iOS", "Gesendet mit der GMX Mail App",
        "Von meinem Samsung Galaxy Smartphone gesendet.",
        "Envoyé depuis mon téléphone", "Enviado desde mi iPhone", "Inviato da iPhone",
        "Verstuurd vanaf mijn iPhone", "Sent from Yahoo Mail on Android", "iPhoneから送信",
        "Sent from Outlook for Android<https://aka.ms/x>", "Skickat från min iPhone",
        "Sent with Proton Mail secure email.", "Wysłane z iPhone'a", "Отправлено с iPhone",
    ],
)  # fmt: skip
def test_signatures_and_footers(footer):
    assert own_words(f"Yes.\n\n{footer}\n") == "Yes."
    assert own_words(f"Yes.\n\n{footer}\n\n{fields('en')}\n\nno\n") == "Yes."
    if not footer.startswith("--"):
        assert own_words(f"{footer}\nYes.") == f"{footer}\nYes."


def test_answers_between_quoted_lines_are_own():
    text = "On Friday Brin wrote:\n> One?\nYes.\n\n> Two?\n\nNo.\n-- \nAda\n> Three?\nPerhaps."
    assert own_words(text) == "Yes.\n\n\nNo.\nPerhaps."
    assert sorted_lines(text).number_of("quoted") == 4


LINES = st.sampled_from(
    ["", " ", "--", "-- ", "-----", "_" * 32, "> a", f"> {'a' * 70}", "b", "Please respond to",
     "---- Original ----", "Original message:", "---A wrote: ---", "From:", "From: a@b.example",
     "Date: 1.1.2026 20:12", "To: c", "Subject: d", "Tko: x", "On 1 May at 20:12", "A wrote:",
     "A <a@b.example> wrote:", "Sent from my iPhone", "#EVENTHORIZON mars Ada", "#END"]
)  # fmt: skip


@settings(max_examples=tries(50), deadline=None)
@given(st.lists(LINES, max_size=12).map("\n".join), st.sampled_from(["", "Original"]))
def test_every_line_is_of_one_kind_whatever_stands_around_it(text, mark):
    for certain in (False, True):
        lines = sorted_lines(text, mark, certain=certain)
        assert len(lines.kinds) == len(lines.lines) == text.count("\n") + 1
        assert lines.quoted_text().count("\n") <= text.count("\n")
    sets_in(text, [ENVELOPE])


def a_set(order: str, opening: str = "#EVENTHORIZON mars Ada", end: str = "#END") -> str:
    return f"{opening}\n{order}\n{end}\n"


def read(text: str) -> list[str]:
    """Return the valid order sets of a text."""
    return [order_set.text for order_set in counting_sets(sets_in(text, [ENVELOPE]).sets)]


def quoting(text: str) -> str:
    return "".join(f"> {line}\n" for line in text.splitlines())


@pytest.mark.parametrize(
    "text",
    [
        a_set("NEW") + "\n" + fields("en") + "\n\n" + a_set("OLD"),
        fields("de") + "\n\n" + a_set("NEW") + "\n" + fields("en") + "\n\n" + a_set("OLD"),
        quoting(a_set("NEW") + "\nBrin wrote:\n" + quoting(a_set("OLD"))),
        quoting(a_set("OLD")) + a_set("NEW"),
        a_set("NEW") + "-- \n" + a_set("OLD"),
        a_set("NEW", end="\nSent from my iPhone") + "\n" + fields("fr") + "\n" + a_set("OLD"),
        a_set("NEW", end="-- \nAda") + "OLD\n",
        quoting("#EVENTHORIZON mars Ada") + "NEW\n" + quoting("#END"),
        "*" + a_set("NEW") + quoting(a_set("OLD")),
    ],
)
def test_the_latest_own_orders_count(text):
    (orders,) = read(text)
    assert "NEW" in orders
    assert "OLD" not in orders
    assert orders_without_quotes(text, ENVELOPE).count("NEW") == 1
    assert "OLD" not in orders_without_quotes(text, ENVELOPE)


def test_a_message_in_orders_may_quote_everything():
    body = f"@ Brin\nOn Friday Brin wrote:\n> shall we?\n-- \n{fields('en')}\nNo.\n@"
    galaxy = hz.load_variant("galaxy_g")
    text = f"#GALAXY gg Ada\n{body}\nP 20 CAP\n#END\n"
    (order_set,) = sets_in(f"Hello\n{text}\n-- \nAda", [galaxy.info.envelope]).sets
    assert order_set.text == text
    first, second = galaxy.language.read(order_set.text).orders
    assert "\n".join(first["lines"]) == "\n".join(line.rstrip() for line in body.split("\n")[1:-1])
    assert second.text == "P 20 CAP"
    before = galaxy.language.read(order_set.text).as_before()
    assert "> shall we?" not in before.orders[0]["lines"]


@pytest.mark.parametrize(
    "style",
    [
        "display:none", "DISPLAY : none !important", "visibility:hidden", "font-size:0",
        "opacity:0", "mso-hide:all", "color:transparent", "max-height:0px;overflow:hidden",
        "left:-9999px", "font-size:0.0em;",
    ],
)  # fmt: skip
def test_hidden_text_is_not_read(style):
    assert html_as_text(f"<p>a</p><div style='{style}'>b<p>c</p></div><p>d</p>") == "a\nd"
    sheet = f"<style>p.x, #y {{ {style} }} @media print {{ .z {{ {style} }} }}</style>"
    assert html_as_text(f"{sheet}<p>a<p class='x'>b<p id=y>c<p class=z>d") == "a\nd"
    assert html_as_text("<p style='font-size:0.9em;opacity:0.5'>a") == "a"


def test_what_only_looks_hidden_is_read():
    inner = "<p style='font-size:14px'>a<b style='font-size:0'>b</b></p>"
    assert html_as_text(f"<div style='font-size:0'>b{inner}b</div>c") == "a\nc"
    assert html_as_text("<p style='line-height:0'>a<p style='max-width:0px'>b") == "a\nb"


def test_a_page_says_whose_lines_are():
    page = (
        "<div>one<blockquote style='margin:0 0 0 40px;border:none'>two</blockquote></div>"
        "<div class='gmail_signature'>Ada</div><blockquote type='cite'>old</blockquote>three"
    )
    assert own_words(html_as_text(page)) == "one\ntwo\nthree"


def test_a_plain_text_is_mended_by_its_page():
    long = "P 20 CAP ; for now it makes capital; next turn or after it I shall Produce 20 DRIVE"
    plain = f"*P 1 CAP*\n{long[:66]}\n{long[67:]}\nC D\nsome-name\nold\nold"
    page = f"P 1 CAP\n{long}\nC\nD\nsome-name\nold\n> old"
    assert repaired_text(plain, page) == f"P 1 CAP\n{long}\nC\nD\nsome-name\nold\n> old"


@pytest.mark.parametrize(
    "unit",
    [
        "On Fri, Nov 27, 2026 at 8:12 PM\n", "From: a@b.example\n", "Brin wrote:\n", "-----\n\n",
        "-- \n", "> a\n", "\n", "Sent from my iPhone\n", "#EVENTHORIZON mars Ada\n", "wrote:\n\n\n",
        "-----Original Message-----\n", "a@", "_ ", "* ", "A: a@b.example\n",
        "Please respond to\n", f"> {'a' * 70}\nb\n", "X: a <a@b.c>\n", "---- a ----\n",
        "A\n<a@b.c>\n",
    ],
)  # fmt: skip
def test_reading_takes_work_that_grows_with_the_text(unit):
    def work(units):
        text = "Hello\n" + unit * units
        read(text)
        own_words(text, certain=True)
        repaired_text(text, html_as_text(text.replace("\n", "<br>")))

    demand_linear(work, 60)


@pytest.mark.parametrize(
    "unit",
    ["<style>.a{display:none}", "@media{", "}{", "<blockquote>a</blockquote>", "<hr><b>A:</b> b"],
)
def test_reading_a_page_takes_work_that_grows_with_it(unit):
    demand_linear(lambda n: html_as_text("<div class='gmail_quote'>" + unit * n), 60)


@pytest.mark.parametrize(
    "above",
    [
        "From:\tGames/Host/Firm\nTo:\tAda/Firm@Firm\nDate:\t27.11.2026 20:12\nSubject:\tx",
        "-----Games/Host wrote: -----\nTo: ada@x.example\nFrom: Games/Host\nDate: 11/27/2026",
        "---- Original ----\nFrom: Games",
        "----- Forwarded by Ada/Firm/DE on 27.11.2026 20:12 -----\n\nFrom:\tGames/Host\nTo: Ada",
        "From: Games/Host\nPlease respond to: g@host.example\nTo: Ada\nDate: 27.11.2026 20:12",
        "From:\nGames <games@host.example>\nSent:\nFriday, November 27, 2026 8:12 PM\nTo:\nAda",
        "Šalje: Games <games@host.example>\nPoslano: petak, 27. 11. 2026. 20:12\nPrima: A\nTko: x",
        "On Fri, Nov 27, 2026, 20:12 Games <games@host.example> wrote:",
        f"{'_' * 32}\nVon: Games",
    ],
)
def test_forms_that_are_certain(above):
    assert own_words(f"Yes.\n\n{above}\n\nOld words\n", certain=True) == "Yes."


@pytest.mark.parametrize(
    "text",
    [
        "From: Mars\nTo: Venus\nDate: turn 3\nSubject: peace\n\nWe sign.",
        "Date: 30.11.2026\nFrom: Mars\nTo: Venus\nSubject: peace\n\nWe sign.",
        "On 3.12. at 10:15 Brin wrote:\nhe would attack.",
        "---- Original ----\nOur ships go.\n---- New ----\nThey stay.",
        "Original message:\nPeace? I say no.",
        "Original message:",
        "Please respond to",
        "From:",
        "-----",
        "_____\nFrom: Mars\nWe are here.",
        "One.\n--\nTwo.\n--\nThree.",
        "One.\n--\n" + "\n".join("abcdefghij"),
        "Mit meinem Handy geht es nicht.",
        "Fleet: 7\nWe meet: 20:12\nMail: a@b.example",
    ],
)
def test_words_that_may_be_quoted_are_kept_for_people(text):
    assert own_words(text, certain=True) == text


@pytest.mark.parametrize(
    ("rest", "below", "expected", "doubtful"),
    [
        ("it is", "> and", "", ()),
        ("it is", "", "it is", (1,)),
        ("Flotte", "> and", "Flotte", (1,)),
        ("", "> and", "", ()),
    ],
)
def test_the_end_of_a_quoted_line_that_a_program_broke(rest, below, expected, doubtful):
    above = "> shall we attack in turn seven or do you think that is as late a turn as"
    lines = sorted_lines(f"{above}\n{rest}\n{below}")
    assert lines.own_text() == expected
    assert lines.doubtful == doubtful
    for full in (above[:-40], f"{above[:-1]}?"):
        assert own_words(f"{full}\n{rest}\n{below}") == rest


def test_broken_ends_of_comments_in_quoted_orders_are_no_orders():
    comment = "> MOVE 1 NE ; if the others are where I take them to be, which is not sure, I"
    text = f"> #EVENTHORIZON mars Ada\n{comment}\n{{}}\n> #END\n"
    (order_set,) = sets_in(text.format("build 2 0 1 0 0 Probe"), [ENVELOPE]).sets
    assert f"{comment[2:]} build 2 0 1 0 0 Probe\n#END" in order_set.text
    assert order_set.quoted
    (order_set,) = sets_in(text.format("MOVE 1 W"), [ENVELOPE]).sets
    assert "'MOVE 1 W' follows a long quoted line" in order_set.unread


@pytest.mark.parametrize(
    "above",
    [
        "Saatja: G <g@host.example>\nSaadetud: 27. november 2026 20:12\nTeema: x",
        "\u200fבתאריך יום ו׳, 27 בנוב׳ 2026 ב-20:12 מאת Games <g@host.example>:\u200f",
        "Original message",
        "Games/Host wrote on 27.11.2026 20:12:12:",
        "Games <g@host.example>\n27.11.2026 20:12\nPlease respond to\ng@host.example\n\nTo\nAda",
        "From:\n\nGames\n\nTo:\n\nAda\n\nDate:\n\n27.11.2026 20:12",
    ],
)
def test_older_orders_below_rarer_announcements_do_not_count(above):
    (orders,) = read(f"{a_set('NEW')}\n{above}\n\n{a_set('OLD')}")
    assert "NEW" in orders
