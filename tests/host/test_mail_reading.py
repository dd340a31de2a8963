"""Incoming mails: whose orders they hold, in any shape that people and programs send."""

from __future__ import annotations

import re
from email.message import EmailMessage
from email.mime.text import MIMEText

import pytest

from horizons_core.errors import HorizonsError
from horizons_host.mail.answers import inert, refused_part
from horizons_host.mail.bodies import html_as_text, mail_texts, unwrap
from horizons_host.mail.headers import read_head
from horizons_host.mail.line_kinds import without_marks
from horizons_host.store import GameMails, GameStore, ReadMail, SeatRecord
from tests.host import forks
from tests.host.helpers import fine, new_game, refused, secrets
from tests.host.mails import (
    ADA,
    BRIN,
    ORDERS,
    OWN,
    Mailbox,
    a_mail,
    a_set,
    empty_outbox,
    mailed_game,
    outbox,
    stored,
    write_settings,
)

STRANGER = "stranger@else.example"


@pytest.fixture
def mars(tmp_path):
    return mailed_game(tmp_path / "mars")


@pytest.fixture
def box(tmp_path):
    return Mailbox(tmp_path / "Maildir")


def answer_to(box, game, message, *other_games):
    """Return recipient, subject and text of the only answer to a mail."""
    box.add(message)
    box.read(game, *other_games)
    (answer,) = [mail for folder in (game, *other_games) for mail in outbox(folder)]
    return answer


def test_orders_in_a_mail_are_stored_and_answered_by_a_receipt(mars, box):
    text = f"Hello Cleo,\n\nhere we go!\n\n{a_set()}\nSee you on Friday\nAda\n"
    recipient, subject, answer = answer_to(box, mars, a_mail(text))
    assert stored(mars) == [a_set()]
    assert (recipient, subject) == (ADA, "[mars] Turn 1: orders of Ada submitted")
    assert "    2  BUILD 1 0 1 0 0 Probe\n       = BUILD: count 1, hull 0, thrusters 1" in answer
    assert "Forecast for turn 1, if no other player acted" in answer
    assert "Built Probe (#" in answer


def test_what_was_mailed_is_what_the_turn_is_run_with(mars, box):
    box.add(a_mail(a_set()))
    box.read(mars)
    fine("turn", "--yes", "-g", mars)
    assert "Built Probe" in fine("report", "-g", mars, "-p", "Ada").output


def test_the_source_of_orders_names_their_sender(mars, box):
    box.add(a_mail(a_set()))
    box.read(mars)
    with GameStore(mars) as store:
        assert store.submissions(1)["Ada"][0].source == f"mail from {ADA}"


@pytest.mark.parametrize("quoting", ["> ", ">", "> > ", ">> "])
def test_quoted_orders_are_orders(mars, box, quoting):
    text = "".join(f"{quoting}{line}\n" for line in a_set().splitlines())
    _, subject, _ = answer_to(box, mars, a_mail(f"I forgot:\n{text}"))
    assert subject.endswith("orders of Ada submitted")


def test_of_several_sets_the_last_counts(mars, box):
    answer_to(box, mars, a_mail(a_set("MOVE 1 SW\n") + "oh no:\n" + a_set("MOVE 1 NE\n")))
    assert stored(mars) == [a_set("MOVE 1 NE\n")]


def test_a_set_that_is_only_quoted_does_not_count_before_ones_own(mars, box):
    """A player who answers above a quoted mail means the orders above."""
    old = "".join(f"> {line}\n" for line in a_set("MOVE 1 SW\n").splitlines())
    answer_to(box, mars, a_mail(a_set("MOVE 1 NE\n") + "\nOn Friday Ada wrote:\n" + old))
    assert stored(mars) == [a_set("MOVE 1 NE\n")]


def test_without_the_closing_line_the_orders_count_and_the_player_is_warned(mars, box):
    _, _, answer = answer_to(box, mars, a_mail(a_set(end="")))
    assert len(stored(mars)) == 1
    assert "WARNING: no #END line: the orders may have been cut off" in answer


def test_an_empty_set_counts_as_orders(mars, box):
    _, subject, answer = answer_to(box, mars, a_mail(a_set("")))
    assert stored(mars) == [a_set("")]
    assert subject.endswith("submitted")
    assert "No orders this turn. An empty order set counts" in answer


def test_errors_are_told_and_the_rest_counts(mars, box):
    _, subject, answer = answer_to(box, mars, a_mail(a_set("MOVE 1 NE\nBIULD 3\n")))
    assert subject == "[mars] Turn 1: orders of Ada submitted, with 1 error"
    assert "    3  BIULD 3\n       ERROR: unknown order 'BIULD' (did you mean 'BUILD'?)" in answer
    assert len(stored(mars)) == 1


