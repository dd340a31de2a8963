"""Sources of mail: mbox files, Maildirs, an IMAP server; and their settings."""

from __future__ import annotations

import mailbox
import os
import ssl
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
import trustme
from aiosmtpd.controller import Controller

from horizons_host.mail.imap import imap_from
from horizons_host.mail.settings import TEMPLATE, SettingsError, find_settings, read_settings
from horizons_host.mail.sources import MailboxError, Maildir, locked
from horizons_host.processes import this_process
from tests.host.helpers import fine, image, refused
from tests.host.mails import (
    ADA,
    Mailbox,
    a_mail,
    a_set,
    free_port,
    imap_server,
    mailed_game,
    outbox,
    smtp_server,
    stored,
    write_settings,
)


@pytest.fixture
def mars(tmp_path):
    return mailed_game(tmp_path / "mars")


@pytest.fixture(autouse=True)
def place(tmp_path):
    return write_settings(tmp_path, 1)


def an_mbox(path: Path, *mails: object) -> Path:
    box = mailbox.mbox(path)
    for mail in mails:
        box.add(mail)
    box.close()
    return path


def test_an_mbox_is_read_and_left_as_it_is(mars, tmp_path):
    text = f"From here on:\n{a_set()}From there on\n"
    path = an_mbox(tmp_path / "games", a_mail(text), a_mail("hello"))
    before = path.read_bytes()
    assert "Read 2 emails." in fine("mail", "read", "-g", mars, "--mbox", path).output
    assert stored(mars) == [a_set()]
    assert len(outbox(mars)) == 2
    assert path.read_bytes() == before
    assert not path.with_name("games.lock").exists()
    assert "Read 0 emails." in fine("mail", "read", "-g", mars, "--mbox", path).output


def test_mails_that_come_later_are_read_later(mars, tmp_path):
    path = an_mbox(tmp_path / "games", a_mail(a_set()))
    fine("mail", "read", "-g", mars, "--mbox", path)
    an_mbox(path, a_mail(a_set("MOVE 1 SW\n")))
    fine("mail", "read", "-g", mars, "--mbox", path)
    assert stored(mars) == [a_set(), a_set("MOVE 1 SW\n")]


def test_an_empty_mbox_is_fine(mars, tmp_path):
    path = an_mbox(tmp_path / "games")
    assert "Read 0 emails." in fine("mail", "read", "-g", mars, "--mbox", path).output


def test_an_mbox_that_somebody_is_writing(mars, tmp_path):
    path = an_mbox(tmp_path / "games", a_mail(a_set()))
    path.with_name("games.lock").write_text("")
    output = refused("mail", "read", "-g", mars, "--mbox", path)
    assert "another program is writing to it" in output
    path.with_name("games.lock").unlink()
    fine("mail", "read", "-g", mars, "--mbox", path)


def test_a_lock_whose_process_is_gone_holds_up_nobody(mars, tmp_path):
    path = an_mbox(tmp_path / "games", a_mail(a_set()))
    lock = path.with_name("games.lock")
    gone = subprocess.run(
        [sys.executable, "-c", "from horizons_host.processes import *; print(this_process())"],
        capture_output=True,
        check=True,
    )
    lock.write_bytes(gone.stdout)
    assert "Read 1 email." in fine("mail", "read", "-g", mars, "--mbox", path).output
    assert not lock.exists()


def test_a_lock_file_is_never_there_without_the_process_that_holds_it(mars, tmp_path, monkeypatch):
    path = an_mbox(tmp_path / "games", a_mail(a_set()))
    lock = path.with_name("games.lock")
    written = []

    def link(draft, place):
        written.append((place, Path(draft).read_text("ascii")))
        raise KeyboardInterrupt  # killed at this moment

    with monkeypatch.context() as broken:
        broken.setattr(os, "link", link)
        with pytest.raises(KeyboardInterrupt), locked(path):
            pass
    assert written == [(lock, f"{this_process()}\n")]
    assert not lock.exists()
    assert "Read 1 email." in fine("mail", "read", "-g", mars, "--mbox", path).output


