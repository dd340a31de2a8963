"""An assertion that every seat has the same chance to win."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_lab.balance.budget import within_budget
from horizons_lab.balance.rounds import labels, list_games, pick_cell, play_cell, rotation
from horizons_lab.balance.verdicts import IfUndecided, NotBalancedError, handle_undecided
from horizons_lab.engines import Workers
from horizons_lab.statistics import Estimate, share_at_any_time
from horizons_lab.statistics.checks import probability
from horizons_lab.statistics.stopping import next_look
from horizons_lab.study import Study


def assert_fair_seats(
    study: Study,
    *,
    margin: float = 0.1,
    alpha: float = 0.01,
    cell: int | None = None,
    workers: Workers = 1,
    if_undecided: IfUndecided = "fail",
) -> tuple[Estimate, ...]:
    """Assert that every seat wins equally often.

    Seats are compared by the games that exactly one of them won. The players should be the same in
    all seats, or move from seat to seat (`Study.rotate`). Games are played until it is decided, up
    to the number of the study. If the seats are fair, the assertion fails in at most `alpha` of all
    studies; if a seat's share is off by `margin` or more, it passes in at most `alpha`. Each seat
    has a confidence sequence; the seats divide the confidence among them.

    Returns each seat's share of these games. Raises NotBalancedError (an AssertionError) with the
    evidence and games to look at, UndecidedError if the games do not decide, unless `if_undecided`
    is "pass"; StudyError and StatisticsError for wrong settings.
    """
    cell = pick_cell(study, cell)
    seats, every = len(labels(study, cell)), rotation(study, cell)
    fair, reach = 1 / seats, probability("margin", margin)
    confidence = 1 - probability("alpha", alpha) / seats
    last = within_budget(study.games) // every * every
    look = min(next_look(0, every), last)
    won: list[list[int]] = [[] for _ in range(seats)]
    estimates: tuple[Estimate, ...] = ()
    with play_cell(study, cell, workers) as records:
        for record in records:
            winners = [seat.seat - 1 for seat in record.seats if seat.won]
            if len(winners) == 1:
                won[winners[0]].append(record.game)
            if record.game + 1 != look:
                continue
            look = min(next_look(look, every), last)
            if not any(won):
                continue
            estimates = _shares(won, confidence)
            if all(abs(end - fair) <= reach for e in estimates for end in (e.low, e.high)):
                return estimates
            for seat, estimate in enumerate(estimates, start=1):
                if not estimate.holds(fair):
                    games = list_games(f"won by seat {seat}", won[seat - 1], cell)
                    raise NotBalancedError(f"the seats are not fair: {_evidence(estimates)}{games}")
    handle_undecided(
        "the seats are fair",
        _evidence(estimates) if estimates else "no game had a single winner",
        "increase the study's number of games, or allow a larger margin",
        if_undecided,
    )
    return estimates


def _shares(won: Sequence[Sequence[int]], confidence: float) -> tuple[Estimate, ...]:
    decided = sum(len(games) for games in won)
    return tuple(share_at_any_time(len(games), decided, confidence) for games in won)


def _evidence(estimates: Sequence[Estimate]) -> str:
    shares = ", ".join(f"seat {seat} {share}" for seat, share in enumerate(estimates, start=1))
    return f"of the games with a single winner, a fair share is {1 / len(estimates):.3g}: {shares}"
