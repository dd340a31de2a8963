"""The keys of a turn's dice, and their commitments: who may know which dice.

A game has one master secret.  Each turn has three kinds of keys, all derived from it, by who may
know their dice:

- the turn's key, published in all reports of the turn, for public dice;
- a key for each empire, published in its own report only, for dice that only it may know;
- the hidden key, never published, for all other dice.

The hash of a key (its commitment) is published a turn ahead to those who will get the key. Anyone
who keeps both can check that the dice were not chosen after the orders were read. A revealed key
tells nothing about other turns or kinds, because the derivation cannot be inverted.

Secrets, keys and commitments are strings of 64 lowercase hexadecimal digits (256 bits).
"""

import hashlib
import hmac
import os
import re
from collections.abc import Mapping
from typing import Final

from horizons_core.model.events import EVERYONE, NO_ONE
from horizons_core.rng import KeyPart, encode_parts

_HEX64: Final = re.compile(r"[0-9a-f]{64}")
#: The message leaves out the text itself, which may be a mistyped secret.
_UNFIT: Final = "a game's secret, or a share of it, is 64 hexadecimal digits in lower case"


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

    Knowing all shares but one, even the gamemaster's, reveals nothing about it. Raises ValueError
    for a share that is not 64 hexadecimal digits.
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

    It has a derivation of its own and is never published, so no turn's key tells anything about it.
    Raises ValueError if the secret has another format.
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

    Both may come from a player's mail, so surrounding blanks and capital letters are ignored;
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
