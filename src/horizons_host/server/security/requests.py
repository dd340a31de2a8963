"""Limits on requests: their time, size, fields, nesting and characters.

A body that is sent byte by byte, compressed, full of fields, or not text is refused before it is
processed.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable, Iterator, Mapping
from typing import Any
from urllib.parse import parse_qsl

import anyio
from litestar import Request
from litestar.connection.base import AuthT, StateT, UserT
from litestar.datastructures import FormMultiDict
from litestar.exceptions import ClientException, InternalServerException
from litestar.exceptions.http_exceptions import RequestEntityTooLarge

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.order_texts import CONTROLS

#: Time limit for a body.
BODY_SECONDS = 30.0
#: The most fields of a form; the longest one on the pages has about fifty.
MOST_FIELDS = 500
#: Paths whose bodies are JSON; other bodies are forms.
_API_PREFIX = "/api/"
_LONGEST_NAME = 40


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
            if data.count(b"&") >= MOST_FIELDS:
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
    """Raise NoTextError if a string in these fields contains a control character."""
    for name, text in _strings(fields):
        control = CONTROLS.search(text)
        if control:
            field = f"'{name}'" if name.isprintable() else "the name of a field"
            raise ControlCharacterError(
                LocalizedText(
                    "{field}: the text contains a control character (0x{code})",
                    field=field[:_LONGEST_NAME],
                    code=f"{ord(control[0]):02x}",
                ),
                LocalizedText("use plain text; tabs and line breaks are allowed"),
            )


def _strings(fields: Iterable[tuple[str, Any]]) -> Iterator[tuple[str, str]]:
    """Yield all strings in some fields, names included, each with the name of its field."""
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
