"""Errors of a game's database, with the place and the remedy."""

from __future__ import annotations

from horizons_core.errors import HorizonsError


class GameStoreError(HorizonsError):
    """A game's folder, file or database that cannot be read or written."""


class UnavailableError(GameStoreError):
    """A database that cannot be read or written at the moment, and is not damaged.

    Attributes:
        public: the message for players, without its location.
    """

    def __init__(self, message: str, hint: str, public: str) -> None:
        super().__init__(message, hint)
        self.public = public


class LostGameError(GameStoreError):
    """A game whose data are damaged or missing; a backup can replace them."""

    public = "the data of this game is damaged or lost"


def foreign(place: object) -> GameStoreError:
    """Return the error for a database that is no game of ours."""
    return LostGameError(
        f"'{place}' is not a Horizons game",
        "choose a game's folder with -g, or set up a game: horizons new DIR --variant ...",
    )


def damaged(place: object, damage: str) -> GameStoreError:
    """Return the error for a damaged database."""
    return LostGameError(
        f"'{place}' is damaged: {damage}",
        "restore a backup: horizons restore; the file was not changed",
    )


def newer(place: object, actual: int, known: int) -> GameStoreError:
    """Return the error for a game that a newer version of the program wrote."""
    return GameStoreError(
        f"'{place}' was written by a newer version of Horizons (store {actual}, known: {known})",
        "update this installation: pip install --upgrade horizons",
    )
