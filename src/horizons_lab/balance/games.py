"""Assertions about a study's games, such as win rates, fair seats and dominant players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import combinations

import attrs

from horizons_core import Stream
from horizons_core.errors import did_you_mean
from horizons_lab.balance.verdicts import (
    IfUndecided,
    NotBalancedError,
    handle_undecided,
    within_budget,
)
from horizons_lab.checks import StudyError
from horizons_lab.engines import StudyTask, Workers, engine_of
from horizons_lab.records import GameId, GameRecord
from horizons_lab.seats import entrants
from horizons_lab.statistics import (
    Estimate,
    Sprt,
    StatisticsError,
    TwoSampleTest,
    kolmogorov_smirnov,
    share_at_any_time,
)
from horizons_lab.statistics.estimates import probability
from horizons_lab.statistics.sequential import next_look
from horizons_lab.study import Study

#: Number of games that a message names.
_MAX_NAMED = 5
#: A player and an opponent.
Matchup = tuple[str, str]


@contextmanager
def play_cell(study: Study, cell: int, workers: Workers) -> Iterator[Iterator[GameRecord]]:
    """Yield the games of a cell in order, up to the study's number or the budget.

    Only the requested games are played, except those already running in other processes, which end
    with the block. Raises StudyError as `Study.run` does.
    """
    ids = (GameId(cell, game) for game in range(within_budget(study.games)))
    games = engine_of(workers).play(StudyTask(study), ids)

    try:
        yield in_order(game.record for game in games)
    finally:
        close = getattr(games, "close", None)
        if close is not None:
            close()


def in_order(records: Iterable[GameRecord]) -> Iterator[GameRecord]:
    """Yield records in the order of their numbers, each as soon as all before it have arrived."""
    waiting: dict[int, GameRecord] = {}
    following = 0
    for record in records:
        waiting[record.game] = record
        while following in waiting:
            yield waiting.pop(following)
            following += 1


def pick_cell(study: Study, cell: int | None) -> int:
    """Return the index of the cell to play; raises StudyError if it is ambiguous or unknown."""
    count = len(study.cells)
    if cell is None and count == 1:
        return 0
    if cell is None or not 0 <= cell < count:
        problem = f"the study has {count} cells" if cell is None else f"there is no cell {cell}"
        raise StudyError(problem, f"choose one, from cell=0 to cell={count - 1}")
    return cell


def labels(study: Study, cell: int) -> tuple[str, ...]:
    """Return the players' labels, seat by seat in the first game."""
    return tuple(entrant.label for entrant in study.setup(study.cells[cell]).entrants)


def check_player(study: Study, cell: int, player: str) -> None:
    """Raise StudyError unless the player takes part."""
    known = labels(study, cell)
    if player not in known:
        raise StudyError(f"'{player}' does not play", did_you_mean(player, known))


def rotation(study: Study, cell: int) -> int:
    """Return the number of games after which every player has had every seat; 1 if they stay."""
    return len(labels(study, cell)) if study.rotate else 1


def list_games(label: str, games: Sequence[int], cell: int = 0) -> str:
    """Return a phrase that names games and how to replay one; empty without games."""
    if not games:
        return ""
    named_games = ", ".join(str(game) for game in games[:_MAX_NAMED])
    more = " and others" if len(games) > _MAX_NAMED else ""
    call = f"study.game({games[0]}, cell={cell})" if cell else f"study.game({games[0]})"
    return (
        f"; {label}: {'games' if games[1:] else 'game'} {named_games}{more} ({call} plays it again)"
    )


