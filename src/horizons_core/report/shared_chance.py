"""The players' shares of the random seed, in lines of reports and announcements."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any


def shared_chance_lines(report: Mapping[str, Any]) -> Iterator[str]:
    """Return the hashes and shares in a report's document, in lines; none without shares.

    `horizons verify --player-reports` reads these lines.
    """
    shared = report.get("shared_chance")
    if not shared:
        return
    yield "Hash of the set-up that was announced:"
    yield f"  {shared['set_up']}"
    yield "Hash of the share of the gamemaster:"
    yield f"  {shared['gamemaster']}"
    for name, player in shared["players"].items():
        yield f"Hash of the share of {name}:"
        yield f"  {player['commitment']}"
        if player["share"]:
            yield f"Share of {name}:"
            yield f"  {player['share']}"
        else:
            yield f"{name} withheld the share and was left out."
