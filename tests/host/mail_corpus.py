"""Mails in the form of the usual mail programs, in three languages, for tests of reading.

`python -m tests.host.mail_corpus` prints the number of correctly read mails per program.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from html import escape
from itertools import product
from textwrap import indent

from attrs import frozen

import horizons_core as hz
from horizons_host.mail.bodies import mail_texts
from horizons_host.mail.order_sets import counting_sets
from horizons_host.mail.parts import sets_of
from horizons_host.mail.replies import MARK, reply_text

ENVELOPE = hz.variants()["event_horizon"].envelope
GAMES = "games@host.example"
LANGUAGES = ("en", "de", "fr")
#: From, Sent, To, Subject; Original Message; a phone's footer; and the words before and after the
#: name in an attribution.
WORDS = {
    "en": ("From", "Sent", "To", "Subject", "Original Message", "Sent from my iPhone",
           "Get Outlook for iOS", "On Fri, Nov 27, 2026 at 8:12 PM {} wrote:",
           "Friday, November 27, 2026 8:12 PM", "Sent with Proton Mail secure email."),
    "de": ("Von", "Gesendet", "An", "Betreff", "Urspr\u00fcngliche Nachricht",
           "Von meinem iPhone gesendet", "Outlook f\u00fcr iOS beziehen",
           "Am Fr., 27. Nov. 2026 um 20:12 Uhr schrieb {}:",
           "Freitag, 27. November 2026 20:12", "Gesendet mit Proton Mail."),
    "fr": ("De", "Envoy\u00e9", "\u00c0", "Objet", "Message d'origine", "Envoy\u00e9 de mon iPhone",
           "T\u00e9l\u00e9charger Outlook pour iOS",
           "Le ven. 27 nov. 2026 \u00e0 20:12, {} a \u00e9crit\u00a0:",
           "vendredi 27 novembre 2026 20:12", "Envoy\u00e9 avec Proton Mail."),
}  # fmt: skip
SENDER = f"Games <{GAMES}>"


@frozen
class Parts:
    """The plain text of a mail and its HTML, or ""."""

    plain: str
    page: str = ""


def fields(language: str, bold: bool = False) -> str:
    """Return the header fields that Outlook writes above a quoted mail."""
    sent, received = WORDS[language][8], "ada@players.example"
    labels = WORDS[language][:4]
    values = (SENDER, sent, received, "[mars] Turn 3")
    mark = "*" if bold else ""
    space = "\u00a0" if language == "fr" else ""
    both = zip(labels, values, strict=True)
    return "\n".join(f"{mark}{label}{space}:{mark} {value}" for label, value in both)


def attribution(language: str) -> str:
    """Return the line that Gmail and others write above a quotation."""
    return WORDS[language][7].format(SENDER)


def quoted(text: str, sign: str = "> ") -> str:
    """Return a text with quotation marks before its lines."""
    return "\n".join(f"{sign}{line}".rstrip() for line in text.split("\n"))


def page(text: str) -> str:
    """Return a text as HTML, one element per line."""
    return "".join(f"<div>{escape(line) or '<br>'}</div>" for line in text.split("\n"))


def outlook_desktop(language: str, new: str, old: str, variant: int) -> Parts:
    above = f"-----{WORDS[language][4]}-----\n" if variant else ""
    plain = f"{new}\n\n{above}{fields(language)}\n\n{old}\n"
    html = (
        f"{page(new)}<div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0in'>"
        f"{page(fields(language))}</div>{page(old)}"
    )
    return Parts(plain, "" if variant else html)


def outlook_web(language: str, new: str, old: str, variant: int) -> Parts:
    plain = f"{new}\n{'_' * 32}\n{fields(language, bold=bool(variant))}\n\n{old}\n"
    html = (
        f"<div class='elementToProof'>{page(new)}</div><div id='appendonsend'></div><hr>"
        f"<div id='divRplyFwdMsg'>{page(fields(language))}</div>{page(old)}"
    )
    return Parts(plain, html if variant else "")


def outlook_mobile(language: str, new: str, old: str, variant: int) -> Parts:
    footer = WORDS[language][6]
    link = "<https://aka.ms/o0ukef>" if variant else ""
    plain = f"{new}\n\n{footer}{link}\n{'_' * 32}\n{fields(language)}\n\n{old}\n"
    html = (
        f"{page(new)}<div id='ms-outlook-mobile-signature'>{footer}</div><hr>"
        f"<div id='divRplyFwdMsg'>{page(fields(language))}</div>{page(old)}"
    )
    return Parts(plain, html if variant else "")


def gmail_web(language: str, new: str, old: str, variant: int) -> Parts:
    head, _, verb = attribution(language).rpartition(" <")
    wrapped = f"{head} <\n{verb}" if language == "de" else f"{head}\n<{verb}"
    block = f"<blockquote class='gmail_quote'>{page(old)}</blockquote>"
    quote = (
        f"<div class='gmail_quote'><div class='gmail_attr'>{escape(attribution(language))}</div>"
    )
    if variant:
        return Parts(
            f"{wrapped}\n\n{quoted(old)}\n\n{new}\n",
            f"{quote}{block}<div>{page(new)}</div></div>",
        )
    return Parts(f"{new}\n\n{wrapped}\n\n{quoted(old)}\n", f"{page(new)}<br>{quote}{block}</div>")


def gmail_android(language: str, new: str, old: str, variant: int) -> Parts:
    above = attribution(language)
    gap = "\n" if variant else ""
    return Parts(f"{new}\n{gap}{above}\n\n{quoted(old)}\n")


def apple_mail(language: str, new: str, old: str, variant: int) -> Parts:
    quote = quoted(f"{attribution(language)}\n\n{old}")
    return Parts(f"{quote}\n\n{new}\n" if variant else f"{new}\n\n{quote}\n")


def ios(language: str, new: str, old: str, variant: int) -> Parts:
    footer = WORDS[language][5]
    quote = quoted(f"{attribution(language)}\n\n\ufeff{old}")
    html = (
        f"<html><body dir='auto'>{page(new)}<br><div>{footer}</div><div><br>"
        f"<blockquote type='cite'>{page(attribution(language))}{page(old)}</blockquote></div>"
    )
    return Parts(f"{new}\n\n{footer}\n\n{quote}\n", html if variant else "")


def yahoo(language: str, new: str, old: str, variant: int) -> Parts:
    above = attribution(language)
    plain = f"{new}\n\n    {above}  \n \n {indent(old, ' ').strip()}\n"
    html = (
        f"<div class='ydp1 yahoo-style-wrap'>{page(new)}</div><div id='ydp2yahoo_quoted_1'"
        f" class='yahoo_quoted'><div>{escape(above)}</div>{page(old)}</div>"
    )
    return Parts(plain, html if variant else "")


def thunderbird(language: str, new: str, old: str, variant: int) -> Parts:
    above = attribution(language)
    if variant:
        return Parts(f"{above}\n{quoted(old)}\n\n{new}\n\n-- \nSome One\nSome Firm\n")
    return Parts(f"{new}\n\n{above}\n{quoted(old)}\n")


def proton(language: str, new: str, old: str, variant: int) -> Parts:
    footer, above = WORDS[language][9], attribution(language)
    if variant:
        above = f"------- {WORDS[language][4]} -------\n{above}"
    return Parts(f"{new}\n\n{footer}\n\n{above}\n\n{quoted(old)}\n")


def k9(language: str, new: str, old: str, variant: int) -> Parts:
    if variant:
        above = f"-------- {WORDS[language][4]} --------\n{fields(language)}"
        return Parts(f"{new}\n\n{above}\n\n{old}\n")
    return Parts(f"{new}\n\n{attribution(language)}\n{quoted(old, '>')}\n-- \nSome One\n")


Form = Callable[[str, str, str, int], Parts]
CLIENTS: dict[str, Form] = {
    form.__name__: form
    for form in (
        outlook_desktop, outlook_web, outlook_mobile, gmail_web, gmail_android, apple_mail, ios,
        yahoo, thunderbird, proton, k9,
    )
}  # fmt: skip
ORDERS = "#EVENTHORIZON mars Ada\nMOVE 1 NE\nBUILD 1 0 1 0 0 Probe ; a first one\n#END"
OLD_ORDERS = "Orders of last week:\n\n#EVENTHORIZON mars Ada\nMOVE 1 SW\n#END\n\nSome One"
MESSAGES = {
    "en": "I have read it.\n\nTwo things:\nthe north is yours, the south is mine.",
    "de": "Gelesen und verstanden.\n\nAm Rand bleibt alles, wie es ist:\nkeine Schiffe dort.",
    "fr": "C'est entendu.\n\nLe nord est \u00e0 vous :\nrien au sud.",
}
OLD_MESSAGE = f"{MARK}\n\nSomebody wrote to Ada:\n\nShall we divide the map?\n\n-- \nA foot."


@frozen
class Case:
    """A mail and the new text that its sender wrote."""

    client: str
    language: str
    variant: int
    kind: str
    parts: Parts
    new: str

    @property
    def name(self) -> str:
        """A name for a test."""
        return f"{self.client}-{self.language}-{self.variant}-{self.kind}"

    def read(self) -> str:
        """Return the orders that are read as the sender's own."""
        texts = mail_texts(bytes(message_of(self.parts)))
        if self.kind == "message":
            return reply_text(texts).text
        _, result = sets_of(texts, [ENVELOPE])
        return "\n".join(part.text.strip() for part in counting_sets(result.sets) if part.is_own)


def message_of(parts: Parts) -> EmailMessage:
    """Return a mail with these parts."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "Ada <ada@players.example>", GAMES, "Re"
    message.set_content(parts.plain)
    if parts.page:
        message.add_alternative(parts.page, subtype="html")
    return message


def cases() -> Iterator[Case]:
    """Yield all mails of the corpus."""
    for (client, form), language, variant in product(CLIENTS.items(), LANGUAGES, (0, 1)):
        for kind, new, old in (
            ("orders", ORDERS, OLD_ORDERS),
            ("message", MESSAGES[language], OLD_MESSAGE),
        ):
            yield Case(client, language, variant, kind, form(language, new, old, variant), new)


def main() -> None:
    """Print the table of results."""
    right: Counter[str] = Counter()
    count: Counter[str] = Counter()
    for case in cases():
        count[case.client] += 1
        right[case.client] += case.read() == case.new
    for client, number in count.items():
        sys.stdout.write(f"{client:20} {right[client]:3} of {number}\n")


if __name__ == "__main__":
    main()
