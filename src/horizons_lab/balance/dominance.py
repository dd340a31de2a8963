"""Whether one way to play beats all others."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import attrs

from horizons_lab.balance.rounds import labels, played, rotation
from horizons_lab.balance.verdicts import IfUndecided, NotBalancedError, settle
from horizons_lab.engines import Workers
from horizons_lab.errors import StudyError
from horizons_lab.seats import entrants
from horizons_lab.statistics import Estimate, Sprt
from horizons_lab.statistics.checks import chance
from horizons_lab.study import Study

__all__ = ["assert_no_dominant"]

#: A player and an opponent.
Pair = tuple[str, str]


def assert_no_dominant(
    study: Study,
    *,
    margin: float = 0.1,
    alpha: float = 0.01,
    workers: Workers = 1,
    if_undecided: IfUndecided = "fail",
) -> dict[Pair, Estimate]:
    """Assert that nobody of the study's seats beats every other one.

    The seats name at least two different players, for a game that two can play. Every two of them
    play duels, up to the study's number of games each, until it is decided whether the one wins
    more than half of them. A player is dominant who wins more than half against everybody else. If
    nobody is, the assertion fails in at most `alpha` of all studies; if somebody wins half and
    `margin` or more against each, it passes in at most `alpha`.

    Answers the shares of duels won, by player and opponent, of those that were played. Raises
    NotBalancedError (an AssertionError) with the evidence, UndecidedError if the games do not
    decide, unless `if_undecided` is "pass"; StudyError for a study that has factors or too few
    players, StatisticsError for wrong settings.
    """
    bots = {one.label: one.source for one in entrants(study.seats)}
    if len(bots) < 2 or study.factors:
        raise StudyError(
            f"dominance is tried of several players and no factors, not of {len(bots)} and "
            f"{len(study.factors)}",
            "give two or more different seats, and leave factors out",
        )
    level = chance("alpha", alpha) / len(bots)
    tests: dict[Pair, Sprt] = {}
    beaten: set[str] = set()
    for one, other in combinations(bots, 2):
        if {one, other} <= beaten:
            continue
        duel = attrs.evolve(study, seats=[bots[one], bots[other]])
        tests |= _fought(duel, (one, other), 0.5 + chance("margin", margin), level, workers)
        beaten |= {player for (player, _), test in tests.items() if test.verdict == "p0"}
    shares = {pair: test.estimate(1 - alpha) for pair, test in tests.items()}
    for player in bots:
        against = [tests.get((player, other)) for other in bots if other != player]
        if all(test is not None and test.verdict == "p1" for test in against):
            raise NotBalancedError(f"{player} beats every other player: {_told(player, shares)}")
    for player in bots:
        if player not in beaten:
            settle(
                f"{player} beats every other player",
                _told(player, shares),
                "let the study play more games, or allow a larger margin",
                if_undecided,
            )
    return shares


def _fought(
    duel: Study, players: Pair, better: float, level: float, workers: Workers
) -> dict[Pair, Sprt]:
    """The tests of each player of a duel against the other, fed until both are decided.

    The players are called as in the whole study: in the duel two without names have other numbers.
    """
    every, names = rotation(duel, 0), dict(zip(labels(duel, 0), players, strict=True))
    one, other = players
    tests = {
        pair: Sprt(0.5, better, level, level, every=every) for pair in ((one, other), (other, one))
    }
    with played(duel, 0, workers) as records:
        for record in records:
            won = {names[seat.player]: seat.won for seat in record.seats}
            for (player, _), test in tests.items():
                test.add([won[player]])
            if all(test.done for test in tests.values()):
                break
    return tests


def _told(player: str, shares: Mapping[Pair, Estimate]) -> str:
    told = [f"{share} against {other}" for (one, other), share in shares.items() if one == player]
    return f"of its duels it wins {', '.join(told)}"
