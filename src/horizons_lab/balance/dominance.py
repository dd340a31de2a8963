"""An assertion that no player beats all others."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import attrs

from horizons_lab.balance.rounds import labels, play_cell, rotation
from horizons_lab.balance.verdicts import IfUndecided, NotBalancedError, handle_undecided
from horizons_lab.engines import Workers
from horizons_lab.errors import StudyError
from horizons_lab.seats import entrants
from horizons_lab.statistics import Estimate, Sprt
from horizons_lab.statistics.checks import probability
from horizons_lab.study import Study

#: A player and an opponent.
Matchup = tuple[str, str]


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
                f"{player} beats every other player: {_evidence(player, shares)}"
            )
    for player in bots:
        if player not in beaten:
            handle_undecided(
                f"{player} beats every other player",
                _evidence(player, shares),
                "increase the study's number of games, or allow a larger margin",
                if_undecided,
            )
    return shares


def _play_duel(
    duel: Study, players: Matchup, better: float, level: float, workers: Workers
) -> dict[Matchup, Sprt]:
    """Return the tests of each player of a duel against the other, fed until both are decided.

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
            if all(test.done for test in tests.values()):
                break
    return tests


def _evidence(player: str, shares: Mapping[Matchup, Estimate]) -> str:
    results = [f"{share} against {b}" for (a, b), share in shares.items() if a == player]
    return f"its share of duels won is {', '.join(results)}"