@pytest.mark.parametrize("words", ["mars Ada", "MARS ada", '"mars" "Ada"'])
def test_names_may_be_written_in_several_ways(mars, box, words):
    box.add(a_mail(f"#eventhorizon {words}\n{ORDERS}#end\n"))
    box.read(mars)
    assert len(stored(mars)) == 1


@pytest.mark.parametrize("words", ['"the red one" "Ada Lovelace"', "the_red_one ada_lovelace"])
def test_names_with_blanks_take_quotes_or_underscores(tmp_path, box, words):
    folder = tmp_path / "red"
    names = ("--player", "Ada Lovelace", "--player", "Brin", "--address", f"Ada Lovelace={ADA}")
    fine("new", folder, "--variant", "event_horizon", *names, "--name", "the red one")
    empty_outbox(folder)
    _, subject, _ = answer_to(box, folder, a_mail(f"#EVENTHORIZON {words}\n{ORDERS}#END\n"))
    assert subject == "[the red one] Turn 1: orders of Ada Lovelace submitted"
    fine("turn", "--yes", "-g", folder)
    assert "Built Probe" in fine("report", "-g", folder, "-p", "Ada Lovelace").output


# bodies


def _alternative(plain: str, page: str) -> EmailMessage:
    message = a_mail(plain)
    message.add_alternative(page, subtype="html")
    return message


def _page(orders: str = ORDERS) -> str:
    lines = "".join(f"<div>{line}</div>" for line in orders.splitlines())
    return (
        "<html><head><style>p {color: red}</style></head><body><p>Hi&nbsp;Cleo,</p>"
        f"<div>#EVENTHORIZON&nbsp;mars <b>Ada</b></div>{lines}<div>#END</div></body></html>"
    )


def _html_only() -> EmailMessage:
    message = a_mail()
    message.set_content(_page(), subtype="html")
    return message


def _in(charset: str, cte: str, orders: str = ORDERS) -> EmailMessage:
    message = a_mail()
    message.set_content(a_set(orders), charset=charset, cte=cte)
    return message


def _attached() -> EmailMessage:
    message = a_mail("My orders are attached.")
    message.add_attachment(a_set(), filename="orders.txt")
    return message


def _with_picture() -> EmailMessage:
    message = a_mail(a_set())
    message.add_attachment(b"\x89PNG" * 500_000, "image", "png", filename="map.png")
    return message


def _old_mime(text: str, charset: str) -> EmailMessage:
    message = MIMEText(text, "plain", charset)
    message["From"], message["Message-ID"] = ADA, "<old@players.example>"
    return message  # type: ignore[return-value]


ZOE = "BUILD 1 0 1 0 0 Zoë\n"
BODIES = {
    "base64": lambda: _in("utf-8", "base64"),
    "quoted-printable": lambda: _in("utf-8", "quoted-printable"),
    "UTF-8": lambda: _in("utf-8", "8bit", ZOE),
    "Latin-1, quoted": lambda: _in("iso-8859-1", "quoted-printable", ZOE),
    "Latin-1": lambda: _in("iso-8859-1", "8bit", ZOE),
    "UTF-16": lambda: _old_mime(a_set(), "utf-16"),
    "UTF-7": lambda: _old_mime(a_set(), "utf-7"),
    "HTML only": _html_only,
    "orders in the HTML only": lambda: _alternative("This mail needs HTML.", _page()),
    "both": lambda: _alternative(a_set(), _page("MOVE 1 SW\n")),
    "attached": _attached,
    "with a picture": _with_picture,
}


@pytest.mark.parametrize("kind", BODIES)
def test_orders_are_found_in_every_kind_of_body(mars, box, kind):
    answer_to(box, mars, BODIES[kind]())
    (text,) = stored(mars)
    assert "BUILD 1 0 1 0 0 " in text
    assert "Zo" not in text or "Zoë" in text


def test_a_mail_that_lies_about_its_letters_is_read_all_the_same(mars, box):
    data = a_mail("X").as_bytes().replace(b"X", b"#EVENTHORIZON mars Ada\nNAME 1 Zo\xeb\n#END")
    answer_to(box, mars, data.replace(b"utf-8", b"x-unknown"))
    assert "NAME 1 Zoë" in stored(mars)[0]


