"""Reading stored games, within bounds: such a file may come from anybody."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeGuard

from horizons_core.codec import canonical, converter, plain
from horizons_core.data_text import DataError, read_file, read_json
from horizons_core.errors import SaveError
from horizons_core.stored_games.records import FORMAT, SCHEMA, StoredGame

#: The most bytes of a file.
LARGEST = 100_000_000
#: The most turns of a game, and the longest text of orders.
_MOST_TURNS, _LONGEST_ORDERS = 10_000, 1_000_000

_HEX64 = re.compile(r"[0-9a-f]{64}")
#: Rules go by name: a file may not name a path that would be imported.
_NAME = re.compile(r"[\w-]{1,100}")
_REMEDY = "write it again: horizons export --format stored-game"


def read_stored_game(path: Path) -> StoredGame:
    """The stored game in a file.

    Raises SaveError, with the file's name and the place, for what is none or too large; OSError.
    """
    try:
        return stored_game_of(read_json(read_file(path, LARGEST)))
    except DataError as problem:
        raise SaveError(f"{path}{problem.place}: {problem.reason}", problem.hint) from problem
    except SaveError as problem:
        raise SaveError(f"{path}: {problem.message}", problem.hint) from problem


def stored_game_of(data: Any) -> StoredGame:
    """The stored game that stands in plain data; raises SaveError, with the place, for none."""
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        raise SaveError("this is no stored game: its 'format' is not " + FORMAT, _REMEDY)
    if data.get("schema") != SCHEMA:
        found = data.get("schema")
        hint = "update this installation" if isinstance(found, int) and found > SCHEMA else _REMEDY
        raise SaveError(f"its schema is {found!r}, and {SCHEMA} is known here", hint)
    given = {name: value for name, value in data.items() if name not in {"format", "schema"}}
    try:
        canonical(given)  # half a character, as JSON may name one, stands in no text that is stored
    except (ValueError, TypeError) as problem:
        raise SaveError(f"the stored game is damaged: {_fault(problem)}", _REMEDY) from problem
    _check_shapes(given)
    try:
        game = converter().structure(given, StoredGame)
    except Exception as problem:
        raise SaveError(f"the stored game is damaged: {_fault(problem)}", _REMEDY) from problem
    _check(game)
    return game


def stored_game_data(game: StoredGame) -> dict[str, Any]:
    """A stored game as plain data, as it stands in a file."""
    return {"format": FORMAT, "schema": SCHEMA, **plain(game)}


def _check_shapes(data: Mapping[str, Any]) -> None:
    """Refuse texts where lists belong, and the like, which could be read letter by letter."""
    _require(isinstance(data.get("start"), dict), "start", "is no object")
    for name, kind in (("players", list), ("turns", list), ("roles", dict)):
        _require(isinstance(data.get(name, kind()), kind), name, "is of another kind")
    turns = data.get("turns", [])
    _require(len(turns) <= _MOST_TURNS, "turns", f"has more than {_MOST_TURNS:,} entries")
    for number, turn in enumerate(turns):
        where = f"turns[{number}]"
        _require(isinstance(turn, dict), where, "is no object")
        _require(_is_texts(turn.get("orders")), f"{where}.orders", "holds no texts by name")
        _require(_are_events(turn.get("events", [])), f"{where}.events", "holds no events")
        _require(_are_remarks(turn.get("remarks", {})), f"{where}.remarks", "holds no remarks")
        _require(_are_edits(turn.get("edits", [])), f"{where}.edits", "holds no edits")
        whole = all(_is_whole(turn[name]) for name in ("turn", "attempt") if name in turn)
        _require(whole, where, "has a number that is none")
        later = turn.get("not_before")
        _require(later is None or _is_whole(later), f"{where}.not_before", "is no number")


def _check(game: StoredGame) -> None:
    """Refuse what cannot be a game that was played: gaps, wild names, a start that is another's."""
    start = game.start
    _require(start.get("variant") == game.variant, "start.variant", f"is not {game.variant!r}")
    first = start.get("turn")
    _require(_is_whole(first) and first >= 0, "start.turn", "is no number of a turn")
    _require(_HEX64.fullmatch(str(start.get("secret"))), "start.secret", "is no secret")
    texts = (*game.players, *game.roles, *game.roles.values())
    _require(all(isinstance(text, str) for text in texts), "players", "holds what is no name")
    _check_rules(game)
    for number, turn in enumerate(game.turns):
        where = f"turns[{number}]"
        expected = int(first) + number + 1  # type: ignore[arg-type]
        _require(turn.turn == expected, f"{where}.turn", f"is {turn.turn}, and {expected} follows")
        _require(1 <= turn.attempt <= _MOST_TURNS, f"{where}.attempt", "is no such number")
        _require(_HEX64.fullmatch(turn.digest), f"{where}.digest", "is no digest")
        longest = max(map(len, turn.orders.values()), default=0)
        _require(longest <= _LONGEST_ORDERS, f"{where}.orders", "has a text that is too long")


def _check_rules(game: StoredGame) -> None:
    """Refuse rules that go by anything but plain names, with texts for those that are data."""
    mods, data = game.start.get("mods", []), game.start.get("data_mods", {})
    _require(isinstance(mods, list), "start.mods", "is no list")
    _require(_is_texts(data), "start.data_mods", "holds no texts by name")
    for name in (game.variant, *mods, *data):
        fine = isinstance(name, str) and _NAME.fullmatch(name)
        _require(fine, "start.mods", f"names {str(name)[:80]!r}, which is no name of rules")


def _is_whole(value: Any) -> TypeGuard[int]:
    """Whether it is a whole number; yes and no are none."""
    return type(value) is int


def _is_texts(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(text, str) for text in value.values())


def _are_events(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(one, dict)
        and all(isinstance(one.get(name), str) for name in ("phase", "code", "text"))
        and isinstance(one.get("audience"), list)
        and all(isinstance(name, str) for name in one["audience"])
        for one in value
    )


def _are_remarks(value: Any) -> bool:
    return isinstance(value, dict) and all(
        isinstance(said, list)
        and all(isinstance(one, dict) and isinstance(one.get("message"), str) for one in said)
        for said in value.values()
    )


def _are_edits(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(one, dict)
        and isinstance(one.get("state"), dict)
        and ("joined" not in one or _is_whole(one["joined"]))
        for one in value
    )


def _require(fine: object, where: str, words: str) -> None:
    if not fine:
        raise SaveError(f"the stored game is damaged: {where} {words}", _REMEDY)


def _fault(problem: BaseException) -> str:
    while isinstance(problem, BaseExceptionGroup):
        problem = problem.exceptions[0]
    notes = " ".join(getattr(problem, "__notes__", ()))
    return f"{problem} {notes}".strip()[:300]
