"""Roles of people in a game who have no empire."""

from __future__ import annotations

from attrs import frozen


@frozen
class Role:
    """The role of a person without an empire.

    Each command declares the roles that may give it (`Command.roles`).

    Attributes:
        name: the role's name, for programs.
        title: the name as reports show it.
        help: a description, in one sentence.
        sees_all: whether the role gets the gamemaster's view and all events; other roles get public
            information only.
    """

    name: str
    title: str
    help: str
    sees_all: bool = False


#: The role that stands for the gamemaster in a report.
GAMEMASTER = "gamemaster"

#: The role that every variant offers.
SPECTATOR = Role(
    "spectator", "Spectator", "Follows the game with public information only and gives no orders."
)