def assert_win_rate(
    study: Study,
    player: str,
    *,
    at_least: float | None = None,
    at_most: float | None = None,
    margin: float = 0.05,
    alpha: float = 0.01,
    cell: int | None = None,
    workers: Workers = 1,
    if_undecided: IfUndecided = "fail",
) -> Estimate:
    """Assert that a player wins at least, or at most, a share of the games.

    Games are played until it is decided, up to the number of the study, and judged after whole
    rotations of seats (Wald's probability ratio test). If the claim is true, the assertion fails in
    at most `alpha` of all studies; if the share is off by `margin` or more, it passes in at most
    `alpha`. A smaller margin takes more games. `cell` is the index of the cell to play, in a study
    that has several.

    Returns the share of wins, with an interval of the confidence 1 - alpha that holds although the
    test chose when to stop. Raises NotBalancedError (an AssertionError) with the evidence and games
    to look at, UndecidedError if the games do not decide, unless `if_undecided` is "pass";
    StudyError for an unknown player, StatisticsError for wrong settings.
    """
    cell = pick_cell(study, cell)
    check_player(study, cell, player)
    bound, refuting = _asserted_share(at_least, at_most, margin)
    test = Sprt(bound, refuting, probability("alpha", alpha), alpha, every=rotation(study, cell))
    games: dict[bool, list[int]] = {True: [], False: []}
    with play_cell(study, cell, workers) as records:
        for record in records:
            won = any(seat.won for seat in record.seats if seat.player == player)
            games[won].append(record.game)
            if test.add([won]):
                break
    estimate = test.estimate(1 - alpha)
    is_lower_bound = refuting < bound
    asserted = f"{'at least' if is_lower_bound else 'at most'} {bound:g} of the games"
    evidence = f"it won {test.wins:,} of {test.n:,}, {estimate}; {test.evidence}"
    if test.verdict == "p1":
        label = "not won" if is_lower_bound else "won"
        evidence += list_games(label, games[not is_lower_bound], cell)
        problem = f"{player} wins too {'rarely' if is_lower_bound else 'often'}"
        raise NotBalancedError(f"{problem}: expected {asserted}, but {evidence}")
    if test.verdict is None:
        remedy = "increase the study's number of games, or allow a larger margin"
        handle_undecided(f"{player} wins {asserted}", evidence, remedy, if_undecided)
    return estimate


def _asserted_share(
    at_least: float | None, at_most: float | None, margin: float
) -> tuple[float, float]:
    """Return the asserted share and the nearest one that refutes it."""
    if at_least is not None and at_most is None:
        bound = probability("at_least", at_least)
        refuting = bound - probability("margin", margin)
    elif at_most is not None and at_least is None:
        bound = probability("at_most", at_most)
        refuting = bound + probability("margin", margin)
    else:
        raise StatisticsError(
            "one bound is needed, not none or both", "pass either at_least or at_most"
        )
    if not 0 < refuting < 1:
        raise StatisticsError(
            f"the margin {margin:g} is too large: no share of wins can refute {bound:g}",
            "choose a smaller margin",
        )
    return bound, refuting


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
            estimates = _seat_shares(won, confidence)
            if all(abs(end - fair) <= reach for e in estimates for end in (e.low, e.high)):
                return estimates
            for seat, estimate in enumerate(estimates, start=1):
                if not estimate.holds(fair):
                    games = list_games(f"won by seat {seat}", won[seat - 1], cell)
                    raise NotBalancedError(
                        f"the seats are not fair: {_seat_evidence(estimates)}{games}"
                    )
    handle_undecided(
        "the seats are fair",
        _seat_evidence(estimates) if estimates else "no game had a single winner",
        "increase the study's number of games, or allow a larger margin",
        if_undecided,
    )
    return estimates


def _seat_shares(won: Sequence[Sequence[int]], confidence: float) -> tuple[Estimate, ...]:
    decided = sum(len(games) for games in won)
    return tuple(share_at_any_time(len(games), decided, confidence) for games in won)


def _seat_evidence(estimates: Sequence[Estimate]) -> str:
    shares = ", ".join(f"seat {seat} {share}" for seat, share in enumerate(estimates, start=1))
    return f"of the games with a single winner, a fair share is {1 / len(estimates):.3g}: {shares}"


