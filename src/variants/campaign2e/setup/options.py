"""Game options that a gamemaster can set."""

from __future__ import annotations

from horizons_core.plugins import Option

OPTIONS = (
    Option(
        "setup",
        str,
        "automatic",
        "who carries out the rounds of the set-up: the program, or the players by orders",
        choices=("automatic", "orders"),
    ),
    Option("weeks", int, None, "the week after which the campaign ends", 1, 10_000),
    Option("income", float, 1.0, "what all income is multiplied by", 0.1, 10.0),
    Option(
        "pacification",
        int,
        4,
        "weeks after its conquest in which a neutral world is no base and has no trade",
        0,
        100,
    ),
    Option("pirate_rate", float, 0.0, "the chance of pirates at a rich world, a week", 0.0, 1.0),
    Option(
        "weapon_bill",
        str,
        "weekly",
        "when the upkeep of weaponry is charged",
        choices=("weekly", "after_combat"),
    ),
    Option("weaponry_requirement_weeks", int, 1, "weeks of weaponry that a requirement is", 1, 2),
)

#: Options for a player who joins a running campaign (C2E-1.1-03).
JOIN_OPTIONS = (
    Option(
        "centre",
        str,
        None,
        "the centre of the home area, as in 16,7: 1 to 4 hexes outside the known area; unless given"
        " the hex near the edge that is farthest from all players",
    ),
)
