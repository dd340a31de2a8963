"""The calls of a server's JSON API that a player needs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
from attrs import frozen

from horizons_core.errors import HorizonsError

#: Timeout of a request, in seconds.
TIMEOUT = 60.0


class GameServerError(HorizonsError):
    """A server that refuses, cannot be reached or answers nonsense.

    Attributes:
        is_temporary: whether a later attempt may succeed.
    """

    def __init__(self, message: str, hint: str = "", *, is_temporary: bool = False) -> None:
        super().__init__(message, hint)
        self.is_temporary = is_temporary


@frozen
class GameConnection:
    """A game on a server, seen with a player's token; every call raises ServerError.

    Attributes:
        http: the client, with the server's address as its base, and the token.
        game: the game's key, the last part of its address.
    """

    http: httpx.Client
    game: str

    def game_state(self) -> dict[str, Any]:
        """Return the state of the game: `variant`, `mods`, `state`, `turn` and `seats`."""
        return self._call("GET", "")

    def report(self, turn: int) -> dict[str, Any]:
        """Return the player's report of a turn."""
        return self._call("GET", f"/reports/{turn}")

    def own_orders(self) -> dict[str, Any]:
        """Return the orders for the coming turn: `turn`, `version` (0: none yet) and `text`."""
        return self._call("GET", "/orders")

    def submit_orders(self, text: str, turn: int) -> dict[str, Any]:
        """Submit orders for this turn alone; returns the `version` and the number of `errors`."""
        return self._call("POST", "/orders", {"text": text, "turn": turn})

    def _call(self, method: str, path: str, data: dict[str, Any] | None = None) -> dict[str, Any]:
        url = f"/api/v1/games/{self.game}{path}"
        try:
            answer = self.http.request(method, url, json=data)
        except httpx.HTTPError as problem:
            message = f"cannot reach the server at {self.http.base_url}: {problem}"
            raise GameServerError(message, "check the address", is_temporary=True) from problem
        try:
            body = answer.json()
        except ValueError:
            body = None
        if not isinstance(body, dict):
            raise GameServerError(
                f"{url} answered with status {answer.status_code} and without JSON",
                "check that this is the address of a Horizons server",
                is_temporary=answer.status_code >= 500,
            )
        if answer.status_code >= 400:
            raise GameServerError(
                str(body.get("message", f"status {answer.status_code}")),
                str(body.get("hint", "")),
                is_temporary=answer.status_code in {429, 500, 502, 503, 504},
            )
        return body


@contextmanager
def connect(address: str, game: str, token: str) -> Iterator[GameConnection]:
    """Connect to a server (`https://games.example.org`) with a token of an account."""
    if not address.startswith(("http://", "https://")):
        raise GameServerError(
            f"'{address}' is not the address of a server", "it begins with https:// or http://"
        )
    headers = {"Authorization": f"Bearer {token}"}
    with httpx.Client(base_url=address, headers=headers, timeout=TIMEOUT) as http:
        yield GameConnection(http, game)
