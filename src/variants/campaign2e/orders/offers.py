"""Suggested values of arguments, shared by several commands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from horizons_core.model import View


def own_worlds(view: View) -> Sequence[str]:
    """Return the reader's own worlds."""
    return [world["id"] for world in view["worlds"] if world["yours"]]


def other_players(view: View) -> Sequence[str]:
    """Return the other players who are still in the campaign."""
    return [
        player["name"]
        for player in view["players"]
        if player["active"] and player["name"] != view.empire
    ]


def groups(view: View) -> Sequence[str]:
    """Return the reader's task groups, including defences."""
    return [group["name"] for group in own_groups(view)]


def own_groups(view: View) -> Sequence[dict[str, Any]]:
    """Return the reader's task groups; in the umpire's view, the groups without an owner."""
    return [group for group in view["groups"] if not group.get("owner")]


def ships(view: View) -> Sequence[str]:
    """Return the reader's ships."""
    return [ship["name"] for ship in view["ships"]]


def armed_groups(view: View) -> Sequence[dict[str, Any]]:
    """Return the reader's armed task groups whose ships are all in supply."""
    unsupplied = {ship["group"] for ship in view["ships"] if not ship["in_supply"]}
    return [
        group
        for group in own_groups(view)
        if group["armed"] and not group["defence"] and group["name"] not in unsupplied
    ]
