"""Commit and reveal: players can check a turn's dice afterwards, and nobody knows them before.

A game has one master secret.  The key of each turn is derived from it; the hash of a turn's key
(its commitment) is published with the report of the turn before, and the key itself with the
turn's own report.  Whoever keeps both can check that the dice were not chosen after the orders
were read; a revealed key tells nothing of other turns, for the derivation cannot be run backwards.

Secrets, turn keys and commitments are text of 64 hexadecimal digits (256 bits), in small letters.
"""

import hashlib
import hmac
import os
import re
from typing import Final

from horizons_core.rng import encode_parts

_HEX64: Final = re.compile(r"[0-9a-f]{64}")
#: The text itself stays out of the message: it may be a secret with a slip of the pen.
_UNFIT: Final = "a game's secret is 64 hexadecimal digits in small letters"


def new_secret() -> str:
    """Draw a master secret that nobody can guess, from the operating system's own chance."""
    return os.urandom(32).hex()


def secret_from_seed(seed: int | str) -> str:
    """Answer the master secret of a seed given by hand.

    For tests and studies only: whoever can guess the seed knows every die of the game.
    """
    return _hash256(b"horizons-seed", encode_parts((seed,)))


def turn_key(secret: str, turn: int) -> str:
    """Answer the key of a turn, from the game's master secret (64 hexadecimal digits).

    Raises ValueError if the secret has another form.
    """
    if _HEX64.fullmatch(secret) is None:
        raise ValueError(_UNFIT)
    return _hash256(b"horizons-turn", encode_parts((turn,)), key=bytes.fromhex(secret))


def joining_key(secret: str, turn: int, player: str) -> str:
    """Answer the key of the chance with which a player joins a game after a turn.

    It comes from the master secret by a way of its own, and is never published: no turn's key tells
    anything of it. Raises ValueError if the secret has another form.
    """
    if _HEX64.fullmatch(secret) is None:
        raise ValueError(_UNFIT)
    return _hash256(b"horizons-join", encode_parts((turn, player)), key=bytes.fromhex(secret))


def commitment(key: str) -> str:
    """Answer what is published of a turn's key a turn ahead: its hash.

    Raises ValueError if the key is not 64 hexadecimal digits.
    """
    if _HEX64.fullmatch(key) is None:
        raise ValueError("a turn's key is 64 hexadecimal digits in small letters")
    return _hash256(b"horizons-commit", bytes.fromhex(key))


def check_commitment(key: str, promised: str) -> bool:
    """Answer whether a revealed turn key is the one that was promised.

    Both may come from a player's mail: blanks around them and capital letters do no harm, and
    text that is no key at all is simply not the promised one.
    """
    key, promised = key.strip().lower(), promised.strip().lower()
    if _HEX64.fullmatch(key) is None or _HEX64.fullmatch(promised) is None:
        return False
    return hmac.compare_digest(commitment(key), promised)


def _hash256(person: bytes, data: bytes, key: bytes = b"") -> str:
    return hashlib.blake2b(data, digest_size=32, key=key, person=person).hexdigest()
