"""Keys of a turn's dice, and commitments to them."""

from __future__ import annotations

import hashlib
import hmac
import os
import re
from collections.abc import Mapping
from functools import cache
from typing import Final, TypeVar

from horizons_core.codec import copy_of
from horizons_core.errors import PluginError, did_you_mean
from horizons_core.model.entities import Empire, Game
from horizons_core.model.events import EVERYONE, NO_ONE
from horizons_core.rng import KeyPart, encode_parts
from horizons_core.turn.context import Keys

_HEX64: Final = re.compile(r"[0-9a-f]{64}")
#: The message leaves out the text itself, which may be a mistyped secret.
_UNFIT: Final = "a game's secret, or a share of it, is 64 hexadecimal digits in lower case"
G = TypeVar("G", bound=Game)


def new_secret() -> str:
    """Draw an unpredictable master secret from the operating system's random source."""
    return os.urandom(32).hex()


def secret_from_seed(seed: int | str) -> str:
    """Derive the master secret of a seed.

    For tests and studies only: anyone who guesses the seed knows all dice of the game.
    """
    return _hash256(b"horizons-seed", encode_parts((seed,)))


def share_commitment(share: str, player: str) -> str:
    """Return a player's commitment to a share of the random seed (64 hexadecimal digits).

    It includes the name, so that players cannot copy the commitment of another. Raises ValueError
    for a share in another format.
    """
    return _derived(b"horizons-share", share, player)


def shared_secret(gamemaster: str, shares: Mapping[str, str]) -> str:
    """Derive the master secret from the shares of the gamemaster and all players.

    All shares but one, even if the gamemaster's is among them, reveal nothing about the secret.
    Raises ValueError for a share that is not 64 hexadecimal digits.
    """
    if not all(_HEX64.fullmatch(share) for share in shares.values()):
        raise ValueError(_UNFIT)
    parts = [part for name in sorted(shares) for part in (name, shares[name])]
    return _derived(b"horizons-shared", gamemaster, *parts)


def turn_key(secret: str, turn: int) -> str:
    """Derive the key of a turn's public dice from the game's master secret.

    Raises ValueError if the secret is not 64 hexadecimal digits.
    """
    return _derived(b"horizons-public", secret, turn)


def own_key(secret: str, turn: int, empire: str) -> str:
    """Derive the key of the dice of a turn that only this empire, by its id, may know.

    Raises ValueError if the secret has another format.
    """
    return _derived(b"horizons-own", secret, turn, empire)


def hidden_key(secret: str, turn: int) -> str:
    """Derive the key of the hidden dice of a turn; turn 0 is the set-up.

    It is never published. Raises ValueError if the secret has another format.
    """
    return _derived(b"horizons-turn", secret, turn)


def dice_key(secret: str, turn: int, known_to: str = NO_ONE) -> str:
    """Derive the key of a turn's dice by who may know them: `NO_ONE`, `EVERYONE`, or an empire.

    Raises ValueError if the secret has another format.
    """
    if known_to == NO_ONE:
        return hidden_key(secret, turn)
    if known_to == EVERYONE:
        return turn_key(secret, turn)
    return own_key(secret, turn, known_to)


def joining_key(secret: str, turn: int, player: str) -> str:
    """Derive the key of the dice with which a player joins a game after a turn.

    It has a derivation of its own and is never published, so no turn's key reveals anything about
    it. Raises ValueError if the secret has another format.
    """
    return _derived(b"horizons-join", secret, turn, player)


def commitment(key: str) -> str:
    """Return the commitment to a key, published a turn ahead: its hash.

    Raises ValueError if the key is not 64 hexadecimal digits.
    """
    if _HEX64.fullmatch(key) is None:
        raise ValueError("a dice key is 64 hexadecimal digits in lower case")
    return _hash256(b"horizons-commit", bytes.fromhex(key))


def check_commitment(key: str, published: str) -> bool:
    """Return whether a revealed key matches a commitment.

    Both may come from a player's email, so surrounding spaces and capital letters are ignored;
    anything but a key does not match.
    """
    key, published = key.strip().lower(), published.strip().lower()
    if _HEX64.fullmatch(key) is None or _HEX64.fullmatch(published) is None:
        return False
    return hmac.compare_digest(commitment(key), published)


def _derived(person: bytes, secret: str, *parts: KeyPart) -> str:
    if _HEX64.fullmatch(secret) is None:
        raise ValueError(_UNFIT)
    return _hash256(person, encode_parts(parts), key=bytes.fromhex(secret))


def _hash256(person: bytes, data: bytes, key: bytes = b"") -> str:
    return hashlib.blake2b(data, digest_size=32, key=key, person=person).hexdigest()


def keys_of_next_turn(game: Game) -> Keys:
    """Return the keys of the game's next turn, each derived when it is needed."""
    empires = {empire.id for empire in game.empires}

    @cache
    def key(known_to: str) -> str:
        if known_to not in (NO_ONE, EVERYONE) and known_to not in empires:
            raise PluginError(
                f"dice are visible to '{known_to}', which is not an empire's id",
                f"{did_you_mean(known_to, empires)}; see TurnContext.stream",
            )
        return dice_key(game.secret, game.turn + 1, known_to)

    return key


def publish(game: Game, secret: str) -> None:
    """Publish the keys of the turn just run in the fields of those who may know its dice."""
    game.turn_key = turn_key(secret, game.turn)
    for empire in game.empires:
        empire.own_key = own_key(secret, game.turn, empire.id)
    commit_to_keys(game, secret)


def commit_to_keys(game: Game, secret: str) -> None:
    """Commit to the public keys and the empires' keys of the game's next turn."""
    game.commitment = commitment(turn_key(secret, game.turn + 1))
    for empire in game.empires:
        commit_to_own_key(empire, game, secret)


def commit_to_own_key(empire: Empire, game: Game, secret: str) -> None:
    """Commit to the key of this empire's private dice of the game's next turn."""
    key = own_key(secret, game.turn + 1, empire.id)
    empire.own_commitment = commitment(key)


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
    reopened_game.secret = _attempt_secret(game.secret, game.turn + 1, attempt)
    commit_to_keys(reopened_game, reopened_game.secret)
    return reopened_game


def _attempt_secret(secret: str, turn: int, attempt: int) -> str:
    parts, key = encode_parts((turn, attempt)), bytes.fromhex(secret)
    return hashlib.blake2b(parts, digest_size=32, key=key, person=b"horizons-again").hexdigest()
