"""Reading of stored games within limits, because the files are untrusted."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeGuard

from horizons_core.codec import canonical, converter, plain
from horizons_core.data_text import DataError, read_file, read_json
from horizons_core.errors import SaveError
from horizons_core.stored_games.records import FORMAT, SCHEMA, StoredGame

#: Limit for the size of a file, in bytes.
MAX_FILE_SIZE = 100_000_000
#: Limits for the turns of a game, and the characters of an order text.
_MAX_TURNS, _MAX_ORDERS_LENGTH = 10_000, 1_000_000

_HEX64 = re.compile(r"[0-9a-f]{64}")
#: Rules are named, so that a file cannot have a path imported.
_NAME = re.compile(r"[\w-]{1,100}")
_REMEDY = "write it again: horizons export --format stored-game"


def read_stored_game(path: Path) -> StoredGame:
    """Read the stored game in a file.

    Raises SaveError, with the file's name and the place, for an invalid or too large file; OSError.
    """
    try:
        return stored_game_of(read_json(read_file(path, MAX_FILE_SIZE)))
    except DataError as problem:
        raise SaveError(f"{path}{problem.place}: {problem.reason}", problem.hint) from problem
    except SaveError as problem:
        raise SaveError(f"{path}: {problem.message}", problem.hint) from problem


def stored_game_of(data: Any) -> StoredGame:
    """Return the stored game in plain data; raises SaveError, with the place, if it is invalid."""
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        raise SaveError("this is not a stored game: its 'format' is not " + FORMAT, _REMEDY)
    if data.get("schema") != SCHEMA:
        schema = data.get("schema")
        hint = (
            "update this installation" if isinstance(schema, int) and schema > SCHEMA else _REMEDY
        )
        raise SaveError(f"its schema is {schema!r}, and this version reads {SCHEMA}", hint)
    contents = {name: value for name, value in data.items() if name not in {"format", "schema"}}
    try:
        canonical(contents)  # raises for a lone surrogate, which JSON allows and files do not
    except (ValueError, TypeError) as problem:
        raise SaveError(f"the stored game is damaged: {_fault(problem)}", _REMEDY) from problem
    _check_shapes(contents)
    try:
        game = converter().structure(contents, StoredGame)
    except Exception as problem:
        raise SaveError(f"the stored game is damaged: {_fault(problem)}", _REMEDY) from problem
    _check(game)
    return game


def stored_game_data(game: StoredGame) -> dict[str, Any]:
    """Return a stored game as plain data, as written to a file."""
    return {"format": FORMAT, "schema": SCHEMA, **plain(game)}


def _check_shapes(data: Mapping[str, Any]) -> None:
    """Refuse containers of the wrong type, such as texts that could be read as lists of letters."""
    _require(isinstance(data.get("start"), dict), "start", "is not an object")
    for name, kind in (("players", list), ("turns", list), ("roles", dict)):
        _require(isinstance(data.get(name, kind()), kind), name, "is of another kind")
    turns = data.get("turns", [])
    _require(len(turns) <= _MAX_TURNS, "turns", f"has more than {_MAX_TURNS:,} entries")
    for number, turn in enumerate(turns):
        place = f"turns[{number}]"
        _require(isinstance(turn, dict), place, "is not an object")
        _require(_is_texts(turn.get("orders")), f"{place}.orders", "does not map names to texts")
        _require(_are_events(turn.get("events", [])), f"{place}.events", "is not a list of events")
        _require(
            _are_remarks(turn.get("remarks", {})), f"{place}.remarks", "is not a list of remarks"
        )
        _require(_are_edits(turn.get("edits", [])), f"{place}.edits", "is not a list of edits")
        are_integers = all(_is_whole(turn[name]) for name in ("turn", "attempt") if name in turn)
        _require(are_integers, place, "has an invalid number")
        not_before = turn.get("not_before")
        _require(
            not_before is None or _is_whole(not_before), f"{place}.not_before", "is not a number"
        )


def _check(game: StoredGame) -> None:
    """Refuse games that cannot have been played: with gaps, odd names, or a mismatched start."""
    start = game.start
    _require(start.get("variant") == game.variant, "start.variant", f"is not {game.variant!r}")
    first = start.get("turn")
    _require(_is_whole(first) and first >= 0, "start.turn", "is not a turn number")
    _require(_HEX64.fullmatch(str(start.get("secret"))), "start.secret", "is not a secret")
    texts = (*game.players, *game.roles, *game.roles.values())
    _require(all(isinstance(text, str) for text in texts), "players", "contains an invalid name")
    _check_rules(game)
    for number, turn in enumerate(game.turns):
        place = f"turns[{number}]"
        expected = int(first) + number + 1  # type: ignore[arg-type]
        _require(turn.turn == expected, f"{place}.turn", f"is {turn.turn}, not {expected}")
        _require(1 <= turn.attempt <= _MAX_TURNS, f"{place}.attempt", "is not a valid number")
        _require(_HEX64.fullmatch(turn.digest), f"{place}.digest", "is not a digest")
        longest = max(map(len, turn.orders.values()), default=0)
        _require(longest <= _MAX_ORDERS_LENGTH, f"{place}.orders", "has a text that is too long")


def _check_rules(game: StoredGame) -> None:
    """Refuse rules with anything but plain names, and data mods that are not texts."""
    mods, data = game.start.get("mods", []), game.start.get("data_mods", {})
    _require(isinstance(mods, list), "start.mods", "is not a list")
    _require(_is_texts(data), "start.data_mods", "does not map names to texts")
    for name in (game.variant, *mods, *data):
        is_name = isinstance(name, str) and _NAME.fullmatch(name)
        _require(is_name, "start.mods", f"names {str(name)[:80]!r}, which is not a name of rules")


def _is_whole(value: Any) -> TypeGuard[int]:
    """Return whether a value is an integer and not a boolean."""
    return type(value) is int


def _is_texts(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(text, str) for text in value.values())


def _are_events(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(event, dict)
        and all(isinstance(event.get(name), str) for name in ("phase", "code", "text"))
        and isinstance(event.get("audience"), list)
        and all(isinstance(name, str) for name in event["audience"])
        for event in value
    )


def _are_remarks(value: Any) -> bool:
    return isinstance(value, dict) and all(
        isinstance(remarks, list)
        and all(isinstance(r, dict) and isinstance(r.get("message"), str) for r in remarks)
        for remarks in value.values()
    )


def _are_edits(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(edit, dict)
        and isinstance(edit.get("state"), dict)
        and ("joined" not in edit or _is_whole(edit["joined"]))
        for edit in value
    )


def _require(condition: object, place: str, fault: str) -> None:
    if not condition:
        raise SaveError(f"the stored game is damaged: {place} {fault}", _REMEDY)


def _fault(problem: BaseException) -> str:
    while isinstance(problem, BaseExceptionGroup):
        problem = problem.exceptions[0]
    notes = " ".join(getattr(problem, "__notes__", ()))
    return f"{problem} {notes}".strip()[:300]
