"""A stored mailbox of sixty mails of all shapes: every sender gets one correct answer.

`PLAYS` holds the specifics of each variant; another variant needs one more entry there.
"""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import pytest
from attrs import frozen

from horizons_host.store import GameMails, GameStore
from tests.host.helpers import fine, secrets
from tests.host.mails import OWN, Mailbox, a_mail, empty_outbox, smtp_server, write_settings


@frozen
class Play:
    """The form of a variant's orders: valid lines, one with an error, an accented name."""

    variant: str
    opening: str
    good: str
    wrong: str
    accented: str
    options: tuple[str, ...] = ()
    bot: str = "greedy"


PLAYS = {
    "event_horizon": Play(
        variant="event_horizon",
        opening="#EVENTHORIZON",
        good="BUILD 1 0 1 0 0 Probe\nMOVE 1 NE\n",
        wrong="BIULD 1 0 1 0 0 Probe\n",
        accented="NAME 1 Zoë\n",
    ),
    "galaxy_g": Play(
        variant="galaxy_g",
        opening="#GALAXY",
        good="O TWOCOL\no no galaxytv ; the quiet life\n",
        wrong="Send 100\n",
        accented="; for Zoë\n",
        bot="expander",
    ),
}
NUMBERS = range(1, 11)


@pytest.fixture(
    params=["event_horizon", pytest.param("galaxy_g", marks=pytest.mark.slow)], scope="module"
)
def play(request):
    return PLAYS[request.param]


@pytest.fixture(scope="module")
def fresh_games(play, tmp_path_factory):
    """Two games of ten people and a bot each; numbers 9 and 10 have passwords."""
    folder = tmp_path_factory.mktemp(play.variant)
    return [_game(play, folder / name, name) for name in ("mars", "venus")]


@pytest.fixture
def games(fresh_games, tmp_path):
    """The games for one test."""
    return [Path(shutil.copytree(game, tmp_path / game.name)) for game in fresh_games]


def _game(play, folder, name):
    words = ["--bot", f"Robot={play.bot}"]
    for number in NUMBERS:
        words += ["--player", f"P{number}", "--address", f"P{number}={at(number, name)}"]
    words += secrets(folder.parent, P9="sesame", P10="sesame")
    for option in play.options:
        words += ["--option", option]
    fine("new", folder, "--variant", play.variant, "--name", name, *words, "--seed", 5)
    empty_outbox(folder)
    return folder


def at(number: int, game: str = "mars") -> str:
    """The address of a player."""
    return f"p{number}@{game}.example"


@frozen
class Case:
    """A mail, its answers (recipient, pattern over subject and text), and the seats with orders."""

    message: EmailMessage | bytes
    answers: tuple[tuple[str, str], ...] = ()
    orders: tuple[tuple[str, str], ...] = ()


class Writer:
    """Writes the mails, each in the name of the next player or of a new stranger."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.cases: list[Case] = []
        self._players = [(game, number) for game in ("mars", "venus") for number in range(1, 9)]
        self._strangers = 0

    def a_set(self, player="P1", game="mars", orders=None, end="#END\n", opening=None):
        lines = self.play.good if orders is None else orders
        return f"{opening or self.play.opening} {game} {player}\n{lines}{end}"

    def stranger(self) -> str:
        self._strangers += 1
        return f"s{self._strangers}@strangers.example"

    def valid(self, make: Callable[[str, str], EmailMessage | bytes], expected="submitted") -> None:
        """Add a player's mail with valid orders; `make` gets the set of orders and the sender."""
        game, number = self._players.pop(0)
        message = make(self.a_set(f"P{number}", game), at(number, game))
        pattern = rf"\[{game}\] Turn 1: orders of P{number} {expected}(.|\n)*= (.|\n)*Forecast"
        self.cases.append(Case(message, ((at(number, game), pattern),), ((game, f"P{number}"),)))

    def error(self, text: str, expected: str, sender: str | None = None, **fields) -> None:
        """Add a mail without valid orders, with the expected answer."""
        sender = sender or self.stranger()
        self.cases.append(Case(a_mail(text, sender=sender, **fields), ((sender, expected),)))

    def ignored(self, message: EmailMessage | bytes) -> None:
        """Add a mail without an answer."""
        self.cases.append(Case(message))


def _with_body(sender, text, charset="utf-8", cte=None, subtype="plain"):
    message = a_mail(sender=sender)
    message.set_content(text, charset=charset, cte=cte, subtype=subtype)
    return message


def _page(text):
    lines = "".join(f"<div>{line.replace(' ', '&nbsp;')}</div>\n" for line in text.splitlines())
    return f"<html><body><p>Hi,</p>\n{lines}</body></html>"


def _multipart(sender, text):
    message = a_mail("see the page", sender=sender)
    message.add_alternative(_page(text), subtype="html")
    return message


def _attached(sender, text, body="attached"):
    message = a_mail(body, sender=sender)
    message.add_attachment(text, filename="orders.txt")
    message.add_attachment(b"\0" * 1000, "application", "octet-stream", filename="map.bin")
    return message


