"""A push service for tests: it checks signatures, and decrypts what a browser gets."""

from __future__ import annotations

import json
import ssl
import threading
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import http_ece
import trustme
from attrs import define, field
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from horizons_host.notifications.push import PushTarget

HOST = "push.example.net"


def _encoded(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def _decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


@define
class Subscription:
    """A browser's subscription: its keys, which the service does not know, and its messages."""

    path: str
    url: str
    key: Any = field(factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = b"sixteen secrets!"
    messages: list[dict[str, Any]] = field(factory=list)

    @property
    def target(self) -> PushTarget:
        """The subscription as the browser tells it to a site."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return PushTarget(self.url, _encoded(point), _encoded(self.auth))

    def receive(self, data: bytes) -> None:
        """Decrypt a message."""
        text = http_ece.decrypt(
            data, private_key=self.key, auth_secret=self.auth, version="aes128gcm"
        )
        self.messages.append(json.loads(text))


@define
class PushService:
    """A push service on this machine.

    `statuses` are its next answers, 201 after that. `meanwhile` is called during a request.
    """

    port: int
    subscriptions: dict[str, Subscription] = field(factory=dict)
    requests: list[dict[str, str]] = field(factory=list)
    claims: list[dict[str, Any]] = field(factory=list)
    statuses: list[int] = field(factory=list)
    meanwhile: Callable[[], None] = lambda: None

    def subscribe(self, path: str = "/one") -> Subscription:
        """Subscribe a browser."""
        url = f"https://{HOST}:{self.port}{path}"
        self.subscriptions[path] = subscription = Subscription(path, url)
        return subscription

    def answer(self, path: str, headers: dict[str, str], body: bytes) -> int:
        """Return the status of the answer to a request; it must be signed as RFC 8292 says."""
        self.requests.append(headers)
        self.meanwhile()
        authorization = headers["authorization"]
        if not Vapid02.verify(authorization):
            return 403
        token = authorization.partition("t=")[2].partition(",")[0]
        self.claims.append(json.loads(_decoded(token.split(".")[1])))
        if self.claims[-1]["aud"] != f"https://{HOST}:{self.port}":
            return 403
        status = self.statuses.pop(0) if self.statuses else 201
        if status == 201:
            self.subscriptions[path].receive(body)
        return status


@contextmanager
def push_service(folder: Path) -> Iterator[tuple[PushService, Path]]:
    """Run a push service, and yield it with the file of the authority that vouches for it."""
    authority, file = trustme.CA(), folder / "authority.pem"
    authority.cert_pem.write_to_path(file)

    class Handler(BaseHTTPRequestHandler):
        """Answers requests."""

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.casefold(): value for name, value in self.headers.items()}
            self.send_response(service.answer(self.path, headers, body))
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Write no log."""

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(HOST).configure_cert(context)
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.socket = context.wrap_socket(server.socket, server_side=True)
        service = PushService(server.server_address[1])
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        yield service, file
        server.shutdown()
        thread.join()
