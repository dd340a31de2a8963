"""A real SMTP server gets each receipt and report once, whatever fails."""

from __future__ import annotations

import json
import signal
import threading
from datetime import UTC, datetime, timedelta
from email import policy
from queue import SimpleQueue

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult

from horizons_host.mail.sending import MAX_ATTEMPTS, send
from horizons_host.mail.settings import read_settings
from horizons_host.mail.smtp import SmtpConnection, SmtpError, _wire_format
from horizons_host.store import GameMails, GameStore, NewMail
from tests.host import forks
from tests.host.helpers import fine, new_game, refused
from tests.host.mails import (
    ADA,
    ADDRESSES,
    BRIN,
    OWN,
    Mailbox,
    a_mail,
    a_set,
    free_port,
    mailed_game,
    stored,
    write_settings,
)

START = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def mars(tmp_path):
    return mailed_game(tmp_path / "mars")


def queue(game, text="Hello Ada\n", recipient=ADA, when="2026-01-01T00:00:00+00:00", **more):
    """Queue an answer in the outbox."""
    with GameStore(game) as store:
        GameMails(store).queue(NewMail("answer", recipient, "Hello", when, body=text, **more))


def states(game):
    with GameStore(game) as store:
        return [mail.state for mail in GameMails(store).outgoing()]


def sent_at(game, place, moment, **more):
    """Send the mails that are due at a moment and return the outcomes."""
    with GameStore(game) as store:
        settings = read_settings(place)
        return [d.outcome for d in send(store, settings, clock=lambda: moment, **more)]


def log_of(game):
    return json.loads(fine("mail", "log", "-g", game, "--json").stdout)


# reports


def test_reports_go_out_when_the_turn_is_run(mars, server, place):
    fine("turn", "--yes", "-g", mars)
    assert "Sent 2 emails." in fine("mail", "send", "-g", mars).output
    assert server.recipients == [ADA, BRIN]
    mail = server.mails[0]
    assert mail["Subject"] == "[mars] Turn 1: report for Ada"
    assert (mail["From"], mail["To"]) == (f"Horizons <{OWN}>", ADA)
    assert mail["Auto-Submitted"] == "auto-generated"
    text = mail.get_body(("plain",)).get_content()
    assert text.replace("\r\n", "\n") == fine("report", "-g", mars, "-p", "Ada").stdout
    (page,) = mail.iter_attachments()
    assert page.get_filename() == "mars-turn-001-Ada.html"
    output = fine("report", "-g", mars, "-p", "Ada", "--format", "html").stdout
    assert page.get_content().replace("\r\n", "\n") == output


def test_everybody_gets_their_own_report_and_no_others(mars, server, place):
    fine("turn", "-g", mars, "--bots", "greedy", "--until", "4")
    fine("mail", "send", "-g", mars)
    assert len(server.mails) == 8
    for recipient, mail in zip(server.recipients, server.mails, strict=True):
        player = "Ada" if recipient == ADA else "Brin"
        assert f"{player}, turn" in mail.get_body(("plain",)).get_content()


def test_the_opening_reports_go_out_too(tmp_path, server, place):
    folder = new_game(tmp_path / "mars", *ADDRESSES)
    fine("mail", "send", "-g", folder)
    assert [mail["Subject"] for mail in server.mails] == [
        "[mars] Turn 0: report for Ada",
        "[mars] Turn 0: report for Brin",
    ]


def test_bots_and_players_without_an_address_get_no_mail(tmp_path, server, place):
    more = ("--address", f"Ada={ADA}", "--bot", "Cleo=greedy")
    folder = new_game(tmp_path / "mars", *more)
    fine("turn", "--yes", "-g", folder)
    fine("mail", "send", "-g", folder)
    assert server.recipients == [ADA, ADA]


def test_the_last_report_says_so(tmp_path, server, place):
    folder = mailed_game(tmp_path / "mars", "--option", "turn_limit=1")
    fine("turn", "--yes", "-g", folder)
    fine("mail", "send", "-g", folder)
    assert server.mails[0]["Subject"] == "[mars] Turn 1: report for Ada, the last"


def test_a_turn_and_its_mails_are_stored_together_or_not_at_all(mars, monkeypatch):
    def broken(*_words):
        raise KeyboardInterrupt

    monkeypatch.setattr("horizons_host.store.rows.insert_mail", broken)
    from tests.host.helpers import horizons

    assert horizons("turn", "--yes", "-g", mars).exit_code == 130
    with GameStore(mars) as store:
        assert store.latest() == 0
    monkeypatch.undo()
    fine("turn", "--yes", "-g", mars)
    assert states(mars).count("queued") == 2


