"""Texts of notifications, and Atom feeds."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from typing import Any
from xml.etree import ElementTree as ET

from horizons_core.errors import HorizonsError, did_you_mean
from horizons_host.store import GameEvent, GameStore, Notifications

#: Kinds of events with their descriptions for settings.
KINDS = {
    "turn": "a turn is run",
    "undone": "a turn is undone or the game is reopened",
    "deadline": "the deadline is set or changed",
    "reminder": "orders are missing, or a turn is waiting",
    "message": "a message arrives",
    "announcement": "the gamemaster sends an announcement",
    "joined": "someone joins the game",
    "seat": "a seat gets a new player",
    "edited": "the gamemaster edits the game",
    "ended": "the game ends",
    "report": "a player reports a message to the gamemaster",
}
_SENTENCES = {
    "turn": "Turn {turn} was run. The reports are ready.",
    "undone": "Turn {turn} was undone: {reason}",
    "end undone": "The game was reopened after turn {turn}: {reason}",
    "deadline": "Deadlines: {words}",
    "reminder": "{missing} for turn {turn} are missing; the deadline is {deadline}.",
    "message": "{whose} a new message.",
    "announcement": "The gamemaster sent an announcement.",
    "joined": "{seat} joined the game.",
    "seat": "{seat} has a new player.",
    "edited": "The gamemaster changed the game: {reason}",
    "ended": "The game has ended{won}: {reason}",
    "report": "A player reported a message to you.",
    "test": "This is a test notification.",
}
#: Maximum length of a text of a user, such as a reason, in a notification.
_MAX_LENGTH = 300

#: Maximum number of entries of a feed.
MAX_FEED_LENGTH = 50
CONTENT_TYPE = "application/atom+xml"
_ATOM = "http://www.w3.org/2005/Atom"


class SubscriptionError(HorizonsError):
    """A subscription that is not allowed or does not exist."""


def known_kinds(kinds: Collection[str]) -> list[str]:
    """Sort kinds of events; raises SubscriptionError for an unknown one."""
    for kind in kinds:
        if kind not in KINDS:
            raise SubscriptionError(
                f"unknown kind of notification '{kind}'", did_you_mean(kind, KINDS)
            )
    return [kind for kind in KINDS if kind in kinds]


def words(event: GameEvent, seat: str | None = None) -> str:
    """Describe an event in a sentence, for a seat or (None) for everyone."""
    facts = {name: _plain(value) for name, value in event.facts.items()}
    winners = facts.get("winners", "")
    fields = _Facts(
        {"turn": str(event.turn), **facts},
        missing=f"{seat}'s orders" if seat else "Orders",
        whose=f"{seat} has" if seat else "There is",
        won=f", won by {winners}" if winners else "",
    )
    kind = "end undone" if event.facts.get("ending") else event.kind
    sentence = _SENTENCES.get(kind, "Something happened in the game.")
    return sentence.format_map(fields).strip()


class _Facts(dict[str, str]):
    """Fields of a sentence; an unknown one is empty."""

    def __missing__(self, key: str) -> str:
        return ""


def _plain(value: Any) -> str:
    text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return "".join(char if char.isprintable() else " " for char in text)[:_MAX_LENGTH]


def feed(store: GameStore, address: str, link: str, seat: str | None = None) -> bytes:
    """Render the feed of a seat, or (None) the public feed of a game.

    `address` is the feed's URL, `link` that of the game's page. The same events give the same
    bytes.
    """
    info = store.info()
    name = info.name or info.variant
    uid = _id(info.name, info.created_at, seat or "")
    events = Notifications(store).events(seat, MAX_FEED_LENGTH)
    root = ET.Element("feed", {"xmlns": _ATOM})
    _add(root, "title", f"{name}: {seat}" if seat else name)
    _add(root, "id", uid)
    _add(root, "updated", events[0].at if events else info.created_at)
    ET.SubElement(root, "link", {"rel": "self", "href": address})
    ET.SubElement(root, "link", {"rel": "alternate", "type": "text/html", "href": link})
    _add(ET.SubElement(root, "author"), "name", "Horizons")
    for event in events:
        _entry(root, event, f"{uid}:{event.number}", link, seat)
    written: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return written


def _entry(root: ET.Element, event: GameEvent, uid: str, link: str, seat: str | None) -> None:
    entry = ET.SubElement(root, "entry")
    sentence = words(event, seat)
    _add(entry, "title", sentence)
    _add(entry, "id", uid)
    _add(entry, "updated", event.at)
    ET.SubElement(entry, "link", {"rel": "alternate", "type": "text/html", "href": link})
    ET.SubElement(entry, "category", {"term": event.kind})
    _add(entry, "summary", sentence)


def _add(parent: ET.Element, name: str, text: str) -> None:
    ET.SubElement(parent, name).text = _allowed(text)


def _allowed(text: str) -> str:
    """Replace characters that XML cannot contain."""
    return "".join(char if char.isprintable() else " " for char in text)


def _id(*parts: str) -> str:
    digest = hashlib.blake2b("\0".join(parts).encode(errors="replace"), digest_size=16)
    return f"urn:horizons:{digest.hexdigest()}"
