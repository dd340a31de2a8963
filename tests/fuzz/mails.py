"""Incoming mails: each is read to its end, with or without orders in it."""

from __future__ import annotations

import mailbox
from collections.abc import Callable
from contextlib import closing, suppress
from functools import cache
from pathlib import Path

import horizons_core as hz
from horizons_core.rng import Stream
from horizons_host.mail.bodies import mail_texts
from horizons_host.mail.headers import read_head
from horizons_host.mail.limits import too_complex
from horizons_host.mail.order_sets import counting_sets, envelopes_of
from horizons_host.mail.parts import sets_of, unread_remarks
from horizons_host.mail.replies import reply_text
from horizons_host.messages.posting import MessageError
from tests.fuzz.files import ROOT
from tests.fuzz.mutation import mutated_bytes, mutated_text

_HTML = (
    "From: ada@players.example\nSubject: orders\nMIME-Version: 1.0\n"
    'Content-Type: multipart/alternative; boundary="b"\n\n--b\n'
    "Content-Type: text/plain; charset=utf-8; format=flowed\n\n#EVENTHORIZON mars Ada \nMOVE 1 \n"
    "NE\n#END\n--b\nContent-Type: text/html; charset=iso-8859-1\n"
    "Content-Transfer-Encoding: quoted-printable\n\n<p>#EVENTHORIZON=20mars Ada<br>MOVE 1 NE"
    "<br>#END</p><div class=3D'gmail_quote'>On Friday, 27 November 2026, Games wrote:<blockquote>x"
    "</blockquote></div><div style=3D'display:none'>y</div><table><tr><td>x</td></tr></table>"
    "\n--b--\n"
)


@cache
def samples() -> list[str]:
    """Return the mails of the examples, and one of two parts."""
    boxes = sorted(ROOT.glob("examples/*/mails.mbox"))
    return [*(text for box in boxes for text in _texts(box)), _HTML]


def _texts(box: Path) -> list[str]:
    with closing(mailbox.mbox(box, create=False)) as opened:
        return [mail.as_bytes().decode("utf-8", "replace") for mail in opened]


def mail(stream: Stream, tried: Callable[[object], None]) -> None:
    """A changed mail: its headers are read, and its body is searched for orders."""
    text = stream.choice(samples())
    if stream.below(4):
        data = mutated_text(text, stream, samples()).encode("utf-8", "replace")
    else:
        data = mutated_bytes(text.encode(), stream)
    tried(data)
    head = read_head(data)
    assert "\n" not in head.subject
    if too_complex(data):
        return
    known = envelopes_of({name: info.envelope for name, info in hz.variants().items()})
    texts = mail_texts(data)
    body, order_sets = sets_of(texts, known)
    counting_sets(order_sets.sets)
    unread_remarks(texts, body, order_sets, known)
    with suppress(MessageError):
        reply_text(texts)
