"""A report's map on a page of the site: cached, with an anchor for each of its places."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape, unescape
from typing import Any
from urllib.parse import quote

from markupsafe import Markup

from horizons_core.report import map_figure
from horizons_host.history.kept import DocumentCache
from horizons_host.store import GameStore

#: Number of characters of drawings cached per process.
_MOST_CHARACTERS = 32_000_000
_drawn: DocumentCache[Markup] = DocumentCache(_MOST_CHARACTERS, len)
_PLACE = re.compile(r'data-place="([^"]*)"')


def anchor(place: str) -> str:
    """Return the HTML id of a place in a drawing."""
    return "at-" + quote(place, safe="").replace("%", "_")


def map_of_turn(store: GameStore, turn: int, seat: str) -> Markup:
    """Return the map of a seat's report; raises what `report` raises."""
    stored = store.packed_report(turn, seat)
    return _drawn.of(stored, "map", lambda: site_map(map_with_empires(store.report(turn, seat))))


def map_with_empires(report: Mapping[str, Any]) -> dict[str, Any]:
    """Return the report's map with the game's list of empires, which determines the markers."""
    return {**report["map"], "empires": [empire["name"] for empire in report["empires"]]}


def site_map(document: Mapping[str, Any]) -> Markup:
    """Return the drawing with its legend, without the inline styles that the policy forbids."""
    drawn = map_figure(document, sized=False)
    return Markup(_PLACE.sub(_with_anchor, drawn))  # noqa: S704 - the drawing is escaped


def _with_anchor(match: re.Match[str]) -> str:
    return f'id="{escape(anchor(unescape(match[1])))}" {match[0]}'
