"""A report's map on a page of the site: drawn once, with an anchor for each of its places."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape, unescape
from typing import Any
from urllib.parse import quote

from markupsafe import Markup

from horizons_core.report import map_figure
from horizons_host.history.kept import Kept
from horizons_host.store import GameStore

#: So many characters of drawings are kept in each process.
_MOST = 32_000_000
_drawn: Kept[Markup] = Kept(_MOST, len)
_PLACE = re.compile(r'data-place="([^"]*)"')


def anchor(place: str) -> str:
    """What the drawing of a place is called within its page."""
    return "at-" + quote(place, safe="").replace("%", "_")


def map_of_turn(store: GameStore, turn: int, seat: str) -> Markup:
    """The map of somebody's report; raises what `report` raises."""
    stored = store.packed_report(turn, seat)
    return _drawn.of(stored, "map", lambda: site_map(in_order(store.report(turn, seat))))


def in_order(report: Mapping[str, Any]) -> dict[str, Any]:
    """The report's map with the game's own list of empires: markers go by it everywhere."""
    return {**report["map"], "empires": [empire["name"] for empire in report["empires"]]}


def site_map(document: Mapping[str, Any]) -> Markup:
    """The drawing with its legend, without the styles that the policy of pages forbids."""
    drawn = map_figure(document, sized=False)
    return Markup(_PLACE.sub(_anchored, drawn))  # noqa: S704 - the drawing is escaped


def _anchored(found: re.Match[str]) -> str:
    return f'id="{escape(anchor(unescape(found[1])))}" {found[0]}'
