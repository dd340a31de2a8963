"""Errors that a user can fix, each with its place and the remedy."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from horizons_core.localized_text import LocalizedText

__all__ = [
    "MAX_MESSAGE_LENGTH", "BattleError", "GameOverError", "HorizonsError", "OptionError",
    "OrderError", "PhaseError", "PluginError", "SaveError", "ScenarioError", "TooManyStepsError",
    "UnknownNameError", "did_you_mean", "nearest", "shortened",
]  # fmt: skip


#: Limit for the characters of a message or hint, which may quote texts of any length.
MAX_MESSAGE_LENGTH = 1500


def shortened(text: str, maximum: int = MAX_MESSAGE_LENGTH) -> str:
    """Return a text for people, without its middle if it has more than `maximum` characters."""
    if len(text) <= maximum:
        return text
    return f"{text[: maximum * 2 // 3]} ... {text[-(maximum // 3) :]}"


class HorizonsError(Exception):
    """An error that a person caused and can fix, never a defect of the program.

    Attributes:
        message: the error and its place; shortened in the middle if it is very long.
        hint: how to fix it; may be empty.
    """

    def __init__(self, message: str, hint: str = "") -> None:
        message, hint = shortened(message), shortened(hint)
        super().__init__(f"{message} ({hint})" if hint else message)
        self.message = message
        self.hint = hint


class UnknownNameError(HorizonsError, KeyError):
    """An unknown name of a variant, mod, empire, bot or phase."""

    def __str__(self) -> str:
        return str(self.args[0])


class OptionError(HorizonsError, ValueError):
    """An option of a game, a number of players or a player's name that the variant rejects."""


class GameOverError(HorizonsError):
    """A turn was requested after the end of the game."""


class TooManyStepsError(HorizonsError):
    """Orders that take more work to check or forecast than the limit."""


class OrderError(HorizonsError, ValueError):
    """Arguments that do not make an order."""


class SaveError(HorizonsError, ValueError):
    """Data that is not a saved game, or that this installation cannot read."""


class BattleError(HorizonsError, ValueError):
    """A description of a battle that cannot be fought."""


class ScenarioError(HorizonsError, ValueError):
    """A scenario file with invalid contents."""


class PluginError(HorizonsError):
    """An installed variant or mod that cannot be used."""


class PhaseError(PluginError):
    """A phase of a turn that was stopped by an error in its rules, with no effect on the game."""


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return the known name most similar to `word`, ignoring case, or None."""
    names = {name.casefold(): name for name in known}
    matches = difflib.get_close_matches(word.casefold(), names)
    return names[matches[0]] if matches else None


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a hint for a misspelt name: the nearest known one, or else the list of all."""
    names = list(known)
    near = nearest(word, names)
    if near is not None:
        return f"did you mean '{near}'?"
    return LocalizedText("known: {names}", names=", ".join(names)) if names else "there are none"
