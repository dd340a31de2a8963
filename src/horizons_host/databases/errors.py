"""What can go wrong with a game's database, in words that name the place and the remedy."""

from __future__ import annotations

from horizons_core.errors import HorizonsError


class GameStoreError(HorizonsError):
    """A game's folder, file or database that cannot be read or written."""


class UnavailableError(GameStoreError):
    """A database that cannot be read or written just now; nothing is wrong with what is in it.

    Attributes:
        public: what is told to people who only use it: not where it is.
    """

    def __init__(self, message: str, hint: str, public: str) -> None:
        super().__init__(message, hint)
        self.public = public


class LostGameError(GameStoreError):
    """A game whose data are damaged, or are not there; a backup can take their place."""

    public = "the data of this game is damaged or lost"


def foreign(place: object) -> GameStoreError:
    """A database that is no game of ours."""
    return LostGameError(
        f"'{place}' is not a Horizons game",
        "choose a game's folder with -g, or set up a game: horizons new DIR --variant ...",
    )


def damaged(place: object, what: str) -> GameStoreError:
    """A game whose database has lost something."""
    return LostGameError(
        f"'{place}' is damaged: {what}",
        "restore a backup: horizons restore; the file was not changed",
    )


def newer(place: object, found: int, known: int) -> GameStoreError:
    """A game that a later version of the program wrote."""
    return GameStoreError(
        f"'{place}' was written by a newer version of Horizons (store {found}, known: {known})",
        "update this installation: pip install --upgrade horizons",
    )