def test_what_a_killed_process_left_beside_a_lock_is_cleared_away(mars, tmp_path):
    path = an_mbox(tmp_path / "games", a_mail(a_set()))
    gone = subprocess.run(
        [sys.executable, "-c", "from horizons_host.processes import *; print(this_process())"],
        capture_output=True,
        check=True,
    )
    left, other = (path.with_name(f"games.lock.{end}") for end in ("99", "bak"))
    left.write_bytes(gone.stdout)
    other.write_bytes(gone.stdout)
    fine("mail", "read", "-g", mars, "--mbox", path)
    assert not left.exists()
    assert other.exists()


def test_without_hard_links_a_lock_file_is_made_in_its_place(mars, tmp_path, monkeypatch):
    path = an_mbox(tmp_path / "games", a_mail(a_set()))

    def link(_draft, _place):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", link)
    with locked(path):
        assert path.with_name("games.lock").read_text("ascii") == f"{this_process()}\n"
    assert [file.name for file in tmp_path.glob("games*")] == ["games"]


def test_a_lock_of_another_program_counts_for_ten_minutes(mars, tmp_path):
    path = an_mbox(tmp_path / "games", a_mail(a_set()))
    lock = path.with_name("games.lock")
    for text in ("", "12", "1 elsewhere.example"):
        lock.write_text(text)
        assert "another program is writing to it" in refused(
            "mail", "read", "-g", mars, "--mbox", path
        )
        assert lock.exists()
        long_ago = lock.stat().st_mtime - 700
        os.utime(lock, (long_ago, long_ago))
        fine("mail", "read", "-g", mars, "--mbox", path)


