"""The announced settings of a game, such as its rules, options and players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import count, islice
from typing import Any

from attrs import asdict, evolve, frozen

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_core.model import folded
from horizons_host.deadlines.missing_orders import MAX_TURNS
from horizons_host.deadlines.rules import rule_from
from horizons_host.messages.rules import demand_known
from horizons_host.server.games.watch_rules import WatchRule, watch_rule_from
from horizons_host.store import MessagingRule

MAX_TITLE_LENGTH = 60
MAX_TEXT_LENGTH = 4000
#: The missing-orders policies that can be announced.
POLICIES = ("wait", "nothing", "bot")
#: When the accounts that play the seats are shown: from the start, once the archive opens, never.
NAMES = FROM_START, AT_END, NEVER = ("start", "end", "never")


class TermsError(HorizonsError):
    """Settings that no game can have."""


@frozen
class Terms:
    """The settings that players agree to by joining.

    Attributes:
        title: the title of the game on pages.
        variant: its rules, with `mods`, in order.
        options: the variant's options, checked.
        players: the number of players needed to start.
        bots: the number of seats that bots play besides, and the bot's name.
        text: the maker's description of the game.
        listed: whether the game is among the public open games; otherwise it needs an invitation.
        deadlines: the schedule (see `Rule.to_dict`); empty: the gamemaster runs turns.
        missing: the missing-orders policy (see `set_game_policy`); empty: the turn waits.
        press: the rule for messages (see `MessagingRule`).
        spectators: whether anyone may follow a listed game as a spectator.
        watching: the rule for watching (see `WatchRule`).
        shared_chance: whether every player contributes to the random seed.
        lesson: whether it is a first lesson, whose pages guide its player.
        names: when anyone may know who plays which seat (see `NAMES`); games that were announced
            before this was a choice keep it hidden.
        reliability: the percentage of turns with orders that is asked of players who join; 0 for
            none. Newcomers may join, and people with an invitation.
        hints: whether players can ask for orders that a bot suggests.
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
    watching: Mapping[str, Any] = {}
    shared_chance: bool = False
    lesson: bool = False
    names: str = NEVER
    reliability: int = 0
    hints: bool = True

    def to_dict(self) -> dict[str, Any]:
        """Return the terms as plain data."""
        return {
            **asdict(self, recurse=False),
            "mods": list(self.mods),
            "options": dict(self.options),
            "deadlines": dict(self.deadlines),
            "missing": dict(self.missing),
            "press": dict(self.press),
            "watching": dict(self.watching),
        }

    @property
    def is_between_people(self) -> bool:
        """True if several people play; only such games count for reliability and ratings."""
        return self.players > 1 and not self.lesson

    @property
    def press_rule(self) -> MessagingRule:
        """The rule for messages."""
        return MessagingRule(**self.press)

    @property
    def watch_rule(self) -> WatchRule:
        """The rule for watching."""
        return WatchRule(**self.watching)

    def bot_seats(self, people: Iterable[str]) -> list[tuple[str, str]]:
        """Return the seats that bots play, under names that no player has, and their bot."""
        names = {folded(name) for name in people}
        free = (f"Bot {number}" for number in count(1) if folded(f"Bot {number}") not in names)
        return [(name, self.bot) for name in islice(free, self.bots)]

    def empires(self, people: Sequence[str]) -> list[str]:
        """Return the names of all empires in a game of these players, in order."""
        return [*people, *(name for name, _ in self.bot_seats(people))]

    def rules(self) -> hz.Variant:
        """Load the variant with its mods; raises PluginError, UnknownNameError."""
        return hz.load_variant(self.variant, tuple(self.mods))


def checked_terms(terms: Terms) -> Terms:
    """Return the terms with all options filled in.

    Raises TermsError, OptionError, UnknownNameError, and for the rules for messages and watching
    MessageError and WatchRuleError.
    """
    variant = terms.rules()
    for check in CHECKS.values():
        check(variant, terms)
    return evolve(
        terms,
        title=" ".join(terms.title.split()),
        options=variant.checked_options(terms.options),
        deadlines=rule_from(terms.deadlines).to_dict() if terms.deadlines else {},
        missing=checked_missing(variant, terms.missing),
        press=terms.press_rule.to_dict(),
        watching=watch_rule_from(terms.watching).to_dict(),
    )


def _check_title(_: hz.Variant, terms: Terms) -> None:
    title = " ".join(terms.title.split())
    if not title or len(title) > MAX_TITLE_LENGTH or not title.isprintable():
        raise TermsError(
            LocalizedText("a game needs a title"),
            LocalizedText("1 to {most} printable characters", most=MAX_TITLE_LENGTH),
        )


def _check_text(_: hz.Variant, terms: Terms) -> None:
    if len(terms.text) > MAX_TEXT_LENGTH:
        raise TermsError(
            LocalizedText("this text is too long"),
            LocalizedText("write at most {most:,} characters", most=MAX_TEXT_LENGTH),
        )


def _check_names(_: hz.Variant, terms: Terms) -> None:
    if terms.names not in NAMES:
        raise TermsError(
            LocalizedText("no setting '{name}' for players' names", name=terms.names),
            LocalizedText("known: {names}", names=", ".join(NAMES)),
        )


def _check_players(variant: hz.Variant, terms: Terms) -> None:
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


def _check_bot(variant: hz.Variant, terms: Terms) -> None:
    if terms.bots:
        variant.bot(terms.bot)


def _check_reliability(_: hz.Variant, terms: Terms) -> None:
    if not 0 <= terms.reliability <= 100:
        raise TermsError(
            LocalizedText("reliability is a percentage"), LocalizedText("enter 0 to 100")
        )


def _check_watching(_: hz.Variant, terms: Terms) -> None:
    watch_rule_from(terms.watching)


#: Checks of single settings, by the setting's name; each raises TermsError or UnknownNameError.
CHECKS: Mapping[str, Callable[[hz.Variant, Terms], None]] = {
    "title": _check_title,
    "players": _check_players,
    "bot": _check_bot,
    "text": _check_text,
    "reliability": _check_reliability,
    "names": _check_names,
    "press": lambda _, terms: demand_known(terms.press_rule),
    "watching": _check_watching,
}


def checked_missing(variant: hz.Variant, missing: Mapping[str, Any]) -> dict[str, Any]:
    """Return a checked missing-orders policy; raises TermsError, UnknownNameError."""
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
    if type(turns) is not int or not 1 <= turns <= MAX_TURNS:
        raise TermsError(
            LocalizedText("a bot plays 1 to {turns} turns in a row", turns=MAX_TURNS),
            LocalizedText("enter another number"),
        )
    bot = str(missing.get("bot", ""))
    variant.bot(bot)
    return {"kind": kind, "bot": bot, "turns": turns}


def terms_from_dict(data: Mapping[str, Any]) -> Terms:
    """Read the terms that `Terms.to_dict` wrote as plain data."""
    return Terms(**{**data, "mods": tuple(data["mods"])})
