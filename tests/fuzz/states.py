"""Turns of Far Horizons from odd states: recorded games of the engine, and slightly changed states.

Any readable state with any orders runs a turn, by the rulebook and by the engine's habits; the
game is consistent after it, and every report can be rendered.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from attrs import frozen

import horizons_core as hz
from horizons_core.errors import SaveError
from horizons_core.rng import Stream
from tests.fuzz import orders
from tests.fuzz.files import folder
from tests.fuzz.mutation import mutated_text
from tools.far_horizons_parity.recorded import RecordedTurn, all_files, open_recorded

WAYS = ((), ("engine_1999",))
#: UnsupportedData numbers for a state.
ODD = (-999, -41, -2, -1, 0, 1, 2, 41, 99, 100, 9999, 32767, 1_000_000)
#: The changed parts of an export: the numbers of these parts of a species' file.
PARTS = ("species", "named_planets", "ships")


@frozen
class State:
    """A state between two turns as the engine exports it, with orders by the names of species."""

    folder: Path
    texts: Mapping[str, str]


def recorded_case(stream: Stream, tried: Callable[[object], None]) -> None:
    """A recorded turn with two in three order files changed; else a generated one."""
    state = stream.choice(_recorded() or (_generated(),))
    order_texts = list(state.texts.values())
    texts = {name: mutated_text(text, stream, order_texts) if stream.below(3) else text
             for name, text in state.texts.items()}  # fmt: skip
    for text in texts.values():
        tried(text)
    _play(state.folder, texts, stream)


def odd_case(stream: Stream, tried: Callable[[object], None]) -> None:
    """A state with some numbers changed; unreadable states are refused with an error."""
    state = _generated()
    changed = folder() / "odd-state"
    changed.mkdir(exist_ok=True)
    for file in state.folder.iterdir():
        text = file.read_text("utf-8")
        if file.name.startswith("species."):
            text = json.dumps(_change(json.loads(text), stream))
            tried(text)
        (changed / file.name).write_text(text, "utf-8")
    _imported.cache_clear()
    _play(changed, state.texts, stream)


def _change(data: Any, stream: Stream) -> Any:
    """Return a species' file with some unusual numbers."""
    spots = [spot for part in PARTS for spot in _numbers(data[part])]
    for _ in range(stream.choice((1, 2, 5, 20))):
        within, key = stream.choice(spots)
        within[key] = stream.choice(ODD)
    if data["named_planets"] and stream.below(2):
        planet, base = stream.choice(data["named_planets"]), stream.choice((0, 1, 41, 2000))
        planet["mi_base"], planet["ma_base"] = -base, base
    return data


def _numbers(data: Any) -> list[tuple[Any, Any]]:
    """Return every place of a number, except map coordinates."""
    keys: Sequence[Any] = list(data) if isinstance(data, dict) else range(len(data))
    places = []
    for key in keys:
        if isinstance(data[key], dict | list):
            places += _numbers(data[key]) if key not in ("location", "home_world") else []
        elif type(data[key]) is int:
            places.append((data, key))
    return places


def _play(place: Path, texts: Mapping[str, str], stream: Stream) -> None:
    """Run a turn both ways, with all its reports."""
    for mods in WAYS:
        rules = hz.load_variant("far_horizons", mods)
        try:
            game = _imported(place, mods)
        except SaveError:
            continue
        sound = not rules.invariants(game)
        turn = hz.run_turn(game, texts, variant=rules)
        faults = rules.invariants(turn.game) if sound else []
        assert not faults, f"{mods}: {faults[:3]}"
        reader = stream.choice([empire.id for empire in turn.game.empires])
        for name in [empire.id for empire in turn.game.empires]:
            report = turn.report(name)
            assert report.text
            assert name != reader or (report.html and report.data)


@lru_cache(maxsize=24)
def _imported(place: Path, mods: tuple[str, ...]) -> hz.Game:
    rules = hz.load_variant("far_horizons", mods)
    return rules.import_game("engine-json", place, seed=1)


@cache
def _recorded() -> tuple[State, ...]:
    """Return all turns of the recorded games."""
    games = map(open_recorded, all_files())
    return tuple(_state_of(turn) for game in games for turn in game.turns())


def _state_of(turn: RecordedTurn) -> State:
    state = turn.state("before")
    texts = {state.species(number).name: text for number, text in turn.orders().items()}
    return State(turn.folder / "before", texts)


@cache
def _generated() -> State:
    """Return a game played by bots, exported as the engine does, with orders for it."""
    played = orders.played("far_horizons")
    place = folder() / "own-state"
    played.variant.export_game(played.game, "engine-json", place)
    names = [empire.name for empire in played.game.empires]
    return State(place, dict(zip(names, played.texts[-len(names) :], strict=True)))
