"""The texts of the pages in the reader's language and time zone, from gettext catalogues.

English is the source language, in templates and code. `locale/<language>.po` has a translation,
which is compiled at first use, so that nothing has to be built. The language of an answer is the
account's setting, else the choice of the device, else the browser's preference.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime, timedelta
from functools import cache
from gettext import GNUTranslations, NullTranslations
from http.cookies import CookieError, SimpleCookie
from importlib.resources import files
from io import BytesIO

from babel.dates import format_datetime
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal
from litestar.datastructures import Cookie, Headers
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send
from markupsafe import Markup, escape

import horizons_core as hz
from horizons_core.localized_text import FIELD, Fact, span_text, time_text
from horizons_host.server.accounts.accounts import Account
from horizons_host.server.zones import (
    ZONE_COOKIE,
    ZONE_SETTING,
    in_reader_zone,
    in_zone,
    parse_stamp,
    set_reader_zone,
)

#: The source language.
SOURCE_LANGUAGE = "en"
#: The supported languages, each by its own name.
LANGUAGES: Mapping[str, str] = {SOURCE_LANGUAGE: "English", "de": "Deutsch"}
#: Format of dates with times in other languages.
DATES = "EEE d. MMM yyyy HH:mm"
#: Formats of dates without a year.
_NEAR_DATES: Mapping[str, str] = {SOURCE_LANGUAGE: "EEE d MMM HH:mm", "de": "EEE d. MMM HH:mm"}
_TIME = Markup('<time{} datetime="{}">{}</time>')
#: Markup of a text that a page has in English only.
_ENGLISH = Markup('<span lang="en">{}</span>')
_LETTER = re.compile(r"[^\W\d_]")

_current: ContextVar[str] = ContextVar("language", default=SOURCE_LANGUAGE)

#: The name of the account setting.
LANGUAGE_SETTING = "language"
#: The name of the cookie that holds the choice of a device, and its lifetime in seconds.
_COOKIE_NAME, _COOKIE_LIFETIME = "language", 365 * 24 * 3600


def language() -> str:
    """Return the language of the current request."""
    return _current.get()


def set_language(language: str) -> None:
    """Answer the current request in this language, if it is supported."""
    if language in LANGUAGES:
        _current.set(language)


@contextmanager
def in_language(language: str) -> Iterator[None]:
    """Run the block in this language."""
    before = _current.set(language)
    try:
        yield
    finally:
        _current.reset(before)


def gettext(message: str) -> str:
    """Return a text in the current language; the text itself if the catalogue lacks it."""
    return _catalogue(_current.get()).gettext(message)


def ngettext(singular: str, plural: str, count: int) -> str:
    """Return the singular or plural text for a count, in the current language."""
    return _catalogue(_current.get()).ngettext(singular, plural, count)


def mark_text(message: str) -> str:
    """Return the text unchanged, marked for the catalogues; `gettext` translates it when shown."""
    return message


def translate(text: str) -> Markup:
    """Return a text as a page shows it; a text without a translation is marked as English.

    Only a LocalizedText has translations; any other `str` may be a player's words.
    """
    return Markup(_translated(text, escape, _ENGLISH.format))  # noqa: S704 - all of it is escaped


def translate_plain(text: str) -> str:
    """Return a text in the current language, for scripts and other places without markup."""
    return _translated(text, str, str)


def _translated(text: str, quote: Callable[[str], str], english: Callable[[str], str]) -> str:
    if not text:
        return quote(text)
    if language() == SOURCE_LANGUAGE:
        if not isinstance(text, hz.LocalizedText) or not _has_time(text):
            return quote(text)
        is_plural = text.plural_template and text.facts["count"] != 1
        template: str | None = text.plural_template if is_plural else text.template
    else:
        template = _template(text)
    if template is None or not isinstance(text, hz.LocalizedText):
        return english(text)

    def fact(field: re.Match[str]) -> str:
        value = text.facts[field[1]]
        if isinstance(value, timedelta):
            value = span_text(value)
        if isinstance(value, hz.LocalizedText):
            return _translated(value, quote, english)
        if isinstance(value, datetime) and quote is escape:
            return time_element(value)
        return quote(_formatted(value, grouped=bool(field[2])))

    return FIELD.sub(fact, str(quote(template)))


def _has_time(text: hz.LocalizedText) -> bool:
    return any(
        isinstance(fact, datetime) or (isinstance(fact, hz.LocalizedText) and _has_time(fact))
        for fact in text.facts.values()
    )


def _template(text: str) -> str | None:
    """Return the template of a text in the current language, or None."""
    if not isinstance(text, hz.LocalizedText):
        return None
    template, plural = text.template, text.plural_template
    if not _LETTER.search(FIELD.sub("", template)):
        return template
    count = text.facts.get("count")
    if plural and isinstance(count, int):
        translation = ngettext(template, plural, count)
    else:
        translation = gettext(template)
    return None if translation in {template, plural} else translation


def _formatted(value: Fact, *, grouped: bool) -> str:
    if isinstance(value, datetime):
        return time_in_zone(value)
    if grouped and isinstance(value, int):
        return str(format_decimal(value, locale=language()))
    return str(value)


def time_in_zone(time: datetime) -> str:
    """Format an aware time in the reader's zone and language: `Mon 30 Nov 2026 20:00 CET`."""
    local = in_reader_zone(time)
    if language() == SOURCE_LANGUAGE:
        return time_text(local)
    return f"{format_datetime(local, DATES, tzinfo=local.tzinfo, locale=language())} {_zone(local)}"


