"""Game options that a gamemaster can set."""

from __future__ import annotations

from horizons_core.plugins import Option

OPTIONS = (
    Option(
        "setup",
        str,
        "automatic",
        "who plays the rounds of the set-up: the program, or the players with orders",
        choices=("automatic", "orders"),
    ),
    Option("weeks", int, None, "the week after which the campaign ends", 1, 10_000),
    Option("income", float, 1.0, "factor for all income", 0.1, 10.0),
    Option(
        "pacification",
        int,
        4,
        "weeks after its conquest before a neutral world can trade and be a base",
        0,
        100,
    ),
    Option("pirate_rate", float, 0.0, "chance of pirates at a rich world per week", 0.0, 1.0),
    Option(
        "weapon_bill",
        str,
        "weekly",
        "when the upkeep of weaponry is charged",
        choices=("weekly", "after_combat"),
    ),
    Option("weaponry_requirement_weeks", int, 1, "weeks of weaponry in one requirement", 1, 2),
)

#: Options for a player who joins a running campaign (C2E-1.1-03).
JOIN_OPTIONS = (
    Option(
        "centre",
        str,
        None,
        "the centre of the home area, as in 16,7: 1 to 4 hexes outside the known area (default: the"
        " hex near the edge that is farthest from all players)",
    ),
)