def test_orders_that_a_mail_program_broke_are_joined_again(mars, box):
    long = "BUILD 1 0 1 0 0 \nProbe\n"
    message = a_mail(f"#EVENTHORIZON mars Ada\n{long}#END\n")
    message.replace_header("Content-Type", 'text/plain; charset="utf-8"; format=flowed')
    answer_to(box, mars, message)
    assert "BUILD 1 0 1 0 0 Probe\n" in stored(mars)[0]


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("a \nb", "a b"),
        ("a\nb", "a\nb"),
        ("> a \n> b", "> a b"),
        ("> a \nb", "> a \nb"),
        ("a \n#END", "a \n#END"),
        ("-- \nAda", "-- \nAda"),
        (" stuffed", "stuffed"),
    ],
)
def test_broken_lines(text, joined):
    assert without_marks(unwrap(text)) == joined


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("<p>one</p><p>two", "one\ntwo"),
        ("one<br>two<br/>three", "one\ntwo\nthree"),
        ("<pre>one\n  two</pre>", "one\n  two"),
        ("one\n  two", "one two"),
        ("a &lt;b&gt;&amp;&nbsp;c", "a <b>& c"),
        ("<script>#X</script>one<style>#Y</style>", "one"),
        ("<blockquote>one<br>two</blockquote>three", "> one\n> two\nthree"),
        ("<div>one<div>two</div></div>three", "one\ntwo\nthree"),
        ("", ""),
    ],
)
def test_pages_as_text(page, text):
    assert html_as_text(page) == text


def test_a_mail_within_a_mail_is_not_its_senders_word(mars, box):
    message = a_mail("Look what Ada wrote!", sender=BRIN)
    message.add_attachment(a_mail(a_set()))
    recipient, subject, _ = answer_to(box, mars, message)
    assert (recipient, subject) == (BRIN, "No orders found in your email")
    assert stored(mars) == []


@pytest.mark.parametrize(
    "data", [b"", b"\n\n", b"\xff\xfe\0", b"Content-Type: multipart/mixed\n\n"]
)
def test_what_is_hardly_a_mail_stops_nothing(mars, box, data):
    box.add(b"X: 1\n" + data if data else b"X: 1\n\n")
    box.add(a_mail(a_set()))
    box.read(mars)
    assert len(stored(mars)) == 1
    assert [recipient for recipient, _, _ in outbox(mars)] == [ADA]


# mails without orders


def test_a_mail_without_orders_is_told_how_to_write_them(mars, box):
    _, subject, answer = answer_to(box, mars, a_mail("When is the deadline?"))
    assert subject == "No orders found in your email"
    assert "it has no opening line" in answer
    assert "Opening line:  #EVENTHORIZON mars Ada turn 1\n" in answer


def test_orders_in_the_subject_are_no_orders(mars, box):
    message = a_mail(ORDERS, Subject="#EVENTHORIZON mars Ada")
    _, subject, _ = answer_to(box, mars, message)
    assert subject == "No orders found in your email"


def test_a_misspelt_opening_line_is_named(mars, box):
    _, _, answer = answer_to(box, mars, a_mail(a_set().replace("EVENTHORIZON", "EVENTHORIZN")))
    assert "'#EVENTHORIZN' is not an opening line. Did you mean #EVENTHORIZON?" in " ".join(
        answer.split()
    )
    assert stored(mars) == []


@pytest.mark.parametrize("text", ["", " \n\n\t\n"])
def test_an_empty_mail_is_answered(mars, box, text):
    _, _, answer = answer_to(box, mars, a_mail(text))
    assert "Your email has no text" in answer


def test_an_opening_line_that_is_not_complete_stores_nothing(mars, box):
    _, subject, answer = answer_to(box, mars, a_mail("#EVENTHORIZON mars\nMOVE 1 NE\n#END\n"))
    assert subject == "[mars] Orders rejected"
    assert "The orders: line 1: the opening line needs a game's" in answer
    assert stored(mars) == []


def test_a_very_large_text_is_refused(mars, box):
    text = "#EVENTHORIZON mars Ada\n" + f"; {'nothing but remarks ' * 20}\n" * 2_500
    _, _, answer = answer_to(box, mars, a_mail(text))
    assert len(text) > 1_000_000
    assert "longer than 1,000,000 characters" in answer
    assert stored(mars) == []


def test_a_mail_beyond_all_bounds_is_not_taken_apart(mars, box, monkeypatch):
    monkeypatch.setattr("horizons_host.mail.sources.MAX_MAIL_SIZE", 100_000)
    message = a_mail(a_set())
    message.add_attachment(b"x" * 200_000, "application", "zip", filename="x.zip")
    _, _, answer = answer_to(box, mars, message)
    assert "Your email is larger than" in answer


