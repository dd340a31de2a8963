"""Shared by the tests of play by mail: a game with addresses, a mailbox, servers."""

from __future__ import annotations

import contextlib
import mailbox
import os
import re
import shutil
import socketserver
import threading
from collections.abc import Callable, Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import make_msgid
from functools import cache
from pathlib import Path

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP

from horizons_host.store import GameMails, GameStore
from tests.host.helpers import fine, new_game, template_folder

OWN = "games@host.example"
ADA, BRIN = "ada@players.example", "brin@players.example"
ADDRESSES = ("--address", f"Ada={ADA}", "--address", f"Brin={BRIN}")
ORDERS = "BUILD 1 0 1 0 0 Probe\nMOVE 1 NE\n"


def a_set(
    orders: str = ORDERS, player: str = "Ada", game: str = "mars", end: str = "#END\n"
) -> str:
    """Return a set of orders as a player writes it."""
    return f"#EVENTHORIZON {game} {player}\n{orders}{end}"


def mailed_game(folder: Path, *more: object) -> Path:
    """A game of Ada and Brin with addresses; its opening reports are marked as sent."""
    words = tuple(map(str, more))
    if any(os.sep in word for word in words):  # they name a file of the test's own
        return _create(folder, words)
    folder.parent.mkdir(parents=True, exist_ok=True)
    return Path(shutil.copytree(_first(words), folder))


@cache
def _first(words: tuple[str, ...]) -> Path:
    return _create(template_folder() / "mars", words)


def _create(folder: Path, words: tuple[str, ...]) -> Path:
    new_game(folder, *ADDRESSES, *words)
    empty_outbox(folder)
    return folder


def empty_outbox(folder: Path) -> None:
    """As if all that waits had been sent."""
    with GameStore(folder) as store:
        post = GameMails(store)
        for mail in post.outgoing(["queued"]):
            post.settle(mail, "sent", "sent", at=mail.mail.created_at)


def a_mail(text: str = "", sender: str = ADA, **fields: str | None) -> EmailMessage:
    """Return a mail as a person sends it; field names use `_` for `-`."""
    message = EmailMessage()
    message["From"] = sender
    message["To"] = OWN
    message["Subject"] = "Orders"
    message["Message-ID"] = make_msgid(domain="players.example")
    for name, value in fields.items():
        header = name.replace("_", "-")
        del message[header]
        if value is not None:
            message[header] = value
    message.set_content(text)
    return message


class Mailbox:
    """A Maildir, and `horizons mail read` for the games that use it."""

    def __init__(self, folder: Path) -> None:
        self.path = folder
        self._box = mailbox.Maildir(folder)
        self._number = 0

    def add(self, message: EmailMessage | bytes) -> None:
        """Deliver a mail."""
        data = message if isinstance(message, bytes) else message.as_bytes()
        key = self._box.add(data)
        self._number += 1
        file = next(path for path in (self.path / "new").iterdir() if path.name.startswith(key))
        file.rename(file.with_name(f"{1_700_000_000 + self._number}.{key}"))

    def read(
        self, *games: Path, settings: Path | None = None, more: tuple[object, ...] = ()
    ) -> str:
        """Read the mails for these games and return the command's output."""
        named = [word for game in games for word in ("-g", game)]
        place = settings or write_settings(games[0].parent, 1)
        words = ("mail", "read", *named, "--maildir", self.path, "--settings", place, *more)
        return fine(*words).output


def write_settings(folder: Path, port: int, read: str = "") -> Path:
    """Write settings for a local server."""
    path = folder / "mail.toml"
    path.write_text(
        f'from = "Horizons <{OWN}>"\n[smtp]\nhost = "127.0.0.1"\nport = {port}\n'
        f'security = "none"\n{read}'
    )
    return path


def outbox(folder: Path) -> list[tuple[str, str, str]]:
    """Return recipient, subject and text of each mail in the outbox."""
    with GameStore(folder) as store:
        mails = [entry.mail for entry in GameMails(store).outgoing(["queued"])]
    return [(mail.recipient, mail.subject, mail.body or "") for mail in mails]


def stored(folder: Path, seat: str = "Ada", turn: int = 1) -> list[str]:
    """Return the order texts of a seat."""
    with GameStore(folder) as store:
        return [orders.text for orders in store.submissions(turn).get(seat, [])]


