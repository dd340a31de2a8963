"""A turn that is run once more after it was taken back: with other dice, promised anew."""

import hashlib
from typing import TypeVar

from horizons_core.codec import copy_of
from horizons_core.model.entities import Game
from horizons_core.rng import encode_parts
from horizons_core.turn.keys import promise

G = TypeVar("G", bound=Game)


def reopened(game: G, attempt: int) -> G:
    """The game before another attempt at its next turn, with keys and commitments of its own.

    Attempt 1 is the game as it stands; the game given is not changed. The keys of attempts before
    are known to the players, so each attempt derives a secret of its own from the game's: no key
    of one tells anything of another, nor of the turns that follow. Raises ValueError for an attempt
    below 1.
    """
    if attempt < 1:
        raise ValueError(f"attempts are counted from 1, not {attempt}")
    if attempt == 1:
        return game
    again = copy_of(game)
    again.secret = _secret_of_attempt(game.secret, game.turn + 1, attempt)
    promise(again, again.secret)
    return again


def _secret_of_attempt(secret: str, turn: int, attempt: int) -> str:
    parts, key = encode_parts((turn, attempt)), bytes.fromhex(secret)
    return hashlib.blake2b(parts, digest_size=32, key=key, person=b"horizons-again").hexdigest()
