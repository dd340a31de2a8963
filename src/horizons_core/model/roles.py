"""What people do in a game who play no empire."""

from __future__ import annotations

from attrs import frozen


@frozen
class Role:
    """What a person without an empire does.

    Which orders a role may give is said by the commands (`Command.roles`).

    Attributes:
        name: the word for it.
        title: the word as reports show it.
        help: what it is, in one sentence.
        sees_all: whether it gets the gamemaster's view and every event; others get what everybody
            may know.
    """

    name: str
    title: str
    help: str
    sees_all: bool = False


#: Stands for a role in the report of the gamemaster, who sees all.
GAMEMASTER = "gamemaster"

#: The role that every variant offers.
SPECTATOR = Role(
    "spectator", "Spectator", "Follows the game: gets what everybody may know, and gives no orders."
)