def test_an_mbox_that_another_process_has_locked_without_a_file(mars, tmp_path):
    path = an_mbox(tmp_path / "games", a_mail(a_set()))
    words = ("mail", "read", "-g", mars, "--mbox", path)
    program = (
        "import fcntl, sys; file = open(sys.argv[1], 'r+'); fcntl.lockf(file, fcntl.LOCK_EX)\n"
        "print('locked', flush=True); input()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout.readline() == b"locked\n"
        assert "another program is writing to it" in refused(*words)
        other.communicate(b"\n")
    fine(*words)


def test_what_is_no_mailbox(mars, tmp_path):
    (tmp_path / "letter").write_text("Dear Ada")
    for option, name, message in (
        ("--mbox", "letter", "is not an mbox file: it does not begin with 'From '"),
        ("--mbox", "mars", "is a folder"),
        ("--mbox", "nothing", "No such file"),
        ("--maildir", "letter", "is a file"),
        ("--maildir", "mars", "it has no folders 'cur' and 'new'"),
        ("--maildir", "nothing", "does not exist"),
    ):
        assert message in refused("mail", "read", "-g", mars, option, tmp_path / name)


def test_a_maildir_is_read_in_the_order_of_arrival_and_left_as_it_is(mars, tmp_path):
    box = Mailbox(tmp_path / "Maildir")
    for orders in ("MOVE 1 NE\n", "MOVE 1 SW\n", "MOVE 1 E\n"):
        box.add(a_mail(a_set(orders)))
    before = image(box.path)
    box.read(mars)
    assert [text.splitlines()[1] for text in stored(mars)] == ["MOVE 1 NE", "MOVE 1 SW", "MOVE 1 E"]
    assert image(box.path) == before


def test_mails_that_the_gamemaster_has_looked_at_count_too(mars, tmp_path):
    box = Mailbox(tmp_path / "Maildir")
    box.add(a_mail(a_set()))
    (path,) = (box.path / "new").iterdir()
    path.rename(box.path / "cur" / f"{path.name}:2,S")
    box.read(mars)
    assert len(stored(mars)) == 1


def test_a_mail_that_another_program_takes_away_meanwhile(tmp_path):
    box = Mailbox(tmp_path / "Maildir")
    box.add(a_mail("one"))
    box.add(a_mail("two"))
    mails = []
    for mail in Maildir(box.path).mails(lambda _key: True):
        mails.append(mail)
        for path in (box.path / "new").iterdir():
            path.unlink()
    assert len(mails) == 1


# IMAP: imap-tools and imaplib against a server that implements what reading needs


@pytest.fixture
def imap(monkeypatch):
    monkeypatch.setenv("HORIZONS_IMAP_PASSWORD", "secret")
    mails = [a_mail(a_set(end="#END\nhello\n")).as_bytes(), a_mail("hello").as_bytes()]
    with imap_server(mails) as server:
        yield server


def _url(server, folder="INBOX"):
    return f"imap://games@127.0.0.1:{server.port}/{folder}"


def test_mails_are_read_from_an_imap_server(mars, imap):
    assert "Read 2 emails." in fine("mail", "read", "-g", mars, "--imap", _url(imap)).output
    assert stored(mars) == [a_set()]
    assert "Read 0 emails." in fine("mail", "read", "-g", mars, "--imap", _url(imap)).output


def test_mails_on_a_server_are_not_marked_as_seen_and_fetched_whole_once(mars, imap):
    fine("mail", "read", "-g", mars, "--imap", _url(imap))
    fine("mail", "read", "-g", mars, "--imap", _url(imap))
    fetched = [command for command in imap.commands if command.startswith("UID FETCH")]
    assert all("BODY.PEEK[" in command for command in fetched)
    assert sum("BODY.PEEK[]" in command for command in fetched) == 2
    assert not any("STORE" in command or "EXPUNGE" in command for command in imap.commands)


def test_only_mails_of_some_days_are_asked_for():
    clock = datetime(2026, 3, 15, tzinfo=UTC)
    with imap_server([]) as server:
        place = imap_from(_url(server), 60, lambda: clock)
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("HORIZONS_IMAP_PASSWORD", "secret")
            assert list(place.mails(lambda _key: True)) == []
        assert any('SINCE "14-Jan-2026"' in command for command in server.commands)


def test_of_a_long_head_on_a_server_only_the_beginning_is_fetched(mars, imap):
    """Two heads of 50 MB took 480 MB of memory and most of a minute."""
    long = a_mail(a_set(), Message_ID="<long@players.example>").as_bytes()
    imap.mails.append(long.replace(b"\n\n", b"\nX-Long: " + b"x" * 3_000_000 + b"\n\n", 1))
    fine("mail", "read", "-g", mars, "--imap", _url(imap))
    assert "Read 0 emails." in fine("mail", "read", "-g", mars, "--imap", _url(imap)).output
    heads = [command for command in imap.commands if "HEADER" in command]
    assert heads
    assert all("BODY.PEEK[HEADER]<0.262144>" in command for command in heads)


def test_a_large_mail_on_a_server_is_not_fetched(mars, imap, monkeypatch):
    monkeypatch.setattr("horizons_host.mail.imap.MAX_MAIL_SIZE", 1000)
    imap.mails.append(a_mail("x" * 2000).as_bytes())
    assert "Read 3 emails." in fine("mail", "read", "-g", mars, "--imap", _url(imap)).output
    assert "Your email is larger than" in outbox(mars)[2][2]


def test_a_server_that_goes_away_loses_nothing(mars, imap):
    imap.patience = 1
    output = refused("mail", "read", "-g", mars, "--imap", _url(imap))
    assert "cannot be read" in output
    assert len(stored(mars)) == 1
    imap.patience = 100
    assert "Read 1 email." in fine("mail", "read", "-g", mars, "--imap", _url(imap)).output
    assert len(outbox(mars)) == 2


def test_a_wrong_imap_password_is_said(mars, imap, monkeypatch):
    monkeypatch.setenv("HORIZONS_IMAP_PASSWORD", "sesame")
    output = refused("mail", "read", "-g", mars, "--imap", _url(imap))
    assert "rejected the user 'games'" in output
    assert "HORIZONS_IMAP_PASSWORD" in output
    assert "sesame" not in output


def test_a_folder_that_is_not_there_is_said(mars, imap):
    output = refused("mail", "read", "-g", mars, "--imap", _url(imap, "Orders"))
    assert "has no folder 'Orders'" in output


def test_an_imap_server_that_is_not_there_is_said(mars):
    output = refused("mail", "read", "-g", mars, "--imap", f"imap://games@localhost:{free_port()}/")
    assert "cannot be read" in output


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("mail.example.org", "is not the URL of a mail folder"),
        ("imaps://mail.example.org/INBOX", "is not the URL of a mail folder"),
        ("http://games@mail.example.org/", "is not the URL of a mail folder"),
        ("imaps://games@mail.example.org:x/", "is not the URL of a mail folder"),
        ("imaps://games:moon@mail.example.org/", "can see a password in a URL"),
        ("imap://games@mail.example.org/", "without encryption, others can read the password"),
    ],
)
def test_urls_that_will_not_do(mars, url, message):
    output = refused("mail", "read", "-g", mars, "--imap", url)
    assert message in output
    assert "moon" not in output