# the orders' owners


def test_a_player_without_a_password_writes_from_their_own_address(mars, box):
    box.add(a_mail(a_set(), sender=f'"Ada Lovelace" <{ADA.upper()}>'))
    box.read(mars)
    assert len(stored(mars)) == 1


def test_orders_of_another_player_are_refused(mars, box):
    recipient, subject, answer = answer_to(box, mars, a_mail(a_set(), sender=BRIN))
    assert (recipient, subject) == (BRIN, "[mars] Orders rejected")
    assert "Orders of Ada are only accepted from Ada's own address" in answer
    assert stored(mars) == []


STRANGE = {
    "another's orders": a_set(),
    "an unknown player": a_set(player="Zoe"),
    "an unknown game": a_set(game="venus"),
    "a wrong password": a_set(player="Cleo wrong"),
    "no password": a_set(player="Cleo"),
    "a bot": a_set(player="Dara"),
    "a bad opening line": "#EVENTHORIZON mars\n#END\n",
}


@pytest.fixture
def guarded(tmp_path):
    more = ("--player", "Cleo", *secrets(tmp_path, Cleo="moon"), "--bot", "Dara=greedy")
    return mailed_game(tmp_path / "mars", *more)


def test_a_stranger_is_told_one_and_the_same_whatever_the_reason(guarded, box):
    for number, text in enumerate(STRANGE.values()):
        box.add(a_mail(text, sender=f"stranger{number}@else.example"))
    box.read(guarded)
    answers = outbox(guarded)
    assert len(answers) == len(STRANGE)
    assert len({(subject, text) for _, subject, text in answers}) == 1
    assert "from that player's address" in " ".join(answers[0][2].split())
    for word in ("mars", "Ada", "Cleo", "Dara", "greedy", "Event Horizon"):
        assert word not in answers[0][2]
    assert all(stored(guarded, seat) == [] for seat in ("Ada", "Brin", "Cleo"))


def test_a_stranger_without_orders_learns_of_no_game(guarded, box):
    _, _, answer = answer_to(box, guarded, a_mail("Hello?", sender=STRANGER))
    assert "Opening line:  #EVENTHORIZON game player [password] [turn n]\n" in answer
    assert "mars" not in answer


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (a_set(player="Adda"), "No player 'Adda' in this game. Did you mean 'Ada'?"),
        (
            a_set(game="marsh"),
            "There is no game 'marsh' here with orders that begin with #EVENTHORIZON",
        ),
        (a_set(player="Cleo wrong"), "Wrong password for Cleo"),
        (a_set(player="Cleo"), "Cleo's orders need a password"),
        (a_set(player="Dara"), "Dara is played by the bot greedy"),
    ],
)
def test_a_player_is_told_the_reason(guarded, box, text, message):
    recipient, subject, answer = answer_to(box, guarded, a_mail(text))
    assert recipient == ADA
    assert "Orders rejected" in subject
    assert message in " ".join(answer.split())


def test_a_seat_of_which_nothing_is_known_takes_no_mails(tmp_path, box):
    folder = new_game(tmp_path / "mars", "--address", f"Ada={ADA}")
    empty_outbox(folder)
    _, _, answer = answer_to(box, folder, a_mail(a_set(player="Brin")))
    assert "Brin has neither an email address nor a password" in " ".join(answer.split())


def test_orders_after_the_end_are_refused(tmp_path, box):
    folder = mailed_game(tmp_path / "mars", "--option", "turn_limit=1")
    fine("turn", "--yes", "-g", folder)
    empty_outbox(folder)
    _, _, answer = answer_to(box, folder, a_mail(a_set()))
    assert "The game ended in turn 1" in answer


# passwords


@pytest.fixture
def locked(tmp_path):
    return mailed_game(tmp_path / "mars", *secrets(tmp_path, Ada="Moon Rise"))


def test_with_the_password_orders_come_from_anywhere_and_the_receipt_goes_home(locked, box):
    """A forger who knows the password learns nothing, and the player learns of the orders."""
    message = a_mail(a_set(player='Ada "moon rise"'), sender=STRANGER)
    recipient, subject, _ = answer_to(box, locked, message)
    assert recipient == ADA
    assert subject == "[mars] Turn 1: orders of Ada submitted"
    assert len(stored(locked)) == 1


def test_the_address_alone_does_not_do_where_there_is_a_password(locked, box):
    recipient, subject, _ = answer_to(box, locked, a_mail(a_set()))
    assert (recipient, subject) == (ADA, "[mars] Orders rejected")
    assert stored(locked) == []


