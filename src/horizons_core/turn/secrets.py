"""Whose dice are whose: the keys of a turn's chance, and commit and reveal.

A game has one master secret.  Each turn has three kinds of keys, all derived from it, and each
kind for dice that others may know:

- the turn's key, published in all reports of the turn: dice that everybody may know;
- a key for each empire, published in its own report alone: dice that only it may know;
- the hidden key, which is never published: all other dice.

The hash of a key (its commitment) is published a turn ahead to those who will get the key.
Whoever keeps both can check that the dice were not chosen after the orders were read; a revealed
key tells nothing of other turns or other kinds, for the derivation cannot be run backwards.

Secrets, keys and commitments are text of 64 hexadecimal digits (256 bits), in small letters.
"""

import hashlib
import hmac
import os
import re
from collections.abc import Mapping
from typing import Final

from horizons_core.model.events import EVERYBODY, NOBODY
from horizons_core.rng import KeyPart, encode_parts

_HEX64: Final = re.compile(r"[0-9a-f]{64}")
#: The text itself stays out of the message: it may be a secret with a slip of the pen.
_UNFIT: Final = "a game's secret, or a share of it, is 64 hexadecimal digits in small letters"


def new_secret() -> str:
    """Draw a master secret that nobody can guess, from the operating system's own chance."""
    return os.urandom(32).hex()


def secret_from_seed(seed: int | str) -> str:
    """Answer the master secret of a seed given by hand.

    For tests and studies only: whoever can guess the seed knows every die of the game.
    """
    return _hash256(b"horizons-seed", encode_parts((seed,)))


def share_commitment(share: str, player: str) -> str:
    """Answer the hash by which a player promises a share of chance (64 hexadecimal digits).

    The name is part of it, so that nobody can promise what another has promised. Raises ValueError
    for a share of another form.
    """
    return _derived(b"horizons-share", share, player)


def shared_secret(gamemaster: str, shares: Mapping[str, str]) -> str:
    """Answer the master secret that follows from the gamemaster's share and those of all players.

    Nobody who knows all shares but one, be it the gamemaster's, knows anything of it. Raises
    ValueError for a share that is not 64 hexadecimal digits.
    """
    if not all(_HEX64.fullmatch(share) for share in shares.values()):
        raise ValueError(_UNFIT)
    parts = [part for name in sorted(shares) for part in (name, shares[name])]
    return _derived(b"horizons-shared", gamemaster, *parts)


def turn_key(secret: str, turn: int) -> str:
    """Answer the key of a turn's public dice, from the game's master secret.

    Raises ValueError if the secret is not 64 hexadecimal digits.
    """
    return _derived(b"horizons-public", secret, turn)


def own_key(secret: str, turn: int, empire: str) -> str:
    """Answer the key of the dice of a turn that only this empire, by its id, may know.

    Raises ValueError if the secret has another form.
    """
    return _derived(b"horizons-own", secret, turn, empire)


def hidden_key(secret: str, turn: int) -> str:
    """Answer the key of the dice of a turn that nobody may know; turn 0 is the set-up.

    It is never published. Raises ValueError if the secret has another form.
    """
    return _derived(b"horizons-turn", secret, turn)


def dice_key(secret: str, turn: int, known_to: str = NOBODY) -> str:
    """Answer the key of a turn's dice by who may know them: `NOBODY`, `EVERYBODY`, or an empire.

    Raises ValueError if the secret has another form.
    """
    if known_to == NOBODY:
        return hidden_key(secret, turn)
    if known_to == EVERYBODY:
        return turn_key(secret, turn)
    return own_key(secret, turn, known_to)


def joining_key(secret: str, turn: int, player: str) -> str:
    """Answer the key of the chance with which a player joins a game after a turn.

    It comes from the master secret by a way of its own, and is never published: no turn's key tells
    anything of it. Raises ValueError if the secret has another form.
    """
    return _derived(b"horizons-join", secret, turn, player)


def commitment(key: str) -> str:
    """Answer what is published of a key a turn ahead: its hash.

    Raises ValueError if the key is not 64 hexadecimal digits.
    """
    if _HEX64.fullmatch(key) is None:
        raise ValueError("a key of chance is 64 hexadecimal digits in small letters")
    return _hash256(b"horizons-commit", bytes.fromhex(key))


def check_commitment(key: str, promised: str) -> bool:
    """Answer whether a revealed key is the one that was promised.

    Both may come from a player's mail: blanks around them and capital letters do no harm, and
    text that is no key at all is simply not the promised one.
    """
    key, promised = key.strip().lower(), promised.strip().lower()
    if _HEX64.fullmatch(key) is None or _HEX64.fullmatch(promised) is None:
        return False
    return hmac.compare_digest(commitment(key), promised)


def _derived(person: bytes, secret: str, *parts: KeyPart) -> str:
    if _HEX64.fullmatch(secret) is None:
        raise ValueError(_UNFIT)
    return _hash256(person, encode_parts(parts), key=bytes.fromhex(secret))


def _hash256(person: bytes, data: bytes, key: bytes = b"") -> str:
    return hashlib.blake2b(data, digest_size=32, key=key, person=person).hexdigest()