class Server:
    """A real SMTP server in this process that can be set to fail at any command."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.recipients: list[str] = []
        #: Maps a command ("MAIL", "RCPT", "DATA", "BODY" for the end of a mail) to its answers: a
        #: line, "as usual", "vanish", and for a mail "take and vanish" or "lose".
        self.answers: dict[str, list[str]] = {}
        #: called with a received mail, before the answer is sent
        self.on_mail: Callable[[], None] = lambda: None
        self.port = 0

    def _next(self, command: str) -> str | None:
        waiting = self.answers.get(command)
        answer = waiting.pop(0) if waiting else None
        return None if answer == "as usual" else answer

    async def handle_MAIL(self, server, session, envelope, address, options):  # noqa: N802
        return self._scripted(server, "MAIL") or _took(envelope, "mail_from", address)

    async def handle_RCPT(self, server, session, envelope, address, options):  # noqa: N802
        answer = self._scripted(server, "RCPT")
        if answer is None:
            envelope.rcpt_tos.append(address)
        return answer or "250 OK"

    async def handle_DATA(self, server, session, envelope):  # noqa: N802
        answer = self._next("BODY")
        if answer == "lose":  # neither stored nor answered
            server.transport.abort()
            return "250 too late"
        if answer is None or answer == "take and vanish":
            self.mails.append(message_from_bytes(envelope.content, policy=policy.default))
            self.recipients += envelope.rcpt_tos
            self.on_mail()
        if answer == "take and vanish":
            server.transport.abort()
        return "250 taken" if answer in {None, "take and vanish"} else answer

    def _scripted(self, server: SMTP, command: str) -> str | None:
        answer = self._next(command)
        if answer == "vanish":
            server.transport.abort()
        return answer

    @property
    def message_ids(self) -> list[str]:
        """The Message-IDs of the received mails, in order."""
        return [str(mail["Message-ID"]) for mail in self.mails]


def _took(envelope, name, address):
    setattr(envelope, name, address)
    return "250 OK"


class _Smtp(SMTP):
    """Allows scripted answers to DATA itself, too."""

    async def smtp_DATA(self, arg):  # noqa: N802
        answer = self.event_handler._next("DATA")
        if answer == "vanish":
            self.transport.abort()
            return
        if answer is not None:
            await self.push(answer)
            return
        await super().smtp_DATA(arg)


class _Controller(Controller):
    def factory(self):
        return _Smtp(self.handler, enable_SMTPUTF8=True)


@contextlib.contextmanager
def smtp_server() -> Iterator[Server]:
    """Run a server on a free local port."""
    server = Server()
    controller = _Controller(server, hostname="127.0.0.1", port=free_port())
    controller.start()
    server.port = controller.port
    try:
        yield server
    finally:
        controller.stop()


def free_port() -> int:
    """Return a local port on which no server listens."""
    with socketserver.TCPServer(("127.0.0.1", 0), socketserver.BaseRequestHandler) as listener:
        return int(listener.server_address[1])


class ImapServer(socketserver.ThreadingTCPServer):
    """The IMAP that reading a folder needs: LOGIN, SELECT, UID SEARCH, UID FETCH, LOGOUT."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, mails: list[bytes], password: str = "secret") -> None:
        super().__init__(("127.0.0.1", 0), _ImapTalk)
        self.mails = mails
        self.password = password
        self.commands: list[str] = []
        #: number of mails to serve before the server disconnects
        self.patience = 1_000_000

    @property
    def port(self) -> int:
        """The port on which it listens."""
        return int(self.server_address[1])


class _ImapTalk(socketserver.StreamRequestHandler):
    server: ImapServer

    def handle(self) -> None:
        self.wfile.write(b"* OK ready\r\n")
        while line := self.rfile.readline():
            tag, _, rest = line.decode().strip().partition(" ")
            self.server.commands.append(rest)
            if not self._answer(tag, rest):
                return

    def _answer(self, tag: str, rest: str) -> bool:
        word = rest.split(maxsplit=1)[0].upper()
        ok = f"{tag} OK done\r\n".encode()
        if word == "CAPABILITY":
            self.wfile.write(b"* CAPABILITY IMAP4rev1\r\n" + ok)
        elif word == "LOGIN":
            right = f'"{self.server.password}"' in rest
            self.wfile.write(ok if right else f"{tag} NO wrong\r\n".encode())
        elif word in {"SELECT", "EXAMINE"}:
            known = "INBOX" in rest
            self.wfile.write(
                b"* 1 EXISTS\r\n" + ok if known else f"{tag} NO no such folder\r\n".encode()
            )
        elif rest.upper().startswith("UID SEARCH"):
            uids = " ".join(str(uid) for uid in range(1, len(self.server.mails) + 1))
            self.wfile.write(f"* SEARCH {uids}\r\n".encode() + ok)
        elif rest.upper().startswith("UID FETCH"):
            return self._fetch(rest, ok)
        elif word == "LOGOUT":
            self.wfile.write(b"* BYE\r\n" + ok)
            return False
        else:
            self.wfile.write(ok)
        return True

    def _fetch(self, rest: str, ok: bytes) -> bool:
        uids = [int(uid) for uid in rest.split()[2].split(",")]
        heads = "HEADER" in rest
        for uid in uids:
            mail = self.server.mails[uid - 1]
            if not heads:
                if self.server.patience == 0:
                    return False
                self.server.patience -= 1
            data = re.split(rb"\r?\n\r?\n", mail, maxsplit=1)[0] + b"\r\n\r\n" if heads else mail
            section = "HEADER" if heads else ""
            partial = re.search(r"<0\.(\d+)>", rest)
            if partial:
                data, section = data[: int(partial[1])], "HEADER"
            self.wfile.write(
                f"* {uid} FETCH (UID {uid} FLAGS () RFC822.SIZE {len(mail)}"
                f" BODY[{section}]{'<0>' if partial else ''} {{{len(data)}}}\r\n".encode()
                + data
                + b")\r\n"
            )
        self.wfile.write(ok)
        return True


@contextlib.contextmanager
def imap_server(mails: list[bytes]) -> Iterator[ImapServer]:
    """Run an IMAP server with these mails in its INBOX."""
    with ImapServer(mails) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield server
        finally:
            server.shutdown()