def test_with_a_password_but_no_address_the_sender_gets_the_receipt(tmp_path, box):
    folder = new_game(tmp_path / "mars", *secrets(tmp_path, Ada="moon"))
    recipient, _, _ = answer_to(box, folder, a_mail(a_set(player="Ada moon"), sender=STRANGER))
    assert recipient == STRANGER


def test_no_password_is_kept_or_sent_in_plain_words(locked, box):
    box.add(a_mail(a_set(player='Ada "moon rise"', end="")))
    box.add(a_mail(a_set("BIULD\n", player='Ada "moon rise"')))
    output = box.read(locked)
    for path in locked.rglob("*"):
        if path.is_file():
            assert b"moon rise" not in path.read_bytes()
    assert "moon rise" not in output
    assert all("moon rise" not in text for _, _, text in outbox(locked))
    assert stored(locked)[0].startswith("#EVENTHORIZON mars Ada *\n")


# several games


@pytest.fixture
def venus(tmp_path):
    folder = tmp_path / "venus"
    people = ("--player", "Ada", "--player", "Brin", "--address", f"Ada={ADA}")
    fine("new", folder, "--variant", "event_horizon", *people, "--seed", 8)
    empty_outbox(folder)
    return folder


def test_a_mail_for_two_games_serves_both_and_gets_one_answer(mars, venus, box):
    text = a_set("MOVE 1 NE\n") + a_set("MOVE 1 SW\n", game="venus")
    recipient, subject, answer = answer_to(box, mars, a_mail(text), venus)
    assert stored(mars) == [a_set("MOVE 1 NE\n")]
    assert stored(venus) == [a_set("MOVE 1 SW\n", game="venus")]
    assert (recipient, subject) == (ADA, "[mars] Turn 1: orders of Ada submitted (and 1 more)")
    assert "of mars (Event Horizon)" in answer
    assert "of venus (Event Horizon)" in answer


def test_a_mail_for_two_games_of_which_one_is_unknown(mars, box):
    text = a_set() + a_set(game="pluto")
    _, _, answer = answer_to(box, mars, a_mail(text))
    assert len(stored(mars)) == 1
    assert "The orders of Ada for turn 1" in answer
    assert "There is no game 'pluto'" in answer


def test_a_crash_between_two_games_loses_nothing_and_answers_once(mars, venus, box, monkeypatch):
    box.add(a_mail(a_set() + a_set(game="venus")))
    from horizons_host.store import GameMails

    take, calls = GameMails.take, []

    def crash_at_the_second(self, read):
        calls.append(read)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return take(self, read)

    monkeypatch.setattr(GameMails, "take", crash_at_the_second)
    with pytest.raises(AssertionError):
        box.read(mars, venus)
    monkeypatch.undo()
    assert (len(stored(mars)), len(stored(venus))) == (1, 0)
    assert outbox(mars) == outbox(venus) == []
    box.read(mars, venus)
    assert (len(stored(mars)), len(stored(venus))) == (1, 1)
    ((_, _, answer),) = outbox(mars) + outbox(venus)
    assert "of mars (Event Horizon)" in answer
    assert "of venus (Event Horizon)" in answer
    assert "Read 0 emails" in box.read(venus, mars)


def test_games_of_one_name_cannot_share_a_mailbox(mars, tmp_path, box):
    other = new_game(tmp_path / "other")
    place = write_settings(tmp_path, 1)
    words = ("-g", mars, "-g", other, "--maildir", box.path, "--settings", place)
    assert "two of these games have the name 'mars'" in refused("mail", "read", *words)


def test_two_players_at_one_address_get_one_answer(tmp_path, box):
    folder = new_game(tmp_path / "mars", "--address", f"Ada={ADA}", "--address", f"Brin={ADA}")
    empty_outbox(folder)
    recipient, _, answer = answer_to(box, folder, a_mail(a_set() + a_set(player="Brin")))
    assert recipient == ADA
    assert "The orders of Ada for turn 1" in answer
    assert "The orders of Brin for turn 1" in answer
    assert (len(stored(folder)), len(stored(folder, "Brin"))) == (1, 1)


