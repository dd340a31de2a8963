"""What is announced of a game before it begins: rules, options, players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import count, islice
from typing import Any

from attrs import asdict, evolve, frozen

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_core.model import folded
from horizons_host.deadlines.missing import MOST_TURNS
from horizons_host.deadlines.rules import rule_from
from horizons_host.press.rules import demand_known
from horizons_host.store import PressRule

LONGEST_TITLE = 60
LONGEST_TEXT = 4000
#: What can be announced to be done about missing orders.
POLICIES = ("wait", "nothing", "bot")


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
        deadlines: the rule of its deadlines (see `Rule.told`); empty: its gamemaster runs turns.
        missing: what is done about missing orders (see `set_game_policy`); empty: a turn waits.
        press: the rule for messages (see `PressRule`).
        spectators: whether everybody may look on, if it is listed.
        shared_chance: whether the game's chance is made of a share of each player.
        lesson: whether it is a first lesson, and its pages guide its player.
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
    deadlines: Mapping[str, Any] = {}
    missing: Mapping[str, Any] = {}
    press: Mapping[str, Any] = {}
    spectators: bool = False
    shared_chance: bool = False
    lesson: bool = False

    def told(self) -> dict[str, Any]:
        """The terms as plain data."""
        return {
            **asdict(self, recurse=False),
            "mods": list(self.mods),
            "options": dict(self.options),
            "deadlines": dict(self.deadlines),
            "missing": dict(self.missing),
            "press": dict(self.press),
        }

    @property
    def press_rule(self) -> PressRule:
        """The rule for messages."""
        return PressRule(**self.press)

    def bot_seats(self, people: Iterable[str]) -> list[tuple[str, str]]:
        """The seats that bots play, with names that no person has, and which bot."""
        taken = {folded(name) for name in people}
        free = (f"Bot {number}" for number in count(1) if folded(f"Bot {number}") not in taken)
        return [(name, self.bot) for name in islice(free, self.bots)]

    def empires(self, people: Sequence[str]) -> list[str]:
        """The names of all who would play an empire with these people, in their order."""
        return [*people, *(name for name, _ in self.bot_seats(people))]

    def rules(self) -> hz.Variant:
        """The variant with its mods; raises PluginError, UnknownNameError."""
        return hz.load_variant(self.variant, tuple(self.mods))


def checked_terms(terms: Terms) -> Terms:
    """The terms with all options filled in.

    Raises TermsError, OptionError, UnknownNameError, and PressError for the rule for messages.
    """
    demand_known(terms.press_rule)
    title = " ".join(terms.title.split())
    if not title or len(title) > LONGEST_TITLE or not title.isprintable():
        raise TermsError(
            LocalizedText("a game needs a title"),
            LocalizedText("1 to {most} printable characters", most=LONGEST_TITLE),
        )
    if len(terms.text) > LONGEST_TEXT:
        raise TermsError(
            LocalizedText("this text is too long"),
            LocalizedText("write at most {most:,} characters", most=LONGEST_TEXT),
        )
    variant = terms.rules()
    low, high = variant.info.players
    if terms.players < 0 or terms.bots < 0 or not low <= terms.players + terms.bots <= high:
        raise TermsError(
            LocalizedText(
                "{variant} is for {least} to {most} players, including bots",
                variant=variant.info.title,
                least=low,
                most=high,
            ),
            LocalizedText("change the number of players or bots"),
        )
    if terms.bots:
        variant.bot(terms.bot)
    return evolve(
        terms,
        title=title,
        options=variant.checked_options(terms.options),
        deadlines=rule_from(terms.deadlines).told() if terms.deadlines else {},
        missing=_checked_missing(variant, terms.missing),
        press=terms.press_rule.told(),
    )


def _checked_missing(variant: hz.Variant, missing: Mapping[str, Any]) -> dict[str, Any]:
    """What is to be done about missing orders; raises TermsError, UnknownNameError."""
    kind, turns = missing.get("kind", "wait"), missing.get("turns", 1)
    if kind not in POLICIES:
        raise TermsError(
            LocalizedText("no policy '{name}'", name=kind),
            LocalizedText("known: {names}", names=", ".join(POLICIES)),
        )
    if kind == "wait":
        return {}
    if kind == "nothing":
        return {"kind": kind}
    if type(turns) is not int or not 1 <= turns <= MOST_TURNS:
        raise TermsError(
            LocalizedText("a bot plays 1 to {turns} turns in a row", turns=MOST_TURNS),
            LocalizedText("say another number"),
        )
    bot = str(missing.get("bot", ""))
    variant.bot(bot)
    return {"kind": kind, "bot": bot, "turns": turns}


def terms_of(data: Mapping[str, Any]) -> Terms:
    """The terms in plain data that `Terms.told` gave."""
    return Terms(**{**data, "mods": tuple(data["mods"])})