def test_an_address_noted_later_gets_the_mails_that_wait(mars, server, place):
    fine("turn", "--yes", "-g", mars)
    fine("mail", "address", "-g", mars, "-p", "Ada", "ada@new.example")
    fine("mail", "send", "-g", mars)
    assert server.recipients == ["ada@new.example", BRIN]
    fine("mail", "address", "-g", mars, "-p", "Ada", "--clear")
    fine("turn", "--yes", "-g", mars)
    fine("mail", "send", "-g", mars)
    assert server.recipients[2:] == [ADA, BRIN]


def test_an_address_that_an_order_changes_counts_from_that_turn_on(mars, monkeypatch):
    """Event Horizon has no such order; a phase replaces it here."""
    from horizons_host.games import turns

    fine("mail", "address", "-g", mars, "-p", "Ada", "ada@noted.example")
    run = turns.hz.run_turn

    def with_order(game, texts):
        turn = run(game, texts)
        turn.game.empire("Ada").address = "ada@moved.example"
        return turn

    monkeypatch.setattr(turns.hz, "run_turn", with_order)
    fine("turn", "--yes", "-g", mars)
    with GameStore(mars) as store:
        waiting = [mail.mail.recipient for mail in GameMails(store).outgoing(["queued"])]
    assert waiting == ["ada@moved.example", BRIN]
    addresses = json.loads(fine("mail", "address", "-g", mars, "--json").stdout)
    assert addresses[0] == {"seat": "Ada", "address": "ada@moved.example", "by": "the game"}


def test_who_gets_no_report_gets_no_mail_and_no_file(mars, monkeypatch):
    from attrs import evolve

    from horizons_host.games import turns

    run = turns.hz.run_turn
    monkeypatch.setattr(
        turns.hz,
        "run_turn",
        lambda game, texts: evolve(run(game, texts), unreported=frozenset({"Brin"})),
    )
    fine("turn", "--yes", "-g", mars)
    with GameStore(mars) as store:
        assert [mail.mail.recipient for mail in GameMails(store).outgoing(["queued"])] == [ADA]
        assert store.reported(1) == ("Ada",)
    names = {path.stem for path in (mars / "reports" / "turn-001").iterdir()}
    assert names == {"Ada"}
    assert "Brin got no report of turn 1" in refused("report", "-g", mars, "-p", "Brin")
    fine("report", "--all", "-g", mars)
    monkeypatch.setattr("horizons_host.games.verification.hz.run_turn", turns.hz.run_turn)
    fine("verify", "-g", mars)


# answers


def test_a_receipt_answers_the_mail_it_is_for(mars, server, place, tmp_path):
    box = Mailbox(tmp_path / "Maildir")
    box.add(a_mail(a_set(), Message_ID="<m@players.example>", References="<a@x>"))
    box.read(mars, settings=place, more=("--send",))
    (mail,) = server.mails
    assert mail["In-Reply-To"] == "<m@players.example>"
    assert mail["References"] == "<a@x> <m@players.example>"
    assert mail["Auto-Submitted"] == "auto-replied"
    assert mail.get_content_type() == "text/plain"
    assert "Forecast for turn 1" in mail.get_content()


def test_letters_of_all_kinds_and_dots_arrive_as_they_are(mars, server, place):
    text = "Zoë łucja ☃\n.\n..dots\nFrom here\n" + "long " * 500 + "\n"
    queue(mars, text)
    fine("mail", "send", "-g", mars)
    assert server.mails[0].get_content().replace("\r\n", "\n") == text
    wire = server.mails[0].as_bytes(policy=policy.SMTP)
    assert all(len(line) < 1000 for line in wire.split(b"\r\n"))


def test_the_text_of_an_answer_is_erased_once_it_is_sent(mars, server, place):
    queue(mars, "sesame sesame")
    assert b"sesame" in (mars / "horizons.sqlite").read_bytes()
    fine("mail", "send", "-g", mars)
    assert b"sesame" not in (mars / "horizons.sqlite").read_bytes()


def test_subjects_and_addresses_cannot_smuggle_headers(mars, server, place):
    queue(mars, recipient="ada@x.example\nBcc: spy@x.example")
    queue(mars, recipient="not an address")
    assert "failed" in refused("mail", "send", "-g", mars)
    assert server.mails == []
    assert states(mars)[-2:] == ["failed", "failed"]


# once


def test_a_second_call_sends_nothing(mars, server, place):
    fine("turn", "--yes", "-g", mars)
    fine("mail", "send", "-g", mars)
    assert "Sent 0 emails." in fine("mail", "send", "-g", mars).output
    assert len(server.mails) == 2


