"""How reports and announcements tell whose shares of chance a game's secret follows from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any


def shared_chance_lines(report: Mapping[str, Any]) -> Iterator[str]:
    """The hashes and shares in a report's document, in lines; none if chance was not shared.

    `horizons verify --player-reports` reads these lines.
    """
    told = report.get("shared_chance")
    if not told:
        return
    yield "Hash of the set-up that was announced:"
    yield f"  {told['set_up']}"
    yield "Hash of the share of the gamemaster:"
    yield f"  {told['gamemaster']}"
    for name, player in told["players"].items():
        yield f"Hash of the share of {name}:"
        yield f"  {player['commitment']}"
        if player["share"]:
            yield f"Share of {name}:"
            yield f"  {player['share']}"
        else:
            yield f"{name} withheld the share and was left out."
