"""What a stored game is made of: how it began, and each turn's orders and outcome."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

from horizons_core.codec import digest_of
from horizons_core.stored_games.persons import without_persons

#: What a file says that it is.
FORMAT = "horizons-stored-game"
#: The version of its shape.
SCHEMA = 1

#: What says by which rules a state was made, and nothing of the game itself.
_PLATES = ("data_mods", "mods", "options", "rules", "schema", "version")
_EVENT = ("phase", "code", "text", "place", "audience")
_REMARK = ("severity", "code", "message", "line")


@frozen
class Newcomer:
    """Somebody who joined the game before a turn.

    Attributes:
        seat: the player's name.
        role: "" for somebody who plays an empire.
        options: with which options they joined.
        address: a placeholder if the game knows an address of theirs.
    """

    seat: str
    role: str = ""
    options: Mapping[str, Any] = field(factory=dict)
    address: str = ""


@frozen
class EditAsMade:
    """A change that the gamemaster made to the game before a turn.

    Attributes:
        state: what was laid over the game, in scenario words.
        joined: how many of those who joined before the turn had joined before the edit.
    """

    state: Mapping[str, Any]
    joined: int = 0


@frozen
class TurnAsRun:
    """A turn as it was run: what went in, and what came out.

    Attributes:
        turn: its number.
        orders: the texts that it was run with, by seat.
        digest: that of the game after it (`state_digest`).
        attempt: which attempt at the turn it is, from 1 on; each has dice of its own.
        not_before: the turn before which the game was not to end, if that was put off before it.
        joined: who joined the game before it, in order.
        edits: how the gamemaster changed the game before it, in order.
        events: what happened, each with its `phase`, `code`, `text`, `place` and `audience`.
        remarks: what was said of the orders, by seat: `severity`, `code`, `message`, `line`.
        versions: what it was run with: `horizons`, `variant`, `rules`, `schema`, `source`.
    """

    turn: int
    orders: Mapping[str, str]
    digest: str
    attempt: int = 1
    not_before: int | None = None
    joined: tuple[Newcomer, ...] = ()
    edits: tuple[EditAsMade, ...] = ()
    events: tuple[Mapping[str, Any], ...] = ()
    remarks: Mapping[str, list[dict[str, Any]]] = field(factory=dict)
    versions: Mapping[str, Any] = field(factory=dict)


@frozen
class StoredGame:
    """A game of people: how it began, and what they ordered.

    Attributes:
        name: what the gamemaster called it.
        variant: the variant's name.
        start: the whole game before its first turn here, chance included; as `dump` gives it.
        players: who played from the start, in the order of the set-up.
        turns: every turn that was run, in order.
        roles: by name, the roles of those who play no empire from the start.
        set_up: the options that it was set up with, secret ones included; None if it cannot be set
            up again, since it came from another program or an old version.
    """

    name: str
    variant: str
    start: Mapping[str, Any]
    players: tuple[str, ...]
    turns: tuple[TurnAsRun, ...]
    roles: Mapping[str, str] = field(factory=dict)
    set_up: Mapping[str, Any] | None = None

    @property
    def mods(self) -> tuple[str, ...]:
        """The names of its house rules, in order."""
        return tuple(self.start.get("mods", ()))

    @property
    def data_mods(self) -> Mapping[str, str]:
        """The texts of those house rules that are data, by name."""
        return dict(self.start.get("data_mods", {}))


def state_digest(state: Mapping[str, Any]) -> str:
    """The digest of a game as plain data: without what is persons' own, and by which rules it is.

    So the same game by another version, or by house rules that never acted, has the same digest.
    """
    return digest_of(
        without_persons({name: value for name, value in state.items() if name not in _PLATES})
    )


def event_told(event: Mapping[str, Any]) -> dict[str, Any]:
    """What a file has of an event that is given as plain data."""
    return {name: without_persons(event[name]) for name in _EVENT}


def remark_told(remark: Mapping[str, Any]) -> dict[str, Any]:
    """What a file has of a remark that is given as plain data."""
    return {name: without_persons(remark[name]) for name in _REMARK}
