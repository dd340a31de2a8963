"""An assertion about a player's share of wins, tested after each game."""

from __future__ import annotations

from horizons_lab.balance.rounds import check_player, list_games, pick_cell, play_cell, rotation
from horizons_lab.balance.verdicts import IfUndecided, NotBalancedError, handle_undecided
from horizons_lab.engines import Workers
from horizons_lab.statistics import Estimate, Sprt, StatisticsError
from horizons_lab.statistics.checks import probability
from horizons_lab.study import Study


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
    rotations of seats (Wald's probability ratio test). If it is as asserted, the assertion fails in
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
    bound, refuting = _shares(at_least, at_most, margin)
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


def _shares(at_least: float | None, at_most: float | None, margin: float) -> tuple[float, float]:
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
