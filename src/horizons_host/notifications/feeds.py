"""Atom feeds (RFC 4287): one of a game for everybody, one of each seat for its player alone."""

from __future__ import annotations

import hashlib
from xml.etree import ElementTree as ET

from horizons_host.notifications.words import words
from horizons_host.store import GameStore, Happening, Notices

#: So many entries a feed has.
LONGEST_FEED = 50
CONTENT_TYPE = "application/atom+xml"
_ATOM = "http://www.w3.org/2005/Atom"


def feed(store: GameStore, address: str, link: str, seat: str | None = None) -> bytes:
    """The feed of a seat, or (None) what everybody may know of the game.

    `address` is the feed's own, `link` that of the page on which the game is seen. The same
    happenings give the same bytes.
    """
    plate = store.plate()
    name = plate.name or plate.variant
    own = _id(plate.name, plate.created_at, seat or "")
    found = Notices(store).happenings(seat, LONGEST_FEED)
    root = ET.Element("feed", {"xmlns": _ATOM})
    _add(root, "title", f"{name}: {seat}" if seat else name)
    _add(root, "id", own)
    _add(root, "updated", found[0].at if found else plate.created_at)
    ET.SubElement(root, "link", {"rel": "self", "href": address})
    ET.SubElement(root, "link", {"rel": "alternate", "type": "text/html", "href": link})
    _add(ET.SubElement(root, "author"), "name", "Horizons")
    for one in found:
        _entry(root, one, f"{own}:{one.number}", link, seat)
    written: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return written


def _entry(root: ET.Element, happening: Happening, own: str, link: str, seat: str | None) -> None:
    entry = ET.SubElement(root, "entry")
    said = words(happening, seat)
    _add(entry, "title", said)
    _add(entry, "id", own)
    _add(entry, "updated", happening.at)
    ET.SubElement(entry, "link", {"rel": "alternate", "type": "text/html", "href": link})
    ET.SubElement(entry, "category", {"term": happening.kind})
    _add(entry, "summary", said)


def _add(parent: ET.Element, name: str, text: str) -> None:
    ET.SubElement(parent, name).text = _allowed(text)


def _allowed(text: str) -> str:
    """The text without what XML cannot hold."""
    return "".join(sign if sign.isprintable() else " " for sign in text)


def _id(*parts: str) -> str:
    told = hashlib.blake2b("\0".join(parts).encode(errors="replace"), digest_size=16)
    return f"urn:horizons:{told.hexdigest()}"
