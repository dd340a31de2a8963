"""The parts of fuzzing by name: `PARTS[name](dice, record_input)` runs one case."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from tests.fuzz import files, games, mails, orders, saves, states
from tests.fuzz.running import Case

PARTS: dict[str, Case] = {
    "battles": files.battle,
    "engine-files": files.engine_files,
    "games": games.damaged,
    "house-rules": files.mod,
    "mails": mails.mail,
    "odd-states": states.odd_case,
    "options": files.options,
    "orders-event-horizon": partial(orders.case, "event_horizon"),
    "orders-far-horizons": partial(orders.case, "far_horizons"),
    "orders-galaxy-g": partial(orders.case, "galaxy_g"),
    "recorded-turns": states.recorded_case,
    "saves": saves.case,
    "scenarios": files.scenario,
    "stored-games": games.exported,
}

#: Preparations before the cases of a part: cases have a time limit, and compiling has none.
PREPARATIONS: dict[str, Callable[[], None]] = {
    "battles": files.compile_battles,
    "odd-states": files.compile_battles,
    "recorded-turns": files.compile_battles,
    "scenarios": files.compile_battles,
}