def test_receipts_of_two_players_go_to_each_ones_own_address(tmp_path, box):
    """A person with both passwords may send both orders, but gets no other player's forecast."""
    folder = mailed_game(tmp_path / "mars", *secrets(tmp_path, Ada="one", Brin="two"))
    text = a_set(player="Ada one") + a_set("BUILD 1 0 1 0 0 Spy\n", player="Brin two")
    box.add(a_mail(text))
    box.read(folder)
    answers = {recipient: text for recipient, _, text in outbox(folder)}
    assert set(answers) == {ADA, BRIN}
    assert "Spy" not in answers[ADA]
    assert "Spy" in answers[BRIN]


# each mail once, and no automatic mail


def test_a_mail_that_comes_twice_is_read_once(mars, box):
    message = a_mail(a_set())
    box.add(message)
    box.add(message)
    assert "Read 1 email." in box.read(mars)
    assert (len(stored(mars)), len(outbox(mars))) == (1, 1)


def test_two_readers_at_once_read_each_mail_once(mars, box):
    for number in range(12):
        text = a_set(f"MOVE 1 NE ; {number}\n")
        box.add(a_mail(text, sender=ADA if number % 2 else f"s{number}@else.example"))
    place = write_settings(mars.parent, 1)
    words = ("mail", "read", "-g", mars, "--maildir", box.path, "--settings", place)
    both = [forks.start(*words) for _ in range(2)]
    outputs = [process.communicate() for process in both]
    assert [process.wait() for process in both] == [0, 0], outputs
    assert len(stored(mars)) == 6
    assert len(outbox(mars)) == 12


def test_a_mail_without_a_message_id_is_read_once_too(mars, box):
    box.add(a_mail(a_set(), Message_ID=None))
    box.read(mars)
    assert "Read 0 emails." in box.read(mars)
    assert (len(stored(mars)), len(outbox(mars))) == (1, 1)


def test_a_forged_message_id_does_not_suppress_a_mail(mars, box):
    box.add(a_mail("I am first", sender=STRANGER, Message_ID="<known@players.example>"))
    box.add(a_mail(a_set(), Message_ID="<known@players.example>"))
    box.read(mars)
    assert len(stored(mars)) == 1


AUTOMATIC = [
    {"Auto_Submitted": "auto-replied"},
    {"Auto_Submitted": "auto-generated; x=y"},
    {"Precedence": "bulk"},
    {"Precedence": "list"},
    {"Return_Path": "<>"},
    {"List_Id": "<news.else.example>"},
    {"From": OWN},
    {"From": f"Horizons <{OWN.upper()}>"},
    {"From": "MAILER-DAEMON@players.example"},
    {"From": "noreply@players.example"},
    {"Content_Type": "multipart/report; report-type=delivery-status"},
]


@pytest.mark.parametrize("fields", AUTOMATIC, ids=str)
def test_programs_are_never_answered(mars, box, fields):
    message = a_mail(a_set(), **{k: v for k, v in fields.items() if k != "Content_Type"})
    if "Content_Type" in fields:
        message.replace_header("Content-Type", fields["Content_Type"])
    box.add(message)
    assert "not answered: " in box.read(mars)
    assert outbox(mars) == []
    assert stored(mars) == []
    assert "Read 0 emails." in box.read(mars)


def test_auto_submitted_no_is_a_person(mars, box):
    box.add(a_mail(a_set(), Auto_Submitted="no", Return_Path=f"<{ADA}>"))
    box.read(mars)
    assert len(stored(mars)) == 1


def test_our_own_answers_and_reports_sent_back_are_no_orders(mars, box):
    """Neither quoted nor unchanged; otherwise two programs would talk forever."""
    box.add(a_mail(a_set("BIULD\n"), Message_ID="<1@players.example>"))
    box.add(a_mail("?", Message_ID="<2@players.example>"))
    box.add(a_mail("#EVENTHORIZON mars\n", Message_ID="<3@players.example>"))
    box.read(mars)
    texts = [text for _, _, text in outbox(mars)]
    assert len(texts) == 3
    for text in texts:
        quoted = "".join(f"> {line}\n" for line in text.splitlines())
        box.add(a_mail(text))
        box.add(a_mail(quoted))
    assert box.read(mars).count("no orders in it") == 6
    assert len(stored(mars)) == 1


def test_lines_that_would_open_a_set_are_made_harmless():
    assert inert("#A\n> #B\n  #C\nx #D") == "- #A\n> - #B\n  - #C\nx #D"


def test_whoever_writes_without_end_is_not_answered_without_end(mars, box, monkeypatch):
    monkeypatch.setattr("horizons_host.mail.intake.MAX_REFUSALS", 4)
    for _ in range(6):
        box.add(a_mail("hello hello", sender=STRANGER))
    output = box.read(mars)
    assert len(outbox(mars)) == 4
    assert output.count("no further answer today") == 2
    last = [number for number, mail in enumerate(outbox(mars)) if "the last answer" in mail[2]]
    assert last == [3]
    for number in range(6):
        box.add(a_mail(a_set(f"MOVE 1 NE ; {number}\n")))
    box.read(mars)
    assert len(stored(mars)) == 6
    assert len(outbox(mars)) == 10


