"""Recorded games for tests: those of the 1999 engine if available, and small ones of our own."""

from __future__ import annotations

import copy
import json
from functools import cache
from pathlib import Path

from tests.variants.far_horizons.single_steps import game_with
from tools.far_horizons_parity.recorded import (
    STEPS,
    RecordedGame,
    default_files,
    open_recorded,
)
from tools.far_horizons_parity.steps import NAMES, orders_of, run
from variants.far_horizons.interchange import write_state
from variants.far_horizons.mods.engine_1999.views import VIEW_1999
from variants.far_horizons.report.classic import classic_report

SEED = "777001"


@cache
def recorded_games() -> tuple[RecordedGame, ...]:
    """The recorded games of the engine; none if they are not beside the project."""
    return tuple(open_recorded(file) for file in default_files())


def record(folder: Path, orders: dict[int, str] | None = None, state: object = None) -> Path:
    """Play one turn by the engine's habits and record it as the engine's games are recorded."""
    game = game_with(state or {"species": {"Human": {"treasury": 100}}})  # type: ignore[arg-type]
    turn = folder / "turn_01"
    for name in ("orders", "logs", "reports"):
        (turn / name).mkdir(parents=True)
    for number, text in (orders or {}).items():
        (turn / "orders" / f"sp{number:02}.ord").write_text(text)
    commands = [{"step": step, "command": step, "seed": SEED} for step in STEPS]
    (turn / "seeds.json").write_text(json.dumps(commands))
    write_state(game, turn / "before")
    _play(game, turn)
    return folder


def _play(game, turn: Path) -> None:
    read = orders_of(open_recorded(turn.parent).turn(1))
    logs = dict.fromkeys((species.number for species in game.empires), "")
    for step in NAMES:
        dealt = list(game.transactions)
        ran = run(step, game, SEED, read)
        logs = {number: log + ran.logs[number] for number, log in logs.items()}
        recorded = copy.deepcopy(ran.game)
        if step == "finish":
            recorded.transactions = dealt
        write_state(recorded, turn / f"after_{step}")
    for number, log in logs.items():
        (turn / "logs" / f"sp{number:02}.log").write_text(log)
    for data in VIEW_1999.of_every_species(game).values():
        number = data["number"]
        text = classic_report(data, game.turn, logs[number])
        (turn / "reports" / f"sp{number:02}.rpt.t{game.turn}").write_text(text)
