"""Requests within bounds: of time, of size, of fields, of lists within lists and of characters.

Who sends a body byte by byte, packs a large one into a small one, fills it with fields, or sends
what is no text, is refused before anything is made of it.
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

#: A body is there after so long, or it is not waited for.
SECONDS = 30.0
#: The most fields of a form; the longest of the pages has some fifty.
MOST_FIELDS = 500
#: Where bodies are JSON; elsewhere they are forms.
_CALLS = "/api/"
_LONGEST_NAME = 40


class NoTextError(HorizonsError):
    """A request with what stands in no text."""


class BoundedRequest(Request[UserT, AuthT, StateT]):
    """A request that raises a refusal where its body is beyond the bounds."""

    async def stream(self) -> AsyncGenerator[bytes, None]:
        """The body in pieces, as they come."""
        if self.headers.get("content-encoding", "identity") != "identity":
            raise ClientException("the body is packed", status_code=415)
        pieces = super().stream()
        until = anyio.current_time() + SECONDS
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
        """The body; that of a form is looked through, whoever asks for it."""
        found = await super().body()
        if not self.url.path.startswith(_CALLS):
            if found.count(b"&") >= MOST_FIELDS:
                raise RequestEntityTooLarge
            _demand_text(parse_qsl(found.decode("latin-1"), encoding="utf-8", errors="replace"))
        return found

    async def form(self) -> FormMultiDict:
        """The fields of a form."""
        fields = await super().form()
        _demand_text(fields.multi_items())
        return fields

    async def json(self) -> Any:
        """The data in a body of JSON."""
        try:
            data = await super().json()
        except (RecursionError, UnicodeDecodeError) as problem:
            raise ClientException("this is no JSON that can be read") from problem
        _demand_text([("the body", data)])
        return data


def _demand_text(fields: Iterable[tuple[str, Any]]) -> None:
    """Raises NoTextError if a string in these fields, or in what is in them, is no text."""
    for name, text in _strings(fields):
        found = CONTROLS.search(text)
        if found:
            field = f"'{name}'" if name.isprintable() else "the name of a field"
            raise NoTextError(
                LocalizedText(
                    "{field}: the text contains a control character (0x{code})",
                    field=field[:_LONGEST_NAME],
                    code=f"{ord(found[0]):02x}",
                ),
                LocalizedText("use plain text; tabs and line breaks are allowed"),
            )


def _strings(fields: Iterable[tuple[str, Any]]) -> Iterator[tuple[str, str]]:
    """All strings in some fields, names of fields too, each with the field that it is in."""
    waiting = list(fields)
    while waiting:
        name, value = waiting.pop()
        yield name, name
        if isinstance(value, str):
            yield name, value
        elif isinstance(value, Mapping):
            waiting += value.items()
        elif isinstance(value, list):
            waiting += [(name, one) for one in value]
