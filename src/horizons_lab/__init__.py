"""Studies of many games between bots, with the statistics to judge them.

import horizons_lab as lab

study = lab.Study(variant="event_horizon", seats=["greedy", "random"], games=500, key="first")
result = study.run(workers=2)
print(result.win_rate("greedy"))

Names are imported on first use, so that importing the lab itself stays cheap.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from horizons_lab.balance import (
        NotBalancedError,
        UndecidedError,
        assert_fair_seats,
        assert_never_hurts,
        assert_no_dominant,
        assert_same_distribution,
        assert_win_rate,
    )
    from horizons_lab.battle_study import BattleStudy
    from horizons_lab.checks import OtherPythonWarning, StudyError
    from horizons_lab.comparisons.compare import RulesComparison, compare
    from horizons_lab.comparisons.comparison import Comparison
    from horizons_lab.comparisons.stored import compare_stored
    from horizons_lab.comparisons.versions import compare_versions
    from horizons_lab.environments.parallel import HorizonsEnv, parallel_env
    from horizons_lab.environments.solo import SoloEnv, register_environments
    from horizons_lab.lookahead import Lookahead
    from horizons_lab.programs import Outside
    from horizons_lab.progress import Progress
    from horizons_lab.replays import StudyGame
    from horizons_lab.report import write_csv, write_report
    from horizons_lab.results import Result
    from horizons_lab.results_folder import SavedResult, read_results
    from horizons_lab.statistics import Estimate
    from horizons_lab.study import Study
    from horizons_lab.tournaments.ratings import Rating
    from horizons_lab.tournaments.results import TournamentResult
    from horizons_lab.tournaments.tournament import Tournament, tournament

__all__ = [
    "BattleStudy", "Comparison", "Estimate", "HorizonsEnv", "Lookahead", "NotBalancedError",
    "OtherPythonWarning", "Outside", "Progress", "Rating", "Result", "RulesComparison",
    "SavedResult", "SoloEnv", "Study", "StudyError", "StudyGame", "Tournament",
    "TournamentResult", "UndecidedError",
    "assert_fair_seats", "assert_never_hurts", "assert_no_dominant", "assert_same_distribution",
    "assert_win_rate", "compare", "compare_stored", "compare_versions", "parallel_env",
    "read_results", "register_environments", "tournament", "write_csv", "write_report",
]  # fmt: skip

_HOMES = {
    "BattleStudy": "horizons_lab.battle_study",
    "Comparison": "horizons_lab.comparisons.comparison",
    "Estimate": "horizons_lab.statistics",
    "HorizonsEnv": "horizons_lab.environments.parallel",
    "Lookahead": "horizons_lab.lookahead",
    "NotBalancedError": "horizons_lab.balance",
    "Outside": "horizons_lab.programs",
    "Progress": "horizons_lab.progress",
    "Rating": "horizons_lab.tournaments.ratings",
    "Result": "horizons_lab.results",
    "RulesComparison": "horizons_lab.comparisons.compare",
    "SavedResult": "horizons_lab.results_folder",
    "SoloEnv": "horizons_lab.environments.solo",
    "Study": "horizons_lab.study",
    "OtherPythonWarning": "horizons_lab.checks",
    "StudyError": "horizons_lab.checks",
    "StudyGame": "horizons_lab.replays",
    "Tournament": "horizons_lab.tournaments.tournament",
    "TournamentResult": "horizons_lab.tournaments.results",
    "UndecidedError": "horizons_lab.balance",
    "assert_fair_seats": "horizons_lab.balance",
    "assert_never_hurts": "horizons_lab.balance",
    "assert_no_dominant": "horizons_lab.balance",
    "assert_same_distribution": "horizons_lab.balance",
    "assert_win_rate": "horizons_lab.balance",
    "compare": "horizons_lab.comparisons.compare",
    "compare_stored": "horizons_lab.comparisons.stored",
    "compare_versions": "horizons_lab.comparisons.versions",
    "parallel_env": "horizons_lab.environments.parallel",
    "read_results": "horizons_lab.results_folder",
    "register_environments": "horizons_lab.environments.solo",
    "tournament": "horizons_lab.tournaments.tournament",
    "write_csv": "horizons_lab.report",
    "write_report": "horizons_lab.report",
}

if not TYPE_CHECKING:  # mypy would take any name from a module with a __getattr__

    def __getattr__(name: str) -> Any:
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        try:
            return getattr(import_module(_HOMES[name]), name)
        except ModuleNotFoundError as problem:
            raise _without(name, problem) from problem

    def _without(name: str, problem: ModuleNotFoundError) -> ModuleNotFoundError:
        """Return the same error with the package to install."""
        return ModuleNotFoundError(
            f"horizons_lab.{name} needs {problem.name}, which is not installed "
            "(run pip install 'horizons[lab]')",
            name=problem.name,
        )
