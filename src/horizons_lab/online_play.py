"""Play a seat of a game on a server, by a bot or by a program in any language."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from attrs import define, field, frozen

import horizons_core as hz
from horizons_core.bots import PlanningBot
from horizons_core.errors import HorizonsError
from horizons_lab.checks import StudyError
from horizons_lab.seats import Entrant, GuardedBot, SeatSource, entrants

#: Timeout of a request, in seconds.
TIMEOUT = 60.0

#: Maximum number of failed attempts in a row.
MAX_FAILURES = 60
_MAX_TOKEN_LENGTH = 1000


class GameServerError(HorizonsError):
    """An error of a server that refuses a request, cannot be reached or sends an invalid answer.

    Attributes:
        is_temporary: whether a later attempt may succeed.
    """

    def __init__(self, message: str, hint: str = "", *, is_temporary: bool = False) -> None:
        super().__init__(message, hint)
        self.is_temporary = is_temporary


@frozen
class GameConnection:
    """A game on a server, seen with a player's token; every call raises GameServerError.

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
        """Submit orders for only this turn; returns the `version` and the number of `errors`."""
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


@frozen
class SubmissionResult:
    """The result of an attempt to submit orders for the coming turn.

    Attributes:
        turn: the coming turn; None if the game has ended or not begun.
        submitted: whether orders were submitted.
        errors: number of errors in them.
        reason: the reason for no orders: "over", "not begun", "in" (the seat has orders already),
            "late" (the turn was run while the player computed); "" if orders were submitted.
    """

    turn: int | None
    submitted: bool = False
    errors: int = 0
    reason: str = ""


@define
class OnlineSeat:
    """A seat of a game on a server, played by a bot or a program.

    It submits orders for a turn once, and never if the seat has orders already: a person who shares
    the seat has priority.

    Attributes:
        connection: the game, with the token of the seat's player.
        seed: the seed of the player's dice, together with the game and the turn.
    """

    connection: GameConnection
    seed: str
    _variant: hz.Variant | None = field(default=None, init=False)

    def variant(self) -> hz.Variant:
        """Load the rules of the game; raises GameServerError, PluginError."""
        if self._variant is None:
            game_state = self.connection.game_state()
            self._variant = hz.load_variant(game_state["variant"], tuple(game_state["mods"]))
        return self._variant

    def check(self, entrant: Entrant) -> None:
        """Raise StudyError or UnknownNameError for an entrant that cannot play it."""
        entrant.check(self.variant())

    def step(self, player: GuardedBot) -> SubmissionResult:
        """Submit the player's orders for the coming turn, if it has none.

        Raises GameServerError, and StudyError for a player that fails or needs the whole game.
        """
        if isinstance(player, PlanningBot):
            message = (
                f"'{player.label}' tries orders out on the whole game, which a server keeps secret"
            )
            raise StudyError(message, "choose another bot")
        game_state = self.connection.game_state()
        if game_state["state"] not in {"running", "ended"}:
            return SubmissionResult(None, reason="not begun")
        report = self.connection.report(game_state["turn"])
        if game_state["state"] == "ended" or report["outcome"]:
            return SubmissionResult(None, reason="over")
        coming = self.connection.own_orders()
        if coming["turn"] != report["turn"] + 1 or coming["version"]:
            return SubmissionResult(coming["turn"], reason="in")
        view = view_of(report, game_state.get("stage", ""))
        stream = hz.Stream.from_key("online", self.seed, view.game, view.empire or "", view.turn)
        return self._submit(player.orders(view, stream), coming["turn"])

    def _submit(self, text: str, turn: int) -> SubmissionResult:
        try:
            receipt = self.connection.submit_orders(text, turn)
        except GameServerError:
            if self.connection.own_orders()["turn"] == turn:
                raise
            return SubmissionResult(turn, reason="late")
        return SubmissionResult(turn, submitted=True, errors=receipt["errors"])


def view_of(report: dict[str, Any], stage: str = "") -> hz.View:
    """Return the view in a seat's report, in this stage of the game."""
    return hz.View(
        variant=report["variant"],
        game=report["game"],
        turn=report["turn"],
        empire=report["empire"],
        data=report["view"],
        role=report.get("role", ""),
        stage=stage,
    )


def play_seat(
    server: str,
    game: str,
    token_file: Path,
    source: SeatSource,
    *,
    seed: str = "",
    every: float = 60,
    once: bool = False,
    sleep: Callable[[float], None] = time.sleep,
) -> Iterator[str]:
    """Play a seat, and yield a line of text for each action.

    Raises GameServerError for permanent errors, and after MAX_FAILURES in a row; StudyError for a
    player that cannot play, UnknownNameError for an unknown bot.
    """
    token = _token(token_file)
    with connect(server, game, token) as connection:
        seat = OnlineSeat(connection, seed or secrets.token_hex(8))
        (entrant,) = entrants([source])
        seat.check(entrant)
        with entrant.opened(seat.variant()) as player:
            for turn in _turns(seat, player, every, sleep, once=once):
                if turn.submitted:
                    yield _summary(turn)
                if player.forfeit:
                    yield player.forfeit
                    return
                if turn.reason == "over":
                    yield "the game is over"
                    return
                if once and not turn.submitted:
                    yield _no_orders_reason(turn)


def _turns(
    seat: OnlineSeat,
    player: GuardedBot,
    every: float,
    sleep: Callable[[float], None],
    *,
    once: bool,
) -> Iterator[SubmissionResult]:
    failures = 0
    while True:
        try:
            turn = seat.step(player)
        except GameServerError as problem:
            failures += 1
            if once or not problem.is_temporary or failures >= MAX_FAILURES:
                raise
        else:
            failures = 0
            yield turn
            if once:
                return
        sleep(every)


def _token(file: Path) -> str:
    hint = "create a token on your account page, and put only the token into the file"
    try:
        with file.open(encoding="ascii") as opened:
            text = opened.read(_MAX_TOKEN_LENGTH).strip()
    except OSError as problem:
        raise GameServerError(f"cannot read {file}: {problem.strerror}", hint) from problem
    except UnicodeDecodeError:
        text = ""
    if not text or not text.isprintable() or len(text) >= _MAX_TOKEN_LENGTH:
        raise GameServerError(f"{file} contains no token", hint)
    return text


def _summary(turn: SubmissionResult) -> str:
    errors = f", with {turn.errors} errors" if turn.errors else ""
    return f"turn {turn.turn}: orders submitted{errors}"


def _no_orders_reason(turn: SubmissionResult) -> str:
    if turn.reason == "in":
        return f"turn {turn.turn}: orders were already submitted"
    if turn.reason == "late":
        return f"turn {turn.turn}: it was run before orders were submitted"
    return "the game has not begun"
