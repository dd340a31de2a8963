"""What happened, in words for those who are told. No secret is in them: only that it happened."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from horizons_core.errors import HorizonsError, did_you_mean
from horizons_host.store import Happening

#: The kinds of happenings, and what each is, for settings.
KINDS = {
    "turn": "a turn was run",
    "undone": "a turn or the end was undone",
    "deadline": "the deadline was set or changed",
    "reminder": "orders are awaited, or a turn waits",
    "message": "a message came",
    "announcement": "the gamemaster announced something",
    "joined": "somebody joined the game",
    "seat": "a seat was handed over",
    "edited": "the gamemaster changed the game",
    "ended": "the game ended",
    "report": "a player showed the gamemaster a message",
}
_SENTENCES = {
    "turn": "Turn {turn} was run: the reports are there.",
    "undone": "Turn {turn} was taken back: {reason}",
    "end undone": "The game was reopened after turn {turn}: {reason}",
    "deadline": "Deadlines: {words}",
    "reminder": "{waits} for orders for turn {turn}; the deadline is {deadline}.",
    "message": "{whose} a new message.",
    "announcement": "The gamemaster has announced something.",
    "joined": "{seat} joined the game.",
    "seat": "{seat} is played by another person.",
    "edited": "The gamemaster changed the game: {reason}",
    "ended": "The game has ended{won}: {reason}",
    "report": "A player has shown you a message.",
    "test": "This is a test: what happens in the game will be told here.",
}
#: Longest text of one's own, such as a reason, that goes into words.
_LONGEST = 300


class NoticeError(HorizonsError):
    """A way of being told that cannot be had, or that there is not."""


def known_kinds(kinds: Collection[str]) -> list[str]:
    """The kinds in their order; raises NoticeError for one that there is not."""
    for kind in kinds:
        if kind not in KINDS:
            raise NoticeError(f"nothing is called '{kind}'", did_you_mean(kind, KINDS))
    return [kind for kind in KINDS if kind in kinds]


def words(happening: Happening, seat: str | None = None) -> str:
    """What happened, as a sentence; of a seat's own message whose it is."""
    facts = {name: _plain(value) for name, value in happening.facts.items()}
    winners = facts.get("winners", "")
    told = _Facts(
        {"turn": str(happening.turn), **facts},
        waits=f"{seat} is waited" if seat else "Somebody is waited",
        whose=f"{seat} has" if seat else "There is",
        won=f", won by {winners}" if winners else "",
    )
    kind = "end undone" if happening.facts.get("ending") else happening.kind
    sentence = _SENTENCES.get(kind, "Something happened: look at the game.")
    return sentence.format_map(told).strip()


class _Facts(dict[str, str]):
    """Facts in words; what is not known is left out."""

    def __missing__(self, key: str) -> str:
        return ""


def _plain(value: Any) -> str:
    text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return "".join(sign if sign.isprintable() else " " for sign in text)[:_LONGEST]
