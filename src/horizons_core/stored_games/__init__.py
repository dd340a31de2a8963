"""Games that people played, as files with their orders and the outcome of each turn.

A gamemaster's program writes such a file (`horizons export --format stored-game`); its readers can
replay the orders, with the same rules or others, and see where the games diverge. The file contains
the game's random seed and all hidden information: it is for gamemasters, or for finished games.
"""

from horizons_core.stored_games.reading import (
    MAX_FILE_SIZE,
    read_stored_game,
    stored_game_data,
    stored_game_of,
)
from horizons_core.stored_games.records import (
    FORMAT,
    SCHEMA,
    Newcomer,
    StoredGame,
    StoredGameEdit,
    StoredGameTurn,
    anonymized,
    event_record,
    remark_record,
    state_digest,
)
from horizons_core.stored_games.replay import compare_rules, edited, joined, run_again
from horizons_core.stored_games.verdicts import (
    Difference,
    GameVerdict,
    TurnVerdict,
    compare_with_python,
    verdict_from,
)

__all__ = [
    "FORMAT",
    "MAX_FILE_SIZE",
    "SCHEMA",
    "Difference",
    "GameVerdict",
    "Newcomer",
    "StoredGame",
    "StoredGameEdit",
    "StoredGameTurn",
    "TurnVerdict",
    "anonymized",
    "compare_rules",
    "compare_with_python",
    "edited",
    "event_record",
    "joined",
    "read_stored_game",
    "remark_record",
    "run_again",
    "state_digest",
    "stored_game_data",
    "stored_game_of",
    "verdict_from",
]  # fmt: skip
