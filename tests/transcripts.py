"""Games as lines of text, for golden files: orders, events, reports and maps."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping

import horizons_core as hz


def course(turn: hz.Turn, orders: Mapping[str, str]) -> Iterator[str]:
    """Yield the orders and events of a turn."""
    yield f"=== turn {turn.game.turn}"
    for name, lines in orders.items():
        yield f"--- orders of {name}"
        yield from lines.splitlines()
    yield "--- events"
    for event in turn.events:
        audience = ", ".join(event.audience) or "gamemaster"
        for line in event.text.strip("\n").splitlines() or [""]:
            yield f"{event.phase}: {event.code} [{audience}] {line}"


def told(turn: hz.Turn, empire: str, called: str = "") -> Iterator[str]:
    """Yield a turn's digests and the report of one empire."""
    yield f"--- digests {turn.digest} {turn.events_digest}"
    yield f"--- report of {called or empire}"
    yield from turn.report(empire).text.splitlines()


def chart(game: hz.Game, empire: str | None) -> Iterator[str]:
    """Yield the map document, a line for each thing on it."""
    variant = hz.load_variant(game.variant)
    for part, value in variant.map(variant.view(game, empire)).items():
        if isinstance(value, list):
            yield f"--- {part}"
            yield from (json.dumps(item) for item in value)
        else:
            yield f"--- {part}: {json.dumps(value)}"


def text(lines: Iterable[str]) -> str:
    """Return the lines as a file, without trailing blanks."""
    return "\n".join(line.rstrip() for line in lines) + "\n"