def _unmarked(sender, text):
    """Return a Latin-1 mail that declares no character set."""
    message = a_mail("BODY", sender=sender).as_bytes()
    message = re.sub(rb"Content-[^\n]*\n|MIME-Version[^\n]*\n", b"", message)
    return message.replace(b"BODY", text.encode("latin-1"))


def _quoted(text):
    return "".join(f"> {line}\n" for line in text.splitlines())


def taken_mails(write: Writer) -> None:
    """Add sixteen mails of players with valid orders."""
    accented = write.play.good + write.play.accented
    bad = write.play.wrong + write.play.good
    for make in (
        lambda text, sender: a_mail(f"Hello,\n\n{text}\nBye\n", sender=sender),
        lambda text, sender: a_mail(_quoted(text) + "\nthere!\n", sender=sender),
        lambda text, sender: a_mail(text, sender=f'"A Player" <{sender.upper()}>'),
        lambda text, sender: _with_body(sender, text, cte="base64"),
        lambda text, sender: _with_body(sender, text, cte="quoted-printable"),
        lambda text, sender: _with_body(
            sender, text.replace(write.play.good, accented), "iso-8859-1", "8bit"
        ),
        lambda text, sender: _unmarked(sender, text.replace(write.play.good, accented)),
        lambda text, sender: _with_body(sender, _page(text), subtype="html"),
        _swapped(_multipart),
        _swapped(_attached),
        lambda text, sender: a_mail(text.replace("\n", "\r\n"), sender=sender, Message_ID=None),
        lambda text, sender: a_mail(text.lower(), sender=sender),
        lambda text, sender: a_mail(
            text.replace(write.play.good, "") + "\n" + text, sender=sender, Auto_Submitted="no"
        ),
    ):
        write.valid(make)
    write.valid(lambda text, sender: a_mail(text.replace("#END\n", ""), sender=sender), "submitted")
    write.valid(
        lambda text, sender: a_mail(text.replace(write.play.good, bad), sender=sender),
        "submitted, with 1 error",
    )
    write.valid(lambda text, sender: a_mail(f"{text}\nOn Friday:\n{_quoted(text)}", sender=sender))


def _swapped(make):
    return lambda text, sender: make(sender, text)


def mails_with_passwords(write: Writer) -> None:
    """Add six mails for seats with a password, and one for two games at once."""
    mars9 = ((at(9), r"\[mars\] Turn 1: orders of P9 submitted"),)
    forged = a_mail(write.a_set("P9 sesame"), sender=write.stranger())
    write.cases.append(Case(forged, mars9, (("mars", "P9"),)))
    for text in ("P9 open", "P10 wrong", "P9"):
        write.error(write.a_set(text), "The orders in your email were rejected")
    write.error(write.a_set("P10 wrong"), "Wrong password for P10", sender=at(10))
    write.error(write.a_set("P10", "venus"), "need a password", sender=at(10, "venus"))
    both = write.a_set("P9 SESAME", "venus") + write.a_set("P10 sesame", "mars")
    message = a_mail(both, sender=at(9, "venus"))
    answers = (
        (at(9, "venus"), r"\[venus\] Turn 1: orders of P9 submitted"),
        (at(10) + "#2", r"\[mars\] Turn 1: orders of P10 submitted"),
    )
    write.cases.append(Case(message, answers, (("venus", "P9"), ("mars", "P10"))))


def refused_mails(write: Writer) -> None:
    """Add nineteen mails of strangers without valid orders."""
    strange = "The orders in your email were rejected"
    for player, game in (("P1", "mars"), ("Zoe", "mars"), ("P1", "pluto"), ("Robot", "venus")):
        write.error(write.a_set(player, game), strange)
    write.error(write.a_set("P1") + write.a_set("P1", "venus"), strange)
    write.error(f"{write.play.opening} mars\n{write.play.good}#END\n", strange)
    write.error(write.play.opening, strange)
    write.error("", "Your email has no text")
    write.error(" \n\t\n", "Your email has no text")
    write.error("When is the deadline?", "it has no opening line")
    write.error(write.play.good, "it has no opening line", Subject=f"{write.play.opening} mars P1")
    write.error(write.a_set(opening=write.play.opening[:-1] + "X"), "is not an opening line")
    write.error("x" * 1_000_001, "longer than 1,000,000 characters")
    remarks = f"; {'a remark ' * 100}\n" * 1_120
    write.error(write.a_set(orders=remarks), "longer than 1,000,000 characters")
    write.error("#END", "it has no opening line")
    write.error("#1 priority: my orders", "it has no opening line", Subject="\u2603" * 300)
    write.error("\x00\x01\x1b[31m\x7f", "it has no opening line")
    sender = write.stranger()
    page = _with_body(sender, "<script>#EVENTHORIZON mars P1</script>", subtype="html")
    write.cases.append(Case(page, ((sender, "Your email has no text"),)))
    sender = write.stranger()
    picture = a_mail(sender=sender)
    picture.set_content(b"\x89PNG" * 1000, "image", "png")
    write.cases.append(Case(picture, ((sender, "Your email has no text"),)))