@pytest.mark.slow
def test_two_senders_at_once_send_each_mail_once(mars, server, place):
    for _ in range(10):
        queue(mars)
    both = [forks.start("mail", "send", "-g", mars, "--settings", place) for _ in range(2)]
    outputs = [process.communicate() for process in both]
    assert all("Traceback" not in err for _, err in outputs)
    assert len(server.mails) == 10, outputs
    assert len(set(server.message_ids)) == 10
    for process, (_, err) in zip(both, outputs, strict=True):
        assert process.wait() == 0 or "another process is sending the emails" in err


def test_who_comes_second_is_told(mars, server, place):
    queue(mars)
    inside, go_on = threading.Event(), threading.Event()

    def wait():
        inside.set()
        go_on.wait(60)

    server.on_mail = wait
    child = forks.start("mail", "send", "-g", mars, "--settings", place)
    assert inside.wait(60)
    assert "another process is sending the emails of" in refused("mail", "send", "-g", mars)
    go_on.set()
    assert child.wait() == 0
    assert len(server.mails) == 1


class Killed:
    """Kills the sending process when the server has accepted a mail."""

    def __init__(self, server):
        self._armed = False
        self._children = SimpleQueue()
        server.on_mail = self

    def __call__(self):
        if self._armed:
            self._armed = False
            self._children.get(timeout=60).send_signal(signal.SIGKILL)

    def send(self, game, place):
        self._armed = True
        child = forks.start("mail", "send", "-g", game, "--settings", place)
        self._children.put(child)
        assert child.wait() == -signal.SIGKILL


def test_after_a_crash_the_uncertain_mail_goes_out_again_under_the_same_id(mars, server, place):
    """The server had it; the receiver recognizes the duplicate by its Message-ID."""
    fine("turn", "--yes", "-g", mars)
    Killed(server).send(mars, place)
    assert states(mars)[-2:] == ["sending", "queued"]
    fine("mail", "send", "-g", mars)
    assert len(server.mails) == 3
    first, repeated, other = server.message_ids
    assert first == repeated != other
    assert states(mars)[-2:] == ["sent", "sent"]
    outcomes = [(line["recipient"], line["outcome"]) for line in log_of(mars)[2:]]
    assert outcomes == [(ADA, "uncertain"), (ADA, "sent"), (BRIN, "sent")]


def test_after_a_crash_the_uncertain_mail_can_be_held_instead(mars, server, place):
    fine("turn", "--yes", "-g", mars)
    Killed(server).send(mars, place)
    fine("mail", "send", "-g", mars, "--hold-uncertain")
    assert server.recipients == [ADA, BRIN]
    assert states(mars)[-2:] == ["held", "sent"]
    mails = json.loads(fine("mail", "outbox", "-g", mars, "--json").stdout)
    assert [mail["state"] for mail in mails] == ["held"]
    assert "the program ended while the email was being sent" in mails[0]["reason"]
    fine("mail", "resend", "-g", mars, "--mail", mails[0]["id"])
    fine("mail", "send", "-g", mars)
    assert server.recipients == [ADA, BRIN, ADA]
    assert server.message_ids[0] == server.message_ids[2]


@pytest.mark.parametrize("moment", ["begin", "settle"])
def test_a_crash_around_the_sending_sends_nothing_twice_unknown(
    mars, server, place, monkeypatch, moment
):
    """Before `begin` is stored no mail was sent; before `settle` one was, and the journal knows."""
    queue(mars)

    def crash(*_words, **_more):
        raise KeyboardInterrupt

    monkeypatch.setattr(GameMails, moment, crash)
    with GameStore(mars) as store, pytest.raises(KeyboardInterrupt):
        list(send(store, read_settings(place)))
    monkeypatch.undo()
    fine("mail", "send", "-g", mars)
    assert len(set(server.message_ids)) == 1
    assert len(server.mails) == 1
    assert states(mars)[-1] == "sent"


# servers that die and refuse


@pytest.mark.parametrize("command_", ["MAIL", "RCPT", "DATA"])
def test_a_server_that_dies_before_it_takes_the_mail_gets_it_later(mars, server, place, command_):
    queue(mars)
    server.answers[command_] = ["vanish"]
    assert sent_at(mars, place, START) == ["put off"]
    assert states(mars)[-1] == "queued"
    assert sent_at(mars, place, START + timedelta(minutes=4)) == []
    assert sent_at(mars, place, START + timedelta(minutes=5)) == ["sent"]
    assert len(server.mails) == 1


