"""The calls of a server's JSON API that a player needs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
from attrs import frozen

from horizons_core.errors import HorizonsError

#: How long a server may take for an answer, in seconds.
PATIENCE = 60.0


class ServerError(HorizonsError):
    """A server that refuses, cannot be reached or answers nonsense.

    Attributes:
        passing: whether it may answer if it is asked again later.
    """

    def __init__(self, message: str, hint: str = "", *, passing: bool = False) -> None:
        super().__init__(message, hint)
        self.passing = passing


@frozen
class Connection:
    """A game on a server, as the holder of a token has it; every call raises ServerError.

    Attributes:
        http: sends requests; its base is the server's address, and it carries the token.
        game: the game's key, the last part of its address.
    """

    http: httpx.Client
    game: str

    def facts(self) -> dict[str, Any]:
        """How the game stands: `variant`, `mods`, `state`, `turn` and `seats`."""
        return self._asked("GET", "")

    def report(self, turn: int) -> dict[str, Any]:
        """One's own report of a turn."""
        return self._asked("GET", f"/reports/{turn}")

    def own_orders(self) -> dict[str, Any]:
        """One's orders for the coming turn: `turn`, `version` (0: none yet) and `text`."""
        return self._asked("GET", "/orders")

    def give(self, text: str, turn: int) -> dict[str, Any]:
        """Hand orders in for this turn alone; answers the `version` and the number of `errors`."""
        return self._asked("POST", "/orders", {"text": text, "turn": turn})

    def _asked(self, method: str, path: str, data: dict[str, Any] | None = None) -> dict[str, Any]:
        where = f"/api/games/{self.game}{path}"
        try:
            answer = self.http.request(method, where, json=data)
        except httpx.HTTPError as problem:
            what = f"the server at {self.http.base_url} cannot be reached: {problem}"
            raise ServerError(what, "look at its address", passing=True) from problem
        try:
            told = answer.json()
        except ValueError:
            told = None
        if not isinstance(told, dict):
            raise ServerError(
                f"{where} is answered with status {answer.status_code} and no JSON",
                "is this the address of a Horizons server?",
                passing=answer.status_code >= 500,
            )
        if answer.status_code >= 400:
            raise ServerError(
                str(told.get("message", f"status {answer.status_code}")),
                str(told.get("hint", "")),
                passing=answer.status_code in {429, 500, 502, 503, 504},
            )
        return told


@contextmanager
def connected(address: str, game: str, token: str) -> Iterator[Connection]:
    """A connection to a server (`https://games.example.org`) with a token of one's account."""
    if not address.startswith(("http://", "https://")):
        raise ServerError(f"'{address}' is no address of a server", "write https://...")
    headers = {"Authorization": f"Bearer {token}"}
    with httpx.Client(base_url=address, headers=headers, timeout=PATIENCE) as http:
        yield Connection(http, game)
