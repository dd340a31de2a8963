"""Servers that violate the protocol: each is refused soon, with a clear message."""

from __future__ import annotations

import contextlib
import os
import socket
import ssl
import struct
import threading
import time

import pytest
import trustme

from horizons_host.mail import imap, smtp
from tests.host.helpers import refused
from tests.host.mails import mailed_game, write_settings


@pytest.fixture(scope="module")
def server_side():
    """A server's TLS context, with an untrusted certificate."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    trustme.CA().issue_cert("localhost", "127.0.0.1").configure_cert(context)
    return context


@pytest.fixture(autouse=True)
def _soon(monkeypatch):
    monkeypatch.setattr(smtp, "_SECONDS", 2)
    monkeypatch.setattr(imap, "_SECONDS", 2)
    monkeypatch.setenv(imap.PASSWORD, "secret")


@pytest.fixture
def mars(tmp_path):
    return mailed_game(tmp_path / "mars")


@contextlib.contextmanager
def listening(talk):
    """Run a local server that talks like this to its clients; return its port."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve():
            with contextlib.suppress(OSError):
                while True:
                    sock, _ = server.accept()
                    threading.Thread(target=answer, args=(sock,), daemon=True).start()

        def answer(sock):
            with contextlib.suppress(OSError), sock:
                talk(sock)

        threading.Thread(target=serve, daemon=True).start()
        yield server.getsockname()[1]


def secure(greeting):
    return lambda sock, context: context.wrap_socket(sock, server_side=True).sendall(greeting)


def plain(greeting, reply=b""):
    def talk(sock, _context):
        sock.sendall(greeting)
        while sock.recv(1000):
            sock.sendall(reply)

    return talk


def silent(_sock, _context):
    time.sleep(4)


def garbage(sock, _context):
    sock.sendall(b"\x00\xff\x1b[31m" + os.urandom(3000))
    sock.recv(1000)


def reset(sock, _context):
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def starttls_refused(sock, _context):
    sock.sendall(b"220 hello\r\n")
    sock.recv(1000)
    sock.sendall(b"250-hello\r\n250 STARTTLS\r\n")
    sock.recv(1000)
    sock.sendall(b"454 no TLS now\r\n")
    sock.recv(1000)


def imap_without_starttls(sock, _context):
    sock.sendall(b"* OK hello\r\n")
    while line := sock.recv(1000):
        sock.sendall(b"* CAPABILITY IMAP4rev1\r\n" + line.split()[0] + b" OK done\r\n")


UNTRUSTED, NO_TLS, LATE = "its certificate is not trusted", "TLS failed", "not respond in time"


@pytest.mark.parametrize(
    ("security", "talk", "message"),
    [
        ("tls", secure(b"220 hello\r\n"), UNTRUSTED),
        ("tls", plain(b"220 hello\r\n"), NO_TLS),
        ("tls", silent, LATE),
        ("tls", garbage, NO_TLS),
        ("tls", reset, "Connection reset"),
        ("starttls", plain(b"220 hello\r\n", b"250 fine\r\n"), "no encryption (STARTTLS)"),
        ("starttls", starttls_refused, "454 no TLS now"),
        ("none", garbage, "cannot be used: "),
    ],
)
def test_an_smtp_server_that_cannot_be_used(mars, server_side, security, talk, message):
    with listening(lambda sock: talk(sock, server_side)) as port:
        settings = write_settings(mars.parent, port)
        settings.write_text(settings.read_text().replace('"none"', f'"{security}"'))
        output = refused("mail", "settings", "-g", mars, "--settings", settings, "--check")
    assert message in output
    assert "\x1b" not in output
    assert "the emails stay in the outbox" in output


@pytest.mark.parametrize(
    ("scheme", "talk", "message"),
    [
        ("imaps", secure(b"* OK hello\r\n"), UNTRUSTED),
        ("imaps", plain(b"* OK hello\r\n"), NO_TLS),
        ("imaps", silent, LATE),
        ("imaps", reset, "Connection reset"),
        ("imap+starttls", imap_without_starttls, "no encryption (STARTTLS)"),
        ("imap", garbage, "cannot be read: "),
        ("imap", plain(b"* OK hello\r\n", b"nonsense\r\n"), "cannot be read: "),
    ],
)
# imap-tools leaves the socket of a conversation that fails at STARTTLS to the garbage collector
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_an_imap_server_that_cannot_be_used(mars, server_side, scheme, talk, message):
    settings = write_settings(mars.parent, 1)
    with listening(lambda sock: talk(sock, server_side)) as port:
        url = f"{scheme}://games@127.0.0.1:{port}/INBOX"
        output = refused("mail", "read", "-g", mars, "--settings", settings, "--imap", url)
    assert message in output
    assert "\x1b" not in output