@pytest.mark.parametrize(
    ("field", "sender"),
    [
        (ADA, ADA),
        (f"Ada <{ADA}>", ADA),
        (f'"Lovelace, Ada" <{ADA}>', ADA),
        (f"=?utf-8?q?Zo=C3=AB?= <{ADA}>", ADA),
        ("Ada", ""),
        ("", ""),
        ("<a b@c.example>", ""),
        (f"{ADA}\r\nBcc: x@y.example", ADA),
        (f"{ADA}\nFrom: eve@evil.example", ""),
    ],
)
def test_the_sender(field, sender):
    assert read_head(f"From: {field}\nSubject: x\n\nbody".encode()).sender == sender


@pytest.mark.parametrize("hint", ["did you mean 'gal'?", "write another."])
def test_a_refusal_ends_each_sentence_with_one_mark(hint):
    part = refused_part(HorizonsError("no game 'gall'", hint), "", ADA)
    assert f"No game 'gall'.\n\n{hint[0].upper()}{hint[1:]}\n" in part.text


def test_a_mail_of_nobody_is_not_answered(mars, box):
    box.add(a_mail("hello", From=None))
    box.read(mars)
    assert outbox(mars) == []


def test_subjects_of_all_kinds_are_read():
    head = read_head(b"Subject: =?iso-8859-1?q?Zo=EB?= =?broken?x?y?=\n\n")
    assert head.subject.startswith("Zoë")
    assert read_head(b"Subject: =?u\xeff-8?q?x?=\n\n").subject


def test_a_mail_that_shows_a_defect_is_set_aside_and_holds_up_no_other(mars, box, monkeypatch):
    def broken(data):
        if b"poison" in data:
            raise RuntimeError("a defect")
        return mail_texts(data)

    monkeypatch.setattr("horizons_host.mail.intake.mail_texts", broken)
    box.add(a_mail("poison"))
    box.add(a_mail(a_set()))
    place = write_settings(mars.parent, 1)
    words = ("mail", "read", "-g", mars, "--maildir", box.path, "--settings", place)
    assert "set aside: a defect of the program, RuntimeError: a defect" in refused(*words)
    assert len(stored(mars)) == 1
    assert "Your email could not be read" in [subject for _, subject, _ in outbox(mars)]
    assert "Read 0 emails." in box.read(mars), "it is not tried again"


def test_orders_for_a_turn_that_is_run_at_the_same_time_do_not_become_the_nexts(
    mars, box, monkeypatch
):
    from horizons_host.mail import mailed_game as served

    examined, calls = served.examine_claim, []

    def slow(claim):
        calls.append(claim.turn)
        if len(calls) == 1:
            fine("turn", "--yes", "-g", mars)
        return examined(claim)

    monkeypatch.setattr("horizons_host.mail.mailed_game.examine_claim", slow)
    box.add(a_mail(a_set()))
    box.read(mars)
    assert calls == [1]
    assert (stored(mars, turn=1), stored(mars, turn=2)) == ([], [])
    ((subject, text),) = [(subject, text) for _, subject, text in outbox(mars) if text]
    assert subject == "[mars] Orders rejected"
    assert "#EVENTHORIZON mars Ada turn 2" in text


def test_a_new_address_counts_at_once(mars, box):
    fine("mail", "address", "-g", mars, "-p", "Ada", "ada@new.example")
    recipient, _, _ = answer_to(box, mars, a_mail(a_set(), sender="ada@new.example"))
    assert recipient == "ada@new.example"
    assert len(stored(mars)) == 1


def test_answers_name_the_mail_that_they_answer(mars, box):
    message = a_mail(a_set(), Message_ID="<m@players.example>", References="<a@x> <b@x>")
    box.add(message)
    box.read(mars)
    with GameStore(mars) as store:
        from horizons_host.store import GameMails

        (mail,) = GameMails(store).outgoing(["queued"])
    assert mail.mail.in_reply_to == "<m@players.example>"
    assert mail.mail.thread == "<a@x> <b@x> <m@players.example>"


def test_seats_keep_their_addresses(mars):
    with GameStore(mars) as store:
        assert store.seats()[0] == SeatRecord("Ada", address=ADA)


