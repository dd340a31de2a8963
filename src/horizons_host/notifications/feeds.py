"""Atom feeds (RFC 4287): a public one of a game, and a private one of each seat."""

from __future__ import annotations

import hashlib
from xml.etree import ElementTree as ET

from horizons_host.notifications.words import words
from horizons_host.store import GameEvent, GameStore, Notifications

#: Largest number of entries of a feed.
LONGEST_FEED = 50
CONTENT_TYPE = "application/atom+xml"
_ATOM = "http://www.w3.org/2005/Atom"


def feed(store: GameStore, address: str, link: str, seat: str | None = None) -> bytes:
    """Render the feed of a seat, or (None) the public feed of a game.

    `address` is the feed's URL, `link` that of the game's page. The same events give the same
    bytes.
    """
    info = store.info()
    name = info.name or info.variant
    uid = _id(info.name, info.created_at, seat or "")
    events = Notifications(store).events(seat, LONGEST_FEED)
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
    return "".join(sign if sign.isprintable() else " " for sign in text)


def _id(*parts: str) -> str:
    digest = hashlib.blake2b("\0".join(parts).encode(errors="replace"), digest_size=16)
    return f"urn:horizons:{digest.hexdigest()}"
