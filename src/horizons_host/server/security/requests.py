"""Types of handler arguments, the origin of a request, and limits on its size.

A body that is sent byte by byte, compressed, full of fields, or not text is refused before it is
processed.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable, Iterator, Mapping
from ipaddress import IPv6Network, ip_address
from typing import Annotated, Any
from urllib.parse import parse_qsl

import anyio
from litestar import Request
from litestar.connection import ASGIConnection
from litestar.connection.base import AuthT, StateT, UserT
from litestar.datastructures import FormMultiDict
from litestar.di import NamedDependency
from litestar.exceptions import ClientException, InternalServerException
from litestar.exceptions.http_exceptions import RequestEntityTooLarge
from litestar.params import FromPath, PathParameter, URLEncodedBody
from litestar.types import ASGIApp, Receive, Scope, Send

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.games.order_texts import CONTROLS
from horizons_host.server.service import Service

#: The argument `service`.
InjectedService = NamedDependency[Service]
#: The argument `data` of a page: the fields of a form.
Form = URLEncodedBody[dict[str, str]]
#: Path parameters: the key of a game, and numbers.
Key = FromPath[str]
Number = Annotated[int, PathParameter(ge=0, le=2**31 - 1)]


#: Length of the IPv6 prefix that belongs to a single network.
_PREFIX_BITS = 64

#: Requests beyond these limits are answered with status 503, streams refused. Each uses an open
#: file, and databases need some hundreds.
MAX_CONNECTIONS, MAX_STREAMS = 500, 2_000
#: Maximum number of bytes in the headers of a request.
MAX_HEADERS_SIZE = 32_768
#: Settings of uvicorn. It has no timeout for headers: the proxy in front must provide it.
BOUNDS: Mapping[str, Any] = {
    "http": "h11",  # another installed parser has other limits
    "h11_max_incomplete_event_size": MAX_HEADERS_SIZE,
    "limit_concurrency": MAX_CONNECTIONS + MAX_STREAMS,
}

#: Time limit for a body.
BODY_SECONDS = 30.0
#: Maximum number of fields of a form; the longest one on the pages has about fifty.
MAX_FIELDS = 500
#: The streams of facts, for browsers and for programs. They last for an hour: they are not logged,
#: and have limits of their own.
STREAM_PATHS = frozenset({"/events", "/api/v1/events"})
#: Paths whose bodies are JSON; other bodies are forms.
_API_PREFIX = "/api/"
_MAX_NAME_LENGTH = 40


def network_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return the address of the machine that made a request, or its network for IPv6."""
    host = connection.client.host if connection.client else "nowhere"
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if address.version == 4:
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(IPv6Network((address.packed, _PREFIX_BITS), strict=False))


class PathSanitizer:
    """Middleware that removes NUL characters from paths, as databases and files fail on them.

    No page has one in its address, so another character in its place does no harm.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if "\0" in scope["path"]:
            scope["path"] = scope["path"].replace("\0", "\N{REPLACEMENT CHARACTER}")
        await self._app(scope, receive, send)


class ControlCharacterError(HorizonsError):
    """A request with control characters."""


class BoundedRequest(Request[UserT, AuthT, StateT]):
    """A request that raises an error if its body exceeds the limits."""

    async def stream(self) -> AsyncGenerator[bytes, None]:
        """Yield the body in pieces as they arrive."""
        if self.headers.get("content-encoding", "identity") != "identity":
            raise ClientException("the body is packed", status_code=415)
        pieces = super().stream()
        until = anyio.current_time() + BODY_SECONDS
        while True:
            try:
                with anyio.fail_after(until - anyio.current_time()):
                    piece = await anext(pieces)
            except StopAsyncIteration:
                return
            except TimeoutError as problem:
                raise ClientException("the body did not come", status_code=408) from problem
            except InternalServerException as problem:
                raise ClientException("the body broke off") from problem
            yield piece

    async def body(self) -> bytes:
        """Return the body; that of a form is always checked."""
        data = await super().body()
        if not self.url.path.startswith(_API_PREFIX):
            if data.count(b"&") >= MAX_FIELDS:
                raise RequestEntityTooLarge
            _demand_plain_text(
                parse_qsl(data.decode("latin-1"), encoding="utf-8", errors="replace")
            )
        return data

    async def form(self) -> FormMultiDict:
        """Return the fields of a form."""
        fields = await super().form()
        _demand_plain_text(fields.multi_items())
        return fields

    async def json(self) -> Any:
        """Return the data in a JSON body."""
        try:
            data = await super().json()
        except (RecursionError, UnicodeDecodeError) as problem:
            raise ClientException("this is no JSON that can be read") from problem
        _demand_plain_text([("the body", data)])
        return data


def _demand_plain_text(fields: Iterable[tuple[str, Any]]) -> None:
    """Raise ControlCharacterError if a string in these fields contains a control character."""
    for name, text in _strings(fields):
        control = CONTROLS.search(text)
        if control:
            field = f"'{name}'" if name.isprintable() else "the name of a field"
            raise ControlCharacterError(
                LocalizedText(
                    "{field}: the text contains a control character (0x{code})",
                    field=field[:_MAX_NAME_LENGTH],
                    code=f"{ord(control[0]):02x}",
                ),
                LocalizedText("use plain text; tabs and line breaks are allowed"),
            )


def _strings(fields: Iterable[tuple[str, Any]]) -> Iterator[tuple[str, str]]:
    """Yield all strings in these fields, names included, each with the name of its field."""
    waiting = list(fields)
    while waiting:
        name, value = waiting.pop()
        yield name, name
        if isinstance(value, str):
            yield name, value
        elif isinstance(value, Mapping):
            waiting += value.items()
        elif isinstance(value, list):
            waiting += [(name, item) for item in value]
