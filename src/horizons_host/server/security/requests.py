"""Requests within bounds: of time, of size, of fields and of lists within lists.

Who sends a body byte by byte, packs a large one into a small one, or fills it with fields, is
refused before anything is made of it.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Any

import anyio
from litestar import Request
from litestar.connection.base import AuthT, StateT, UserT
from litestar.datastructures import FormMultiDict
from litestar.exceptions import ClientException, InternalServerException
from litestar.exceptions.http_exceptions import RequestEntityTooLarge

from horizons_core.errors import HorizonsError

#: A body is there after so long, or it is not waited for.
SECONDS = 30.0
#: The most fields of a form; the longest of the pages has some fifty.
MOST_FIELDS = 500


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

    async def form(self) -> FormMultiDict:
        """The fields of a form."""
        kind, _ = self.content_type
        if kind == "application/x-www-form-urlencoded":
            body = await self.body()
            if body.count(b"&") >= MOST_FIELDS:
                raise RequestEntityTooLarge
            _demand_text(body, b"%00")
        return await super().form()

    async def json(self) -> Any:
        """The data in a body of JSON."""
        _demand_text(await self.body(), b"\\u0000")
        try:
            return await super().json()
        except (RecursionError, UnicodeDecodeError) as problem:
            raise ClientException("this is no JSON that can be read") from problem


def _demand_text(body: bytes, nul: bytes) -> None:
    if nul in body or b"\0" in body:
        raise NoTextError("there is a NUL in this: it is no text", "send plain text")