def test_urls_name_user_host_and_folder():
    place = imap_from("imaps://games%40x.example@mail.example.org/Orders%20of%20all", 5)
    assert (place.user, place.host, place.port) == ("games@x.example", "mail.example.org", 993)
    assert place.folder == "Orders of all"
    with pytest.raises(MailboxError):
        imap_from("imaps://[games", 5)


# settings


def test_settings_are_found_beside_the_game_or_above_it(mars, tmp_path, place):
    assert find_settings([mars]).file == place
    nearer = write_settings(mars, 2)
    assert find_settings([mars]).file == nearer


def test_settings_are_found_by_the_environment(mars, tmp_path, monkeypatch):
    (tmp_path / "etc").mkdir()
    other = write_settings(tmp_path / "etc", 3)
    monkeypatch.setenv("HORIZONS_MAIL", str(other))
    assert find_settings([mars]).port == 3
    assert find_settings([mars], tmp_path / "mail.toml").port == 1


def test_without_settings_the_remedy_is_named(mars, place):
    place.unlink()
    output = refused("mail", "send", "-g", mars)
    assert "there is no mail.toml" in output
    assert "horizons mail settings --template" in output


def test_the_template_is_a_file_of_settings(tmp_path):
    path = tmp_path / "made.toml"
    path.write_text(fine("mail", "settings", "--template").stdout)
    settings = read_settings(path)
    assert (settings.host, settings.port, settings.security) == (
        "mail.example.org",
        587,
        "starttls",
    )
    assert dict(settings.read) == {"imap": "imaps://games@mail.example.org/INBOX"}
    assert path.read_text() == TEMPLATE


def test_settings_are_shown_without_passwords(mars, monkeypatch):
    monkeypatch.setenv("HORIZONS_SMTP_PASSWORD", "sesame")
    for more in ((), ("--json",)):
        output = fine("mail", "settings", "-g", mars, *more).output
        assert "127.0.0.1" in output
        assert "sesame" not in output


def test_settings_can_be_tried(mars, tmp_path):
    with smtp_server() as server:
        write_settings(tmp_path, server.port)
        output = fine("mail", "settings", "-g", mars, "--check").output
    assert "Signed in to the mail server." in output
    assert server.mails == []


GOOD = 'from = "g@x.example"\n[smtp]\nhost = "h"\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("from = ", "invalid TOML"),
        (b"\xff", "invalid TOML"),
        ("", "'from' is missing"),
        ('from = "g@x.example"', "'host' is missing"),
        ('from = "games"\n[smtp]\nhost = "h"', "'games' is not an email address"),
        (GOOD + "prot = 25", "did you mean 'port'?"),
        (GOOD + 'port = "25"', "smtp.port is '25'"),
        (GOOD + 'password = "x"', "passwords are not allowed in this file"),
        (GOOD + 'security = "ssl"', "use one of starttls, tls, none"),
        (
            GOOD + 'security = "none"\nuser = "g"',
            "without encryption, others can read the password",
        ),
        (GOOD + '[read]\nmbox = "a"\nimap = "b"', "[read] has several mailboxes"),
        ("form = 3\n" + GOOD, "did you mean 'from'?"),
    ],
)
def test_settings_that_will_not_do(mars, place, text, message):
    place.write_bytes(text if isinstance(text, bytes) else text.encode())
    output = refused("mail", "send", "-g", mars)
    assert message in output
    assert str(place) in output
    with pytest.raises(SettingsError):
        read_settings(place)


