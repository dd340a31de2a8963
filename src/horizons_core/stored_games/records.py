"""The records of a stored game without personal data."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

from horizons_core.codec import digest_of

_WORD = r"[^\s@<>\"',;:()]"
#: A match begins at the start of a word, so that a long word is tried only once.
_ADDRESS = re.compile(rf"(?<!{_WORD}){_WORD}++@{_WORD}+")
_HASH = re.compile(r"\$argon2[^\s\"]*")
#: Replaces an address, so that an order with an address stays valid; no email is delivered there
#: (RFC 2606).
_PLACEHOLDER = "nobody@example.invalid"
_NO_HASH = "removed"
#: Parts of a game that are rules: an author's address in a house rule belongs to its text.
_RULES = frozenset({"data_mods"})

#: The value of `format` in a file.
FORMAT = "horizons-stored-game"
#: The version of the file's format.
SCHEMA = 1

#: Fields of a state that describe its rules instead of the game.
_RULE_FIELDS = ("data_mods", "mods", "options", "rules", "schema", "version")
_EVENT = ("phase", "code", "text", "place", "audience")
_REMARK = ("severity", "code", "message", "line")


def anonymized(data: Any) -> Any:
    """Return plain data with a placeholder for every email address and every password hash.

    Applying it again changes nothing.
    """
    if isinstance(data, str):
        text = _ADDRESS.sub(_PLACEHOLDER, data) if "@" in data else data
        return _HASH.sub(_NO_HASH, text) if "$argon2" in text else text
    if isinstance(data, dict):
        return {key: value if key in _RULES else anonymized(value) for key, value in data.items()}
    return [anonymized(value) for value in data] if isinstance(data, list) else data


@frozen
class Newcomer:
    """A person who joined the game before a turn.

    Attributes:
        seat: the player's name.
        role: "" for a person with an empire.
        options: the options of the new player.
        address: a placeholder if the game has an email address of the player.
    """

    seat: str
    role: str = ""
    options: Mapping[str, Any] = field(factory=dict)
    address: str = ""


@frozen
class StoredGameEdit:
    """A change by the gamemaster before a turn.

    Attributes:
        state: the change, in the format of scenarios.
        joined: the number of this turn's newcomers who had joined before the edit.
    """

    state: Mapping[str, Any]
    joined: int = 0


@frozen
class StoredGameTurn:
    """A turn as it was run: its input and output.

    Attributes:
        turn: its number.
        orders: the order texts, by seat.
        digest: the digest of the game after it (`state_digest`).
        attempt: the number of the attempt at the turn, from 1; each has different dice.
        not_before: the turn before which the game could not end, if its end was postponed.
        joined: the people who joined the game before it, in order.
        edits: the gamemaster's changes before it, in order.
        events: the events, each with its `phase`, `code`, `text`, `place` and `audience`.
        remarks: the remarks on orders, by seat: `severity`, `code`, `message`, `line`.
        versions: the versions that ran it: `horizons`, `variant`, `rules`, `schema`, `source`.
    """

    turn: int
    orders: Mapping[str, str]
    digest: str
    attempt: int = 1
    not_before: int | None = None
    joined: tuple[Newcomer, ...] = ()
    edits: tuple[StoredGameEdit, ...] = ()
    events: tuple[Mapping[str, Any], ...] = ()
    remarks: Mapping[str, list[dict[str, Any]]] = field(factory=dict)
    versions: Mapping[str, Any] = field(factory=dict)


@frozen
class StoredGame:
    """A game that people played: its beginning, and their orders.

    Attributes:
        name: the gamemaster's name for the game.
        variant: the variant's name.
        start: the game before its first turn here, with its random seed, as `dump` returns it.
        players: the players at the start, in the order of the set-up.
        turns: all turns, in order.
        roles: the role of each person without an empire at the start, by name.
        set_up: its options at set-up, including secret ones; None if the set-up cannot be repeated,
            because the game was imported or made by an old version.
    """

    name: str
    variant: str
    start: Mapping[str, Any]
    players: tuple[str, ...]
    turns: tuple[StoredGameTurn, ...]
    roles: Mapping[str, str] = field(factory=dict)
    set_up: Mapping[str, Any] | None = None

    @property
    def mods(self) -> tuple[str, ...]:
        """The names of its house rules, in order."""
        return tuple(self.start.get("mods", ()))

    @property
    def data_mods(self) -> Mapping[str, str]:
        """The texts of the house rules that consist of data, by name."""
        return dict(self.start.get("data_mods", {}))


def state_digest(state: Mapping[str, Any]) -> str:
    """Return the digest of a game as plain data, without personal data and its rules' versions.

    The same game with another version, or with house rules that had no effect, has the same digest.
    """
    return digest_of(
        anonymized({name: value for name, value in state.items() if name not in _RULE_FIELDS})
    )


def event_record(event: Mapping[str, Any]) -> dict[str, Any]:
    """Return the part of an event, given as plain data, that a file contains."""
    return {name: anonymized(event[name]) for name in _EVENT}


def remark_record(remark: Mapping[str, Any]) -> dict[str, Any]:
    """Return the part of a remark, given as plain data, that a file contains."""
    return {name: anonymized(remark[name]) for name in _REMARK}
