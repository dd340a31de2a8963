"""Games' files that were damaged on disk: whatever is read of one is right, or told as damage."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import horizons_core as hz
from horizons_core.rng import Stream
from horizons_core.stored_games import compare_rules, read_stored_game
from horizons_host.store import GameStore, Post
from tests.fuzz.files import folder, written
from tests.fuzz.mutation import mutated_bytes, mutated_data
from tests.fuzz.running import refusal
from tests.host.helpers import ORDERS, database, fine, horizons, new_game


@cache
def game() -> tuple[Path, bytes]:
    """A game with a turn that was run and orders for the next, and its file as it should be."""
    place = new_game(folder() / "mars", "--address", "Ada=ada@players.example")
    orders = written("orders.txt", ORDERS.encode())
    fine("orders", "submit", "-g", place, "-p", "Ada", orders)
    fine("orders", "submit", "-g", place, "-p", "Brin", orders)
    fine("turn", "-g", place)
    horizons("orders", "submit", "-g", place, "-p", "Ada", written("bad.txt", b"FOO\nMOVE 1 NE\n"))
    return place, database(place).read_bytes()


def damaged(stream: Stream, tried: Callable[[object], None]) -> None:
    """A game's file, changed, is read whole or told as damage, and is not changed."""
    place, whole = game()
    content = mutated_bytes(whole, stream)
    tried(content)
    file = database(place)
    file.write_bytes(content)
    refusal(lambda: _looked_through(place), str(file), "saved", "no empire", "installed", "known")
    assert file.read_bytes() == content, "reading changed the file"


@cache
def stored() -> dict[str, Any]:
    """The same game as it is exported with its turn."""
    place, whole = game()
    database(place).write_bytes(whole)
    target = folder() / "stored"
    fine("export", "-g", place, "--format", "stored-game", target)
    data: dict[str, Any] = json.loads((target / "stored-game.json").read_text("utf-8"))
    return data


def exported(stream: Stream, tried: Callable[[object], None]) -> None:
    """A stored game, changed, is refused with the place, or played again to some verdict."""
    content = json.dumps(mutated_data(stored(), stream)).encode()
    tried(content)
    file = written("stored-game.json", content)
    refusal(lambda: str(compare_rules(read_stored_game(file))), file.name)


def _looked_through(place: Path) -> None:
    with GameStore(place) as store:
        store.plate(), store.ending(), store.first(), store.seats()
        store.given(1), store.given(2), store.used(store.stored(1))
        for seat in store.reported(1):
            store.report(1, seat)
        post = Post(store)
        post.outgoing(), post.deliveries(), post.mark("x")
        hz.load(store.snapshot().state)
