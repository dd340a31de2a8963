"""What a view offers for the arguments of several commands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from horizons_core.model import View


def own_worlds(view: View) -> Sequence[str]:
    """The reader's own worlds."""
    return [world["id"] for world in view["worlds"] if world["yours"]]


def other_players(view: View) -> Sequence[str]:
    """The other players who are still in the campaign."""
    return [
        player["name"]
        for player in view["players"]
        if player["active"] and player["name"] != view.empire
    ]


def groups(view: View) -> Sequence[str]:
    """The reader's task groups, defences included."""
    return [group["name"] for group in own_groups(view)]


def own_groups(view: View) -> Sequence[dict[str, Any]]:
    """The reader's task groups; of all that the umpire sees those of no player."""
    return [group for group in view["groups"] if not group.get("owner")]


def ships(view: View) -> Sequence[str]:
    """The reader's ships."""
    return [ship["name"] for ship in view["ships"]]


def armed_groups(view: View) -> Sequence[dict[str, Any]]:
    """The reader's task groups with an armed ship, all of them in supply."""
    without = {ship["group"] for ship in view["ships"] if not ship["in_supply"]}
    return [
        group
        for group in own_groups(view)
        if group["armed"] and not group["defence"] and group["name"] not in without
    ]