def test_the_settings_say_where_mails_come_in(mars, tmp_path):
    box = Mailbox(tmp_path / "Maildir")
    box.add(a_mail(a_set()))
    write_settings(tmp_path, 1, f'[read]\nmaildir = "{box.path}"\n')
    assert f"{ADA}: orders accepted: Ada in mars" in fine("mail", "read", "-g", mars).output
    write_settings(tmp_path, 1)
    assert "no mailbox: " in refused("mail", "read", "-g", mars)


def test_one_place_at_a_time(mars, tmp_path):
    words = ("--mbox", tmp_path / "a", "--maildir", tmp_path / "b")
    assert "use only one of" in refused("mail", "read", "-g", mars, *words, status=2)


@pytest.mark.parametrize(
    "words",
    [
        ("resend",),
        ("resend", "-p", "Ada", "--mail", "1"),
        ("address", "-p", "Ada"),
        ("address", "ada@x.example"),
        ("address", "--clear"),
        ("address", "-p", "Ada", "--clear", "ada@x.example"),
    ],
)
def test_wrong_usage(mars, words):
    refused("mail", words[0], "-g", mars, *words[1:], status=2)


def test_addresses_are_shown_and_noted(tmp_path):
    folder = mailed_game(tmp_path / "venus", "--bot", "Cleo=greedy")
    fine("mail", "address", "-g", folder, "-p", "Brin", "b@new.example")
    lines = fine("mail", "address", "-g", folder).output.splitlines()
    assert [line.split() for line in lines[1:]] == [
        ["Ada", ADA, "the", "game"],
        ["Brin", "b@new.example", "the", "gamemaster"],
        ["Cleo", "-", "bot", "greedy"],
    ]
    assert "is not an email address" in refused("mail", "address", "-g", folder, "-p", "Ada", "ada")
    output = refused("mail", "address", "-g", folder, "-p", "Cleo", "c@x.example")
    assert "Cleo is played by the bot greedy" in output


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("Ada=ada", "'ada' is not an email address"),
        ("Ada=a b@x.example", "is not an email address"),
        ("Ada=a@b@x.example", "is not an email address"),
        ("Adda=a@x.example", "did you mean 'Ada'?"),
        ("Ada", "must have the form NAME=MAIL"),
    ],
)
def test_addresses_that_will_not_do_at_set_up(tmp_path, address, message):
    words = ("--variant", "event_horizon", "--player", "Ada", "--player", "Brin")
    status = 2 if "form" in message else 1
    output = refused("new", tmp_path / "venus", *words, "--address", address, status=status)
    assert message in " ".join(output.split())
    assert not (tmp_path / "venus").exists()


# encryption


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    """An untrusted certificate authority, a certificate for `localhost`, and its key."""
    folder = tmp_path_factory.mktemp("tls")
    authority = trustme.CA()
    issued = authority.issue_cert("localhost")
    root, cert, key = (folder / name for name in ("root.pem", "cert.pem", "key.pem"))
    authority.cert_pem.write_to_path(root)
    issued.cert_chain_pems[0].write_to_path(cert)
    issued.private_key_pem.write_to_path(key)
    return root, cert, key


@pytest.mark.parametrize("security", ["tls", "starttls"])
@pytest.mark.parametrize("trusted", [True, False])
def test_only_a_server_with_a_certificate_that_can_be_trusted_is_used(
    mars, place, certificate, monkeypatch, security, trusted
):
    root, cert, key = certificate
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(cert, key)
    more = {"ssl_context": context} if security == "tls" else {"tls_context": context}
    controller = Controller(object(), hostname="localhost", port=free_port(), **more)
    if trusted:
        monkeypatch.setenv("SSL_CERT_FILE", str(root))
    text = place.read_text().replace('"none"', f'"{security}"').replace("127.0.0.1", "localhost")
    place.write_text(text.replace("port = 1", f"port = {controller.port}"))
    controller.start()
    try:
        if trusted:
            fine("mail", "settings", "-g", mars, "--check")
        else:
            output = refused("mail", "settings", "-g", mars, "--check")
            assert "its certificate is not trusted (unable to get local issuer" in output
            assert "SSL_CERT_FILE" in output
    finally:
        controller.stop()
