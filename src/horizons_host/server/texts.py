"""The words of the pages in the reader's language, from catalogues of gettext.

English is the source: templates and code hold it. `locale/<language>.po` says it in another
language; it is compiled when it is first asked for, so that nothing has to be built.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime, timedelta
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from io import BytesIO
from zoneinfo import ZoneInfo

from babel.dates import format_datetime
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal
from markupsafe import Markup, escape

import horizons_core as hz
from horizons_core.localized_text import FIELD, Fact, span_text, time_text

#: The language of the source.
SOURCE = "en"
#: The languages that there are, each by its own name.
LANGUAGES: Mapping[str, str] = {SOURCE: "English", "de": "Deutsch"}
#: How dates with times are written elsewhere.
DATES = "EEE d. MMM yyyy HH:mm"
#: How a page marks what it has in English alone.
_ENGLISH = Markup('<span lang="en">{}</span>')
_LETTER = re.compile(r"[^\W\d_]")

_present: ContextVar[str] = ContextVar("language", default=SOURCE)


def language() -> str:
    """The language of the request that is answered just now."""
    return _present.get()


def speak(wanted: str) -> None:
    """Answer the present request in this language, if there is a catalogue of it."""
    if wanted in LANGUAGES:
        _present.set(wanted)


@contextmanager
def spoken(wanted: str) -> Iterator[None]:
    """Let what is called within answer in this language."""
    before = _present.set(wanted)
    try:
        yield
    finally:
        _present.reset(before)


def gettext(message: str) -> str:
    """A text in the present language; the text itself where the catalogue lacks it."""
    return _catalogue(_present.get()).gettext(message)


def ngettext(one: str, several: str, count: int) -> str:
    """A text about so many things, in the present language."""
    return _catalogue(_present.get()).ngettext(one, several, count)


def later(message: str) -> str:
    """The text as it is, marked for the catalogues; whoever shows it asks for it by `gettext`."""
    return message


def translate(text: str) -> Markup:
    """A text as a page shows it; one without a translation is marked as English.

    Only a LocalizedText has translations; any other `str` may be a person's words.
    """
    return Markup(_translated(text, escape, _ENGLISH.format))  # noqa: S704 - all of it is escaped


def translate_plain(text: str) -> str:
    """A text in the language of the request, for scripts and where there is no markup."""
    return _translated(text, str, str)


def _translated(text: str, quote: Callable[[str], str], english: Callable[[str], str]) -> str:
    if language() == SOURCE or not text:
        return quote(text)
    template = _template(text)
    if template is None or not isinstance(text, hz.LocalizedText):
        return english(text)

    def fact(field: re.Match[str]) -> str:
        value = text.facts[field[1]]
        if isinstance(value, timedelta):
            value = span_text(value)
        if isinstance(value, hz.LocalizedText):
            return _translated(value, quote, english)
        return quote(_formatted(value, grouped=bool(field[2])))

    return FIELD.sub(fact, str(quote(template)))


def _template(text: str) -> str | None:
    """The template of a text in the present language; None if there is none."""
    if not isinstance(text, hz.LocalizedText):
        return None
    template, plural = text.template, text.plural_template
    if not _LETTER.search(FIELD.sub("", template)):
        return template
    count = text.facts.get("count")
    if plural and isinstance(count, int):
        found = ngettext(template, plural, count)
    else:
        found = gettext(template)
    return None if found in {template, plural} else found


def _formatted(value: Fact, *, grouped: bool) -> str:
    if isinstance(value, datetime):
        return time_in_zone(value)
    if grouped and isinstance(value, int):
        return str(format_decimal(value, locale=language()))
    return str(value)


def time_in_zone(time: datetime) -> str:
    """An aware time in its own zone and the present language: `Mon 30 Nov 2026 20:00 CET`."""
    if language() == SOURCE:
        return time_text(time)
    return f"{format_datetime(time, DATES, tzinfo=time.tzinfo, locale=language())} {time.tzname()}"


def moment(time: datetime, zone: str) -> str:
    """A time by the clocks of a zone, in words."""
    return time_in_zone(time.astimezone(ZoneInfo(zone)))


def accepted(header: str) -> str:
    """The language that an Accept-Language header likes best of those that there are."""
    liked = sorted(map(_weighed, header.split(",")[:20]), reverse=True)
    found = (tag for weight, tag in liked if weight > 0 and tag in LANGUAGES)
    return next(found, SOURCE)


def _weighed(part: str) -> tuple[float, str]:
    """A part of the header: how much it is liked, and its language without the region."""
    tag, _, weight = part.partition(";")
    try:
        liked = float(weight.strip().removeprefix("q=")) if weight else 1.0
    except ValueError:
        liked = 0.0
    return liked, tag.strip().casefold().partition("-")[0]


@cache
def _catalogue(wanted: str) -> NullTranslations:
    if wanted == SOURCE:
        return NullTranslations()
    compiled = BytesIO()
    with files("horizons_host.server").joinpath("locale", f"{wanted}.po").open("rb") as source:
        write_mo(compiled, read_po(source, locale=wanted))
    compiled.seek(0)
    return GNUTranslations(compiled)