def test_no_answer_shows_the_secret_of_the_game_or_what_the_other_has(mars, box):
    box.add(a_mail(a_set()))
    box.read(mars)
    with GameStore(mars) as store:
        secret = store.stored(0).state["secret"]
    ((_, _, text),) = outbox(mars)
    assert secret not in text
    assert BRIN not in text
    assert not re.search(r"[0-9a-f]{32}", text)


# mails with one Message-ID


def test_a_second_mail_of_one_message_id_with_other_orders_is_read_and_answered(mars, box):
    same = {"Message_ID": "<same@players.example>", "Date": "Sat, 28 Nov 2026 18:00:20 +0000"}
    box.add(a_mail(a_set(), **same))
    box.add(a_mail(a_set("MOVE 1 SW\n"), **same))
    assert "Read 2 emails." in box.read(mars)
    assert stored(mars) == [a_set(), a_set("MOVE 1 SW\n")]
    (_, _, first), (_, _, second) = outbox(mars)
    assert "replace version" not in first
    assert "They replace version 1 (mail from ada@players.example" in " ".join(second.split())
    assert "Read 0 emails." in box.read(mars)


@pytest.mark.parametrize(
    "field", [{"Received": "by other.example; Sat, 28 Nov 2026 18:00:20 +0000"}, {}]
)
def test_a_copy_that_came_by_another_way_is_not_read_again(mars, box, field):
    message = a_mail(a_set(), Message_ID="<same@players.example>")
    box.add(message)
    box.read(mars)
    for name, value in field.items():
        message[name] = value
    box.add(message.as_bytes(policy=message.policy.clone(linesep="\r\n")))
    assert "Read 0 emails." in box.read(mars)
    assert (len(stored(mars)), len(outbox(mars))) == (1, 1)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("MOVE 1 NE\n", "MOVE 1 SW\n"),
        ("MOVE 1 NE MOVE 2 E\n", "MOVE 1 NE\nMOVE 2 E\n"),
        ("; MOVE 1 NE\n", "\n;\nMOVE 1 NE\n"),
    ],
)
def test_other_orders_under_the_message_id_of_a_mail_before_are_read(mars, box, first, second):
    for orders in (first, second):
        box.add(a_mail(a_set(orders), Message_ID="<same@players.example>"))
        assert "Read 1 email." in box.read(mars)
    assert len(outbox(mars)) == 2


def test_a_mail_that_an_older_version_read_is_not_read_again(mars, box):
    message = a_mail(a_set(), Message_ID="<same@players.example>")
    head = read_head(message.as_bytes())
    with GameStore(mars) as store:
        old = ReadMail(head.identity, head.message_id, head.sender, "2026-03-01T12:00:00Z", "")
        GameMails(store).take(old)
    box.add(message)
    assert "Read 0 emails." in box.read(mars)
    box.add(a_mail(a_set("MOVE 1 SW\n"), Message_ID="<same@players.example>"))
    assert "Read 1 email." in box.read(mars)


def test_equal_orders_by_mail_are_no_new_version_and_the_answer_says_so(mars, box):
    box.add(a_mail(a_set()))
    box.add(a_mail(a_set()))
    assert "Read 2 emails." in box.read(mars)
    assert len(stored(mars)) == 1
    assert "They are the same as version 1." in " ".join(outbox(mars)[1][2].split())


# unread text is named in the answer


def answer_text(folder):
    """Return the text of the last answer."""
    return " ".join(outbox(folder)[-1][2].split())


def test_of_several_sets_of_one_player_the_answer_says_that_one_counts(mars, box):
    box.add(a_mail(a_set("MOVE 1 E\n") + a_set("MOVE 1 SW\n")))
    box.read(mars)
    assert stored(mars) == [a_set("MOVE 1 SW\n")]
    assert "Your email has 2 sets of these orders: only the last one counts." in answer_text(mars)


def test_the_answer_names_an_attachment_with_other_orders(mars, box):
    for attached, unread in ((a_set(), False), (a_set("MOVE 1 SW\n"), True)):
        message = a_mail(a_set())
        message.add_attachment(attached, filename="orders.txt")
        box.add(message)
        box.read(mars)
        named = "Orders in the attachment orders.txt were not read" in answer_text(mars)
        assert named is unread


def test_the_answer_says_that_text_beside_the_orders_was_not_read(mars, box):
    for text, unread in ((a_set(), False), (a_set() + "Could I have a day more?\n", True)):
        box.add(a_mail(text))
        box.read(mars)
        assert ("Text outside the orders was not read." in answer_text(mars)) is unread
