"""The errors that a user can mend: each names the place and the remedy."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from horizons_core.localized_text import LocalizedText

__all__ = [
    "LONGEST_MESSAGE", "BattleError", "GameOverError", "HorizonsError", "OptionError",
    "PhaseError", "PluginError", "SaveError", "ScenarioError", "TooManyStepsError",
    "UnknownNameError", "did_you_mean", "nearest", "shortened",
]  # fmt: skip


#: The most characters of a message or hint: people's own words in it may be of any length.
LONGEST_MESSAGE = 1500


def shortened(text: str, most: int = LONGEST_MESSAGE) -> str:
    """A text for people, without its middle where it has more than `most` characters."""
    if len(text) <= most:
        return text
    return f"{text[: most * 2 // 3]} ... {text[-(most // 3) :]}"


class HorizonsError(Exception):
    """Anything that a person did wrong and can put right; never a defect of the program.

    Attributes:
        message: what is wrong and where; of a very long one the middle is left out.
        hint: what to do about it; may be empty.
    """

    def __init__(self, message: str, hint: str = "") -> None:
        message, hint = shortened(message), shortened(hint)
        super().__init__(f"{message} ({hint})" if hint else message)
        self.message = message
        self.hint = hint


class UnknownNameError(HorizonsError, KeyError):
    """A name (of a variant, mod, empire, bot or phase) that nothing bears."""

    def __str__(self) -> str:
        return str(self.args[0])


class OptionError(HorizonsError, ValueError):
    """An option of a game, a number of players or a player's name that the variant refuses."""


class GameOverError(HorizonsError):
    """A turn was asked for after the game had ended."""


class TooManyStepsError(HorizonsError):
    """Orders that take more work to check or forecast than there may be."""


class SaveError(HorizonsError, ValueError):
    """Data that is no saved game, or one that this installation cannot read."""


class BattleError(HorizonsError, ValueError):
    """A description of a battle that cannot be fought."""


class ScenarioError(HorizonsError, ValueError):
    """A scenario file that says something nobody understands."""


class PluginError(HorizonsError):
    """A variant or mod that is installed but cannot be used."""


class PhaseError(PluginError):
    """A phase of a turn that a fault in its rules has stopped; nothing was changed by it."""


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known name most like `word`, ignoring case, or None when none is near."""
    names = {name.casefold(): name for name in known}
    found = difflib.get_close_matches(word.casefold(), names)
    return names[found[0]] if found else None


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint for a misspelt name: the nearest known one, else the list of all."""
    names = list(known)
    near = nearest(word, names)
    if near is not None:
        return f"did you mean '{near}'?"
    return LocalizedText("known: {names}", names=", ".join(names)) if names else "none is known"
