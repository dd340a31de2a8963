"""Another attempt at a turn that was undone, with different dice and new commitments."""

import hashlib
from typing import TypeVar

from horizons_core.codec import copy_of
from horizons_core.model.entities import Game
from horizons_core.rng import encode_parts
from horizons_core.turn.keys import commit_to_keys

G = TypeVar("G", bound=Game)


def reopened(game: G, attempt: int) -> G:
    """Return the game before another attempt at its next turn, with new keys and commitments.

    Attempt 1 returns the game itself; otherwise a changed copy. Players know the keys of earlier
    attempts, so each attempt derives its own secret from the game's: the keys of one reveal nothing
    about another, nor about later turns. Raises ValueError for an attempt below 1.
    """
    if attempt < 1:
        raise ValueError(f"attempts are counted from 1, not {attempt}")
    if attempt == 1:
        return game
    reopened_game = copy_of(game)
    reopened_game.secret = _secret_of_attempt(game.secret, game.turn + 1, attempt)
    commit_to_keys(reopened_game, reopened_game.secret)
    return reopened_game


def _secret_of_attempt(secret: str, turn: int, attempt: int) -> str:
    parts, key = encode_parts((turn, attempt)), bytes.fromhex(secret)
    return hashlib.blake2b(parts, digest_size=32, key=key, person=b"horizons-again").hexdigest()
