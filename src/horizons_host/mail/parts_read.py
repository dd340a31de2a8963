"""Which part of a mail is read for orders, and what is said of all others."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from horizons_core.orders import Envelope
from horizons_host.mail.bodies import Body
from horizons_host.order_texts import LARGEST_TEXT
from horizons_host.own_words.order_sets import Found, sets_in


def sets_of(texts: Sequence[Body], envelopes: Collection[Envelope]) -> tuple[Body | None, Found]:
    """The first text with orders of the sender's own, else with quoted ones, else the first.

    If that is too long it has none.
    """
    read: list[tuple[Body, Found]] = []
    for body in texts:
        if len(body.text) > LARGEST_TEXT:
            if not read:
                return body, Found((), ())
            continue
        read.append((body, sets_in(body.text, envelopes)))
        if any(one.is_own for one in read[-1][1].sets):
            return read[-1]
    quoting = next(((body, found) for body, found in read if found.sets), None)
    return quoting or (read[0] if read else (None, Found((), ())))


def unread(
    texts: Sequence[Body], body: Body | None, found: Found, envelopes: Collection[Envelope]
) -> str:
    """What else of a mail with orders was not read, in sentences behind a blank; "" if all was."""
    said = f" They were taken from {body.source}." if body and body.attached else ""
    said += _left_out(found)
    words = {" ".join(one.text.split()) for one in found.sets}
    for other in texts:
        if other is body:
            continue
        if other.unread:
            said += f" {not_read(other)}"
            continue
        sets = sets_in(other.text[:LARGEST_TEXT], envelopes).sets
        more = any(one.is_own and " ".join(one.text.split()) not in words for one in sets)
        if other.attached:
            what = f"Orders in {other.source} were" if more else f"{_capital(other.source)} was"
            said += f" {what} not read: send {'them' if more else 'it'} in a mail."
        elif more and body and not body.attached:
            said += (
                " The formatted text of your mail holds other orders than its plain text, which was"
                " read: check them."
            )
    return said


def not_read(part: Body) -> str:
    """Why a part was not read, in a sentence."""
    return f"{_capital(part.source)} was not read: {part.unread}."


def _left_out(found: Found) -> str:
    """Which lines of a text with orders were not read, as a sentence behind a blank."""
    what = ["text outside of the orders"] if found.says_more else []
    what += ["quoted text"] if "quoted" in found.others else []
    what += ["your signature"] if "signature" in found.others else []
    verb = "was" if len(what) == 1 else "were"
    return f" {_capital(' and '.join(what))} {verb} not read." if what else ""


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"