def automatic_mails(write: Writer) -> None:
    """Add fourteen automatic mails with orders in them, some of them our own."""
    for fields in (
        {"Auto_Submitted": "auto-replied"},
        {"Auto_Submitted": "auto-generated"},
        {"Precedence": "bulk"},
        {"Precedence": "list"},
        {"Precedence": "junk"},
        {"Return_Path": "<>"},
        {"List_Id": "news <news.example>"},
        {"X_Autoreply": "yes"},
        {"From": OWN},
        {"From": f"Us <{OWN.upper()}>"},
        {"From": "Mailer-Daemon@strangers.example"},
        {"From": None},
        {"From": "nobody at all"},
    ):
        write.ignored(a_mail(write.a_set(), **{"sender": write.stranger(), **fields}))
    bounce = a_mail("could not be delivered", sender=write.stranger())
    bounce.replace_header("Content-Type", "multipart/report; report-type=delivery-status")
    write.ignored(bounce)


@pytest.fixture
def cases(play):
    write = Writer(play)
    taken_mails(write)
    mails_with_passwords(write)
    refused_mails(write)
    automatic_mails(write)
    doubles = [Case(case.message) for case in write.cases[3:5] + write.cases[20:22]]
    return [*write.cases, *doubles]


def _check(cases, games, server):
    """Assert that all recipients got the intended answers and no other mail."""
    expected = [(user.split("#")[0], form) for case in cases for user, form in case.answers]
    got = [(mail["To"], f"{mail['Subject']}\n{mail.get_content()}") for mail in server.mails]
    assert Counter(user for user, _ in got) == Counter(user for user, _ in expected)
    for user, form in expected:
        texts = [text.replace("\r\n", "\n") for to, text in got if to == user]
        assert any(re.search(form, " ".join(t.split()) if "(" not in form else t) for t in texts), (
            f"{user}: {form}\n{texts}"
        )
    assert len({mail["Message-ID"] for mail in server.mails}) == len(server.mails)
    expected_orders = sorted(pair for case in cases for pair in case.orders)
    assert sorted(_stored_orders(games)) == expected_orders


def _stored_orders(games):
    for folder in games:
        with GameStore(folder) as store:
            for seat, versions in store.submissions(1).items():
                yield from ((store.info().name, seat) for _ in versions)


@pytest.mark.slow
def test_mails_of_many_shapes_get_their_answers_and_a_second_run_none(
    games, cases, tmp_path, monkeypatch
):
    some = [*cases[2:56:4], Case(cases[2].message)]
    _read_twice(some, games, tmp_path, monkeypatch, crash_after=9)


@pytest.mark.slow
@pytest.mark.parametrize("crash_after", [None, 7, 30])
def test_sixty_mails_get_their_answers_and_a_second_run_none(
    games, cases, tmp_path, monkeypatch, crash_after
):
    assert len(cases) == 60
    _read_twice(cases, games, tmp_path, monkeypatch, crash_after)


def _read_twice(cases, games, tmp_path, monkeypatch, crash_after):
    box = Mailbox(tmp_path / "Maildir")
    for case in cases:
        box.add(case.message)
    if crash_after is not None:
        _crash(monkeypatch, crash_after, box, games)
    with smtp_server() as server:
        place = write_settings(tmp_path, server.port)
        output = box.read(*games, settings=place, more=("--send",))
        assert "defect" not in output
        _check(cases, games, server)
        sent = len(server.mails)
        second_output = box.read(*reversed(games), settings=place, more=("--send",))
        assert "Read 0 emails.\nSent 0 emails.\n" in second_output
        assert len(server.mails) == sent


def _crash(monkeypatch, after, box, games):
    """Make the reading process die at some transaction."""
    take, calls = GameMails.take, []

    def dying(self, read):
        calls.append(read)
        if len(calls) > after:
            raise KeyboardInterrupt
        return take(self, read)

    with monkeypatch.context() as patch:
        patch.setattr(GameMails, "take", dying)
        with pytest.raises(AssertionError):
            box.read(*games)


@pytest.mark.slow
def test_the_turn_after_the_sixty_mails_is_run_with_their_orders(games, cases, tmp_path):
    box = Mailbox(tmp_path / "Maildir")
    for case in cases:
        box.add(case.message)
    box.read(*games)
    for folder in games:
        fine("turn", "--yes", "-g", folder)
        fine("verify", "-g", folder)
        with GameStore(folder) as store:
            name = store.info().name
            ordered = {seat for case in cases for game, seat in case.orders if game == name}
            used = store.used(store.stored(1)).texts
            assert {seat for seat in used if seat != "Robot"} == ordered
            waiting = [mail.mail for mail in GameMails(store).outgoing(["queued"])]
        assert sum(mail.kind == "report" for mail in waiting) == len(NUMBERS)