def assert_no_dominant(
    study: Study,
    *,
    margin: float = 0.1,
    alpha: float = 0.01,
    workers: Workers = 1,
    if_undecided: IfUndecided = "fail",
) -> dict[Matchup, Estimate]:
    """Assert that no player of the study's seats beats every other player.

    The seats name at least two different players of a two-player game. Every pair plays duels, up
    to the study's number of games each, until it is decided whether either wins more than half of
    them. A player who wins more than half against each opponent is dominant. If no player is, the
    assertion fails in at most `alpha` of all studies; if one wins half and `margin` or more against
    each, it passes in at most `alpha`.

    Returns the shares of duels won, by player and opponent, of those that were played. Raises
    NotBalancedError (an AssertionError) with the evidence, UndecidedError if the games do not
    decide, unless `if_undecided` is "pass"; StudyError for a study that has factors or too few
    players, StatisticsError for wrong settings.
    """
    bots = {entrant.label: entrant.source for entrant in entrants(study.seats)}
    if len(bots) < 2 or study.factors:
        raise StudyError(
            f"a test for dominance needs two or more players and no factors, not {len(bots)} and "
            f"{len(study.factors)}",
            "name two or more different players as seats, and remove the factors",
        )
    level = probability("alpha", alpha) / len(bots)
    tests: dict[Matchup, Sprt] = {}
    beaten: set[str] = set()
    for first, second in combinations(bots, 2):
        if {first, second} <= beaten:
            continue
        duel = attrs.evolve(study, seats=[bots[first], bots[second]])
        tests |= _play_duel(
            duel, (first, second), 0.5 + probability("margin", margin), level, workers
        )
        beaten |= {player for (player, _), test in tests.items() if test.verdict == "p0"}
    shares = {pair: test.estimate(1 - alpha) for pair, test in tests.items()}
    for player in bots:
        against = [tests.get((player, other)) for other in bots if other != player]
        if all(test is not None and test.verdict == "p1" for test in against):
            raise NotBalancedError(
                f"{player} beats every other player: {_duel_evidence(player, shares)}"
            )
    for player in bots:
        if player not in beaten:
            handle_undecided(
                f"{player} beats every other player",
                _duel_evidence(player, shares),
                "increase the study's number of games, or allow a larger margin",
                if_undecided,
            )
    return shares


def _play_duel(
    duel: Study, players: Matchup, better: float, level: float, workers: Workers
) -> dict[Matchup, Sprt]:
    """Play a duel until the tests of both players are decided, and return them.

    Players keep their labels of the whole study; unnamed ones have other numbers in the duel.
    """
    every, names = rotation(duel, 0), dict(zip(labels(duel, 0), players, strict=True))
    first, second = players
    pairs = ((first, second), (second, first))
    tests = {pair: Sprt(0.5, better, level, level, every=every) for pair in pairs}
    with play_cell(duel, 0, workers) as records:
        for record in records:
            won = {names[seat.player]: seat.won for seat in record.seats}
            for (player, _), test in tests.items():
                test.add([won[player]])
            if all(test.is_finished for test in tests.values()):
                break
    return tests


def _duel_evidence(player: str, shares: Mapping[Matchup, Estimate]) -> str:
    results = [f"{share} against {b}" for (a, b), share in shares.items() if a == player]
    return f"its share of duels won is {', '.join(results)}"


def assert_same_distribution(
    before: Iterable[float],
    after: Iterable[float],
    *,
    key: str | int = "same distribution",
    paired: bool = False,
    alpha: float = 0.01,
) -> TwoSampleTest:
    """Assert that two samples, one value per game, could come from one distribution.

    `paired` is for the same games with and without a change: `before[i]` and `after[i]` had the
    same dice. All values count equally, in any unit. If nothing has changed it fails in at most
    `alpha` of all studies; passing is no proof, and the size of the samples limits which difference
    it can detect. Returns the test; raises NotBalancedError (an AssertionError) with the evidence,
    StatisticsError for samples that cannot be compared.
    Source: see `horizons_lab.statistics.kolmogorov_smirnov`, whose dice come from `key`.
    """
    probability("alpha", alpha)
    test = kolmogorov_smirnov(before, after, Stream.from_key("balance", key), paired=paired)
    if test.p_value <= alpha:
        raise NotBalancedError(
            f"the values before and after have different distributions (alpha {alpha:g}): {test}"
        )
    return test
