"""Playing a seat on a server turn after turn, until its game ends."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from horizons_lab.online.connection import GameServerError, connect
from horizons_lab.online.seat import OnlineSeat, StepResult
from horizons_lab.seats import GuardedBot, SeatSource, entrants

#: Most failed attempts in a row.
MOST_FAILURES = 60
_LONGEST_TOKEN = 1000


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

    Raises ServerError for permanent errors, and after MOST_FAILURES in a row; StudyError for a
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
) -> Iterator[StepResult]:
    failures = 0
    while True:
        try:
            turn = seat.step(player)
        except GameServerError as problem:
            failures += 1
            if once or not problem.is_temporary or failures >= MOST_FAILURES:
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
            text = opened.read(_LONGEST_TOKEN).strip()
    except OSError as problem:
        raise GameServerError(f"cannot read {file}: {problem.strerror}", hint) from problem
    except UnicodeDecodeError:
        text = ""
    if not text or not text.isprintable() or len(text) >= _LONGEST_TOKEN:
        raise GameServerError(f"{file} contains no token", hint)
    return text


def _summary(turn: StepResult) -> str:
    errors = f", with {turn.errors} errors" if turn.errors else ""
    return f"turn {turn.turn}: orders submitted{errors}"


def _no_orders_reason(turn: StepResult) -> str:
    if turn.reason == "in":
        return f"turn {turn.turn}: orders were already submitted"
    if turn.reason == "late":
        return f"turn {turn.turn}: it was run before orders were submitted"
    return "the game has not begun"
