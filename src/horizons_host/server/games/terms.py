"""What is announced of a game before it begins: rules, options, players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import asdict, evolve, frozen

import horizons_core as hz
from horizons_core.errors import HorizonsError

LONGEST_TITLE = 60
LONGEST_TEXT = 4000


class TermsError(HorizonsError):
    """Terms that no game can have."""


@frozen
class Terms:
    """What those who join agree to.

    Attributes:
        title: what the game is called on pages.
        variant: its rules, with `mods`, in their order.
        options: the choices at set-up, checked.
        players: how many people it waits for.
        bots: how many seats bots play beside them, and which one.
        text: what else its maker says of it.
        listed: whether everybody sees it among the open games; else one needs an invitation.
    """

    title: str
    variant: str
    mods: Sequence[str] = ()
    options: Mapping[str, Any] = {}
    players: int = 2
    bots: int = 0
    bot: str = ""
    text: str = ""
    listed: bool = True

    def told(self) -> dict[str, Any]:
        """The terms as plain data."""
        return {
            **asdict(self, recurse=False),
            "mods": list(self.mods),
            "options": dict(self.options),
        }

    def rules(self) -> hz.Variant:
        """The variant with its mods; raises PluginError, UnknownNameError."""
        return hz.load_variant(self.variant, tuple(self.mods))


def checked_terms(terms: Terms) -> Terms:
    """The terms with all options filled in; raises TermsError, OptionError, UnknownNameError."""
    title = " ".join(terms.title.split())
    if not title or len(title) > LONGEST_TITLE or not title.isprintable():
        raise TermsError("a game needs a title", f"1 to {LONGEST_TITLE} printable characters")
    if len(terms.text) > LONGEST_TEXT:
        raise TermsError("this says too much", f"write at most {LONGEST_TEXT:,} characters")
    variant = terms.rules()
    low, high = variant.info.players
    if terms.players < 0 or terms.bots < 0 or not low <= terms.players + terms.bots <= high:
        raise TermsError(
            f"{variant.info.title} is for {low} to {high} players, bots among them",
            "change the number of people or of bots",
        )
    if terms.bots:
        variant.bot(terms.bot)
    return evolve(terms, title=title, options=variant.checked_options(terms.options))


def terms_of(data: Mapping[str, Any]) -> Terms:
    """The terms in plain data that `Terms.told` gave."""
    return Terms(**{**data, "mods": tuple(data["mods"])})
