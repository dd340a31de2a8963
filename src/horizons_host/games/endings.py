"""Ending a game early with a ranking, or postponing its last turn, by the gamemaster."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

import horizons_core as hz
from horizons_core.errors import GameOverError, HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_core.model import Rank
from horizons_host.clock import Clock, now, stamp
from horizons_host.files import write_atomically
from horizons_host.games.audit import GAMEMASTER, act
from horizons_host.mail.report_mails import addresses
from horizons_host.reports.files import REPORTS
from horizons_host.seats.seats import seat_of
from horizons_host.store import GameEnding, GameStore, NewMail, Postponement, Snapshot

#: The final summary, in the folder of reports.
SUMMARY = "final.txt"


def ranking_of(snapshot: Snapshot) -> list[Rank]:
    """Return the ranking, best first; empty if the variant does not rank players."""
    game = hz.load(snapshot.state)
    return hz.variant_of(game).ranking(game)


def end_game(
    store: GameStore,
    reason: str,
    winners: Sequence[str] = (),
    clock: Clock = now,
    by: str = GAMEMASTER,
) -> tuple[GameEnding, list[Rank]]:
    """End the game after the latest turn, without changing stored turns.

    Every player with an address gets the final summary by email; it is also written to the folder
    of reports.

    Raises GameOverError if it has ended, SeatError for an unknown winner, TurnTakenError.
    """
    snapshot = store.snapshot()
    game = _running(snapshot, "it can't be ended again")
    names = tuple(seat_of(snapshot.seats, winner).name for winner in winners)
    ending = GameEnding(snapshot.turn, reason, names, stamp(clock))
    ranks = ranking_of(snapshot)
    text = summary(ending, ranks)
    title = game.name or hz.variant_of(game).info.title
    subject = f"[{title}] The game has ended"
    at = addresses(game, snapshot.seats)
    mails = [
        NewMail("summary", address, subject, ending.ended_at, seat, body=text)
        for seat, address in at.items()
    ]
    announcement = _announcement(ending)
    entry = act("end", ending.turn, announcement, clock, by, reason=reason, winners=list(names))
    store.end(ending, mails, entry, at)
    if store.has_folder:
        (store.folder / REPORTS).mkdir(exist_ok=True)
        write_atomically(store.folder / REPORTS / SUMMARY, text)
    return ending, ranks


def postpone_end(store: GameStore, turn: int, clock: Clock = now, by: str = GAMEMASTER) -> None:
    """Postpone the game's last turn to this one.

    Players do not learn of it before the end of the game.

    Raises GameOverError if it has ended, TurnTakenError, HorizonsError for a turn that was run
    and for a variant whose games have no last turn.
    """
    snapshot = store.snapshot()
    game = _running(snapshot, "its end can't be postponed")
    if turn <= snapshot.turn:
        hint = f"the latest turn is {snapshot.turn}"
        raise HorizonsError(f"turn {turn} has already been run", hint)
    variant = hz.variant_of(game)
    if not variant.postpone_end(game, turn):
        raise HorizonsError(
            f"a game of {variant.info.title} has no last turn to postpone",
            f"'horizons rules {variant.name}' says how it ends",
        )
    words = LocalizedText(
        "The end was postponed: the game was to continue to at least turn {turn}.", turn=turn
    )
    entry = act("put-off", snapshot.turn, words, clock, by, until=turn)
    store.put_off(Postponement(snapshot.turn, turn, stamp(clock)), evolve(entry, public=False))


def _running(snapshot: Snapshot, hint: str) -> hz.Game:
    """Load the game; raises GameOverError if it has ended."""
    game = hz.load(snapshot.state)
    if game.outcome is not None:
        over = LocalizedText(
            "the game ended in turn {turn}: {why}", turn=game.outcome.turn, why=game.outcome.reason
        )
        raise GameOverError(over, hint)
    return game


def summary(ending: GameEnding, ranks: Sequence[Rank]) -> str:
    """Return the end of the game and the ranking as public text."""
    return "".join(f"{line}\n" for line in (_announcement(ending), *ranking_lines(ranks)))


def _announcement(ending: GameEnding) -> LocalizedText:
    if ending.winners:
        return LocalizedText(
            "The game ended after turn {turn}, won by {names}: {why}.",
            turn=ending.turn,
            names=name_list(ending.winners),
            why=ending.reason,
        )
    return LocalizedText(
        "The game ended after turn {turn}: {why}.", turn=ending.turn, why=ending.reason
    )


def name_list(names: Sequence[str]) -> LocalizedText:
    """Join names as in a sentence: `Ada`, `Ada and Brin`."""
    conjunction = LocalizedText("and")
    parts = [part for name in names for part in (conjunction, name)]
    return LocalizedText.from_parts(parts[1:])


def ranking_lines(ranks: Sequence[Rank]) -> list[str]:
    """Return a line per empire with all figures, best first."""
    return [
        f"{place:>3}. {rank.empire}: "
        + ", ".join(f"{name} {_plain(value)}" for name, value in rank.figures.items())
        for place, rank in enumerate(ranks, start=1)
    ]


def _plain(value: float) -> str:
    """Format a number, with decimals only if it has any."""
    return f"{int(value):,}" if float(value).is_integer() else f"{value:,.2f}"
