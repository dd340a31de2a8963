"""The host's own sentences in the language of a page.

Host and core speak English, with names and numbers in it. A sentence is found again by its form in
`sentences`, and said anew with the same names and numbers; what has no such form is a game's own
words or a person's, and is shown as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import cache

from attrs import frozen
from babel.dates import format_datetime
from markupsafe import Markup, escape

from horizons_host.server import texts
from horizons_host.server.sentences import SENTENCES

#: What is longer is nobody's sentence, and would be long looked for.
_LONGEST = 1000
#: Sentences within sentences are looked for so deep.
_DEEP = 3
_PLACE = re.compile(r"\{(\w+)\}")
_TIME = re.compile(r"[A-Z][a-z]{2} (\d+ [A-Z][a-z]{2} \d{4} \d\d:\d\d) (\S+)")
_SPAN = re.compile(r"(\d+) (day|hour|minute)s?")
_SPANS = {
    "day": (texts.later("{count} day"), texts.later("{count} days")),
    "hour": (texts.later("{count} hour"), texts.later("{count} hours")),
    "minute": (texts.later("{count} minute"), texts.later("{count} minutes")),
}


def told(sentence: str) -> Markup:
    """The sentence as a page shows it; one that stays English on another page says so."""
    found = translated(sentence)
    if found is not None or texts.language() == texts.SOURCE:
        return escape(found or sentence)
    return Markup('<span lang="en">{}</span>').format(sentence)


def plainly(sentence: str) -> str:
    """The sentence in the language of the request, for what scripts show."""
    found = translated(sentence)
    return sentence if found is None else found


def translated(sentence: str, deep: int = _DEEP) -> str | None:
    """The sentence in the language of the request; None where it has no form."""
    if texts.language() == texts.SOURCE:
        return sentence
    if len(sentence) > _LONGEST:
        return None
    for form in _forms():
        found = form.pattern.fullmatch(sentence)
        if found:
            return form.filled({name: _value(one, deep) for name, one in found.groupdict().items()})
    return None


def _value(words: str, deep: int) -> str:
    """What stands in a place: a sentence of its own, a time, a span, or a name, which stays."""
    inner = translated(words, deep - 1) if deep else None
    return inner if inner is not None else _SPAN.sub(_span, _TIME.sub(_time, words))


def _time(found: re.Match[str]) -> str:
    try:
        time = datetime.strptime(found[1], "%d %b %Y %H:%M")  # noqa: DTZ007 - the zone is beside it
    except ValueError:  # somebody's words that look like a time
        return found[0]
    return f"{format_datetime(time, texts.DATES, locale=texts.language())} {found[2]}"


def _span(found: re.Match[str]) -> str:
    form = _SPANS[found[2]][found[1] != "1"]
    return texts.gettext(form).replace("{count}", found[1])


@frozen
class _Form:
    """A sentence with places in it, and what it is found again by."""

    text: str
    pattern: re.Pattern[str]

    def filled(self, values: Mapping[str, str]) -> str:
        """The sentence in the language of the request."""
        return _PLACE.sub(lambda place: values[place[1]], texts.gettext(self.text))


@cache
def _forms() -> tuple[_Form, ...]:
    """All forms; those that say most come first, as they are taken for fewer other sentences."""
    said = sorted(SENTENCES, key=lambda text: -len(_PLACE.sub("", text)))
    return tuple(_Form(text, re.compile("".join(_parts(text)), re.DOTALL)) for text in said)


def _parts(text: str) -> Iterator[str]:
    for number, part in enumerate(_PLACE.split(text)):
        yield f"(?P<{part}>.+?)" if number % 2 else re.escape(part)