@pytest.mark.parametrize("answer", ["take and vanish", "lose"])
def test_a_server_that_dies_without_a_word_leaves_it_uncertain(mars, server, place, answer):
    queue(mars)
    server.answers["BODY"] = [answer]
    assert sent_at(mars, place, START) == ["uncertain"]
    assert sent_at(mars, place, START + timedelta(minutes=5)) == ["sent"]
    assert len(set(server.message_ids)) == 1


@pytest.mark.parametrize("answer", ["take and vanish", "lose"])
def test_what_is_uncertain_can_be_held(mars, server, place, answer):
    queue(mars)
    server.answers["BODY"] = [answer]
    assert sent_at(mars, place, START, hold_uncertain=True) == ["held"]
    assert sent_at(mars, place, START + timedelta(days=9), hold_uncertain=True) == []
    assert len(server.mails) == (1 if answer == "take and vanish" else 0)


def test_a_server_that_dies_in_the_middle_of_several_mails(mars, server, place):
    for number in range(6):
        queue(mars, f"number {number}\n")
    server.answers["MAIL"] = ["as usual", "as usual", "vanish"]
    outcomes = sent_at(mars, place, START)
    assert outcomes == ["sent", "sent", "put off", "sent", "sent", "sent"]
    assert sent_at(mars, place, START + timedelta(minutes=5)) == ["sent"]
    texts = [mail.get_content().strip() for mail in server.mails]
    assert sorted(texts) == [f"number {number}" for number in range(6)]


@pytest.mark.parametrize("step", ["MAIL", "RCPT", "DATA", "BODY"])
def test_a_mail_that_is_refused_has_failed_and_says_why(mars, server, place, step):
    queue(mars)
    queue(mars, recipient=BRIN)
    server.answers[step] = ["550 5.1.1 no such user here"]
    output = refused("mail", "send", "-g", mars)
    assert f"failed: {ADA}: Hello: 550 5.1.1 no such user here" in output
    assert server.recipients == [BRIN]
    assert states(mars)[-2:] == ["failed", "sent"]
    assert "Sent 0 emails." in fine("mail", "send", "-g", mars).output
    assert "550 5.1.1 no such user here" in fine("mail", "outbox", "-g", mars).output


@pytest.mark.parametrize("step", ["MAIL", "RCPT", "DATA", "BODY"])
def test_a_mail_that_is_put_off_is_tried_again_after_ever_longer_times(mars, server, place, step):
    queue(mars)
    server.answers[step] = ["451 4.3.0 try later"] * 4
    moment = START
    for wait in (5, 10, 20, 40):
        assert sent_at(mars, place, moment) == ["put off"]
        assert sent_at(mars, place, moment + timedelta(minutes=wait, seconds=-1)) == []
        moment += timedelta(minutes=wait)
    assert sent_at(mars, place, moment) == ["sent"]
    assert len(server.mails) == 1
    lines = log_of(mars)[2:]
    assert [line["attempt"] for line in lines] == [1, 2, 3, 4, 5]
    assert len({line["message_id"] for line in lines}) == 1
    assert lines[0]["reply"] == "451 4.3.0 try later"


def test_at_some_time_a_mail_is_given_up(mars, server, place):
    queue(mars)
    server.answers["RCPT"] = ["451 4.3.0 try later"] * 99
    moment = START
    for _ in range(MAX_ATTEMPTS - 1):
        assert sent_at(mars, place, moment) == ["put off"]
        moment += timedelta(hours=12)
    assert sent_at(mars, place, moment) == ["failed"]
    assert "given up after 15 attempts" in fine("mail", "outbox", "-g", mars).output


def test_a_server_that_is_away_costs_no_mail_an_attempt(mars, tmp_path, server):
    queue(mars)
    place = write_settings(tmp_path, server.port)
    away = write_settings(tmp_path / "mars", 1)
    output = refused("mail", "send", "-g", mars, "--settings", away)
    assert "the mail server 127.0.0.1:1 cannot be used" in output
    assert "the emails stay in the outbox" in output
    with GameStore(mars) as store:
        (mail,) = GameMails(store).outgoing(["queued"])
    assert mail.attempts == 0
    fine("mail", "send", "-g", mars, "--settings", place)
    assert len(server.mails) == 1


def test_one_game_that_is_in_the_way_does_not_hold_up_the_others(mars, tmp_path, server, place):
    venus = mailed_game(tmp_path / "venus")
    queue(mars)
    queue(venus, "from venus\n")
    from horizons_host.mail.sending import sole_sender

    with GameStore(mars) as store, sole_sender(store):
        output = refused("mail", "send", "-g", mars, "-g", venus)
    assert "another process is sending the emails" in output
    assert [mail.get_content().strip() for mail in server.mails] == ["from venus"]


