"""The words of the pages in the reader's language, from catalogues of gettext.

English is the source: templates and code hold it. `locale/<language>.po` says it in another
language; it is compiled when it is first asked for, so that nothing has to be built.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from io import BytesIO
from zoneinfo import ZoneInfo

from babel.dates import format_datetime
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from horizons_host.deadlines.zones import in_words

#: The language of the source.
SOURCE = "en"
#: The languages that there are, each by its own name.
LANGUAGES: Mapping[str, str] = {SOURCE: "English", "de": "Deutsch"}
#: How dates with times are written elsewhere.
DATES = "EEE d. MMM yyyy HH:mm"

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


def moment(time: datetime, zone: str) -> str:
    """A moment by the clocks of a zone, in words: `Mon 30 Nov 2026 20:00 CET`."""
    here = ZoneInfo(zone)
    if _present.get() == SOURCE:
        return in_words(time, here)
    day = format_datetime(time, DATES, tzinfo=here, locale=_present.get())
    return f"{day} {time.astimezone(here).tzname()}"


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
