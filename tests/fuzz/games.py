"""Damaged game files: all data read from them are right, or the damage is reported."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import horizons_core as hz
from horizons_core.rng import Stream
from horizons_core.stored_games import compare_rules, read_stored_game
from horizons_host.store import GameMails, GameStore
from tests.fuzz.files import folder, write
from tests.fuzz.mutation import mutated_bytes, mutated_data
from tests.fuzz.running import refusal
from tests.host.helpers import ORDERS, database, fine, horizons, new_game


@cache
def game() -> tuple[Path, bytes]:
    """Return a game with a turn that was run and orders for the next, and the bytes of its file."""
    place = new_game(folder() / "mars", "--address", "Ada=ada@players.example")
    orders = write("orders.txt", ORDERS.encode())
    fine("orders", "submit", "-g", place, "-p", "Ada", orders)
    fine("orders", "submit", "-g", place, "-p", "Brin", orders)
    fine("turn", "-g", place)
    horizons("orders", "submit", "-g", place, "-p", "Ada", write("bad.txt", b"FOO\nMOVE 1 NE\n"))
    return place, database(place).read_bytes()


def damaged(stream: Stream, tried: Callable[[object], None]) -> None:
    """A changed game file is read completely or reported as damaged, and stays unchanged."""
    place, original = game()
    content = mutated_bytes(original, stream)
    tried(content)
    file = database(place)
    file.write_bytes(content)
    refusal(lambda: _looked_through(place), str(file), "saved", "no empire", "installed", "known")
    assert file.read_bytes() == content, "reading changed the file"


@cache
def stored() -> dict[str, Any]:
    """Return the same game as exported with its turn."""
    place, original = game()
    database(place).write_bytes(original)
    target = folder() / "stored"
    fine("export", "-g", place, "--format", "stored-game", target)
    data: dict[str, Any] = json.loads((target / "stored-game.json").read_text("utf-8"))
    return data


def exported(stream: Stream, tried: Callable[[object], None]) -> None:
    """A changed stored game is refused with the place, or replayed to some verdict."""
    content = json.dumps(mutated_data(stored(), stream)).encode()
    tried(content)
    file = write("stored-game.json", content)
    refusal(lambda: str(compare_rules(read_stored_game(file))), file.name)


def _looked_through(place: Path) -> None:
    with GameStore(place) as store:
        store.info(), store.ending(), store.first(), store.seats()
        store.submissions(1), store.submissions(2), store.used(store.stored(1))
        for seat in store.reported(1):
            store.report(1, seat)
        post = GameMails(store)
        post.outgoing(), post.deliveries(), post.mark("x")
        hz.load(store.snapshot().state)