def test_a_server_that_wants_a_password_and_gets_the_wrong_one(tmp_path, monkeypatch):
    def judge(_server, _session, _envelope, _mechanism, data):
        return AuthResult(success=data.password == b"right", handled=False)

    controller = Controller(
        object(),
        hostname="127.0.0.1",
        port=free_port(),
        authenticator=judge,
        auth_require_tls=False,
    )
    controller.start()
    try:
        place = write_settings(tmp_path, controller.port)
        place.write_text(place.read_text() + 'user = "games"\n')
        folder = mailed_game(tmp_path / "mars")
        output = refused("mail", "settings", "-g", folder, "--check")
        assert "rejected the user 'games'" in output
        monkeypatch.setenv("HORIZONS_SMTP_PASSWORD", "right")
        check_output = fine("mail", "settings", "-g", folder, "--check").output
        assert "Signed in to the mail server." in check_output
        assert "right" not in check_output.replace("lets us in", "")
    finally:
        controller.stop()


def test_an_unknown_host_is_said(tmp_path):
    place = write_settings(tmp_path, 25)
    place.write_text(place.read_text().replace("127.0.0.1", "no.such.host.invalid"))
    with SmtpConnection(read_settings(place)) as connection, pytest.raises(SmtpError):
        connection.open()


# resending


def test_a_report_can_be_sent_once_more(mars, server, place):
    fine("turn", "--yes", "-g", mars)
    fine("mail", "send", "-g", mars)
    fine("mail", "resend", "-g", mars, "-p", "ada")
    fine("mail", "resend", "-g", mars, "-p", "Ada", "--turn", 0)
    fine("mail", "send", "-g", mars)
    assert [mail["Subject"] for mail in server.mails[2:]] == [
        "[mars] Turn 1: report for Ada",
        "[mars] Turn 0: report for Ada",
    ]
    assert len(set(server.message_ids)) == 4


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("-p", "Adda"), "did you mean 'Ada'?"),
        (("-p", "Ada", "--turn", "7"), "turn 7 of the game"),
        (("--mail", "99"), "no mail 99 in the outbox"),
        (("--mail", "1"), "email 1 is sent; only failed and held emails can be resent"),
    ],
)
def test_what_cannot_be_sent_once_more(mars, words, message):
    assert message in refused("mail", "resend", "-g", mars, *words)


def test_an_answer_that_failed_is_not_there_any_more(mars, server, place):
    queue(mars)
    server.answers["RCPT"] = ["550 no"]
    refused("mail", "send", "-g", mars)
    (failed,) = json.loads(fine("mail", "outbox", "-g", mars, "--json").stdout)
    output = refused("mail", "resend", "-g", mars, "--mail", failed["id"])
    assert "whose text is not stored" in output


def test_a_report_that_failed_is_tried_again_on_demand(mars, server, place):
    fine("turn", "--yes", "-g", mars)
    server.answers["RCPT"] = ["550 no"]
    refused("mail", "send", "-g", mars)
    (failed,) = json.loads(fine("mail", "outbox", "-g", mars, "--json").stdout)
    fine("mail", "resend", "-g", mars, "--mail", failed["id"])
    fine("mail", "send", "-g", mars)
    assert server.recipients == [BRIN, ADA]


def test_a_report_needs_an_address(tmp_path):
    folder = new_game(tmp_path / "mars")
    output = refused("mail", "resend", "-g", folder, "-p", "Ada")
    assert "Ada has no email address" in output
    assert "horizons mail address -g" in output


def test_the_log_tells_every_attempt(mars, server, place):
    fine("turn", "--yes", "-g", mars)
    fine("mail", "send", "-g", mars)
    lines = fine("mail", "log", "-g", mars, "--last", 2).output.splitlines()
    assert len(lines) == 2
    assert f"attempt 1, to {ADA}: [mars] Turn 1: report for Ada: sent" in lines[0]
    assert server.message_ids[0] in lines[0]


def test_what_goes_over_the_wire_ends_where_it_should():
    message = a_mail(".one\n..two\n.\n")
    assert _wire_format(message).endswith(b"\r\n\r\n..one\r\n...two\r\n..\r\n.\r\n")


def test_the_orders_of_a_game_under_way_are_not_touched_by_its_mails(mars, server, place, tmp_path):
    box = Mailbox(tmp_path / "Maildir")
    box.add(a_mail(a_set()))
    box.read(mars, settings=place, more=("--send",))
    before = stored(mars)
    fine("mail", "send", "-g", mars)
    assert stored(mars) == before
    fine("turn", "--yes", "-g", mars)
    fine("verify", "-g", mars)