def _zone(time: datetime) -> str:
    return time.tzname() or "UTC"


def time_element(time: datetime | str, *, short: bool = False) -> Markup:
    """Return a time as an element that scripts show in the browser's zone.

    A `short` one has no year, as of a time that is near. A stored text that is no time is returned
    as it is.
    """
    known = parse_stamp(time) if isinstance(time, str) else time
    if known is None:
        return escape(time)
    form = ' data-local="short"' if short else " data-local"
    text = short_time(known) if short else time_in_zone(known)
    return _TIME.format(Markup(form), known.isoformat(), text)  # noqa: S704 - no one's words


def short_time(time: datetime) -> str:
    """Format a time that is near in the reader's zone and language: `Mon 30 Nov 20:00 CET`."""
    local = in_reader_zone(time)
    shown = format_datetime(local, _NEAR_DATES[language()], tzinfo=local.tzinfo, locale=language())
    return f"{shown} {_zone(local)}"


def accepted_language(header: str) -> str:
    """Return the supported language that an Accept-Language header prefers."""
    preferences = sorted(map(_weighted_language, header.split(",")[:20]), reverse=True)
    languages = (tag for weight, tag in preferences if weight > 0 and tag in LANGUAGES)
    return next(languages, SOURCE_LANGUAGE)


def _weighted_language(part: str) -> tuple[float, str]:
    """Parse a part of the header into its weight and its language without the region."""
    tag, _, weight = part.partition(";")
    try:
        quality = float(weight.strip().removeprefix("q=")) if weight else 1.0
    except ValueError:
        quality = 0.0
    return quality, tag.strip().casefold().partition("-")[0]


@cache
def _catalogue(language: str) -> NullTranslations:
    if language == SOURCE_LANGUAGE:
        return NullTranslations()
    compiled = BytesIO()
    with files("horizons_host.server").joinpath("locale", f"{language}.po").open("rb") as source:
        write_mo(compiled, read_po(source, locale=language))
    compiled.seek(0)
    return GNUTranslations(compiled)


class LanguageMiddleware:
    """Middleware that answers each request in its browser's language and time zone.

    It also does for requests without a route.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Set the language, and answer."""
        preferred, zone = SOURCE_LANGUAGE, ""
        if scope["type"] == ScopeType.HTTP:
            headers = Headers.from_scope(scope)
            cookies = _cookies(headers)
            chosen, zone = cookies.get(_COOKIE_NAME, ""), cookies.get(ZONE_COOKIE, "")
            accepted = headers.get("accept-language", "")
            preferred = chosen if chosen in LANGUAGES else accepted_language(accepted)
        with in_language(preferred), in_zone(zone):
            await self.app(scope, receive, send)


def _cookies(headers: Headers) -> Mapping[str, str]:
    try:
        cookies = SimpleCookie(headers.get("cookie", ""))
    except CookieError:
        return {}
    return {name: morsel.value for name, morsel in cookies.items()}


def language_cookie(language: str, *, secure: bool) -> Cookie:
    """Return the cookie that stores a language on a device."""
    return Cookie(
        key=_COOKIE_NAME,
        value=language,
        max_age=_COOKIE_LIFETIME,
        path="/",
        secure=secure,
        httponly=True,
        samesite="strict",
    )


def use_settings_of(account: Account | None) -> None:
    """Switch the current request to the language and time zone of an account, if it chose some."""
    if account is not None:
        set_language(str(account.settings.get(LANGUAGE_SETTING, "")))
        set_reader_zone(str(account.settings.get(ZONE_SETTING, "")), is_chosen=True)
