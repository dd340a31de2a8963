"""Translatable texts that are stored as a template and its facts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any, Self
from zoneinfo import ZoneInfo

__all__ = ["FIELD", "Fact", "LocalizedText", "span_text", "time_text"]

#: A field of a template: its name, and a comma if thousands are separated.
FIELD = re.compile(r"\{([a-z_][a-z_0-9]*)(:,)?\}")
#: Limits on a stored text: length of a string, number of facts, depth of texts within texts.
_MAX_LENGTH, _MAX_FACTS, _MAX_DEPTH = 4_000, 40, 6
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")

#: A plain `str` is a person's words, which are never translated; a LocalizedText is translated.
Fact = str | int | datetime | timedelta


class LocalizedText(str):
    """A text in English that keeps its template and facts.

    `LocalizedText("Turn {turn} is on hold: {reason}", turn=4, reason=words)` equals the English
    sentence. Write `{number:,}` to separate thousands. Copies and pickles keep template and facts;
    results of `str` methods are plain strings.

    Attributes:
        template: the English template, which is the key of translations.
        plural_template: the template for counts other than 1; "" for a text without a plural.
        facts: the values of the fields. Times are aware, and shown in their own zone.
    """

    __slots__ = ("facts", "plural_template", "template")
    template: str
    plural_template: str
    facts: Mapping[str, Fact]

    def __new__(cls, template: str, /, **facts: Fact) -> Self:
        """Fill in a template; raises KeyError for a field without a fact."""
        return cls._make(template, "", facts)

    @classmethod
    def plural(cls, singular: str, plural: str, /, count: int, **facts: Fact) -> Self:
        """Make the text of one of two templates, chosen by `count`, which is also a fact."""
        return cls._make(singular, plural, {"count": count, **facts})

    @classmethod
    def from_parts(cls, parts: Iterable[Fact], separator: str = " ") -> Self:
        """Join several texts or other facts; each text keeps its template."""
        facts = {f"part_{number}": part for number, part in enumerate(parts, start=1)}
        return cls._make(separator.join(f"{{{name}}}" for name in facts), "", facts)

    @classmethod
    def from_dict(cls, data: Any) -> LocalizedText:
        """Restore the text from `to_dict`; raises ValueError for invalid or oversized data."""
        return _from_dict(data, _MAX_DEPTH)

    @classmethod
    def _make(cls, template: str, plural: str, facts: Mapping[str, Fact]) -> Self:
        form = plural if plural and facts["count"] != 1 else template
        text = str.__new__(cls, FIELD.sub(lambda field: _english(facts[field[1]], field[2]), form))
        text.template, text.plural_template = template, plural
        text.facts = MappingProxyType(dict(facts))
        return text

    def to_dict(self) -> dict[str, Any]:
        """Return template and facts as plain data."""
        facts = {name: _stored(fact) for name, fact in self.facts.items()}
        return {"template": self.template, "plural": self.plural_template, "facts": facts}

    def with_words(self, change: Callable[[str], str]) -> Self:
        """Return the text after a function has changed people's words in it, at any depth."""

        def changed(fact: Fact) -> Fact:
            if isinstance(fact, LocalizedText):
                return fact.with_words(change)
            return change(fact) if isinstance(fact, str) else fact

        facts = {name: changed(fact) for name, fact in self.facts.items()}
        return self._make(self.template, self.plural_template, facts)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self)._make, (self.template, self.plural_template, dict(self.facts))


def _english(fact: Fact, form: str | None) -> str:
    if isinstance(fact, datetime):
        return time_text(fact)
    if isinstance(fact, timedelta):
        return span_text(fact)
    return f"{fact:,}" if form and isinstance(fact, int) else str(fact)


def time_text(time: datetime) -> str:
    """Format an aware time in its own zone: `Mon 30 Nov 2026 20:00 CET`, without a locale."""
    day, month = _DAYS[time.weekday()], _MONTHS[time.month - 1]
    return f"{day} {time.day} {month} {time.year} {time:%H:%M} {time.tzname()}"


def span_text(span: timedelta) -> LocalizedText:
    """Format a duration: `2 days 3 hours`, `5 minutes`, `less than a minute`."""
    minutes = max(int(span.total_seconds()) // 60, 0)
    days, hours = minutes // 1440, minutes // 60 % 24
    parts = []
    if days:
        parts.append(LocalizedText.plural("{count} day", "{count} days", count=days))
    if hours:
        parts.append(LocalizedText.plural("{count} hour", "{count} hours", count=hours))
    if 0 < minutes < 60:
        parts.append(LocalizedText.plural("{count} minute", "{count} minutes", count=minutes))
    return LocalizedText.from_parts(parts) if parts else LocalizedText("less than a minute")


# stored texts


def _stored(fact: Fact) -> Any:
    if isinstance(fact, LocalizedText):
        return {"text": fact.to_dict()}
    if isinstance(fact, datetime):
        return {"time": fact.isoformat(), "zone": str(getattr(fact.tzinfo, "key", ""))}
    if isinstance(fact, timedelta):
        return {"seconds": int(fact.total_seconds())}
    return fact


def _from_dict(data: Any, depth: int) -> LocalizedText:
    match data:
        case {"template": str(template), "plural": str(plural), "facts": dict(facts)}:
            is_valid = len(template) <= _MAX_LENGTH >= len(plural) and len(facts) <= _MAX_FACTS
        case _:
            is_valid = False
    if not is_valid or not depth:
        raise ValueError("this is not a stored text")
    known = {str(name): _fact(fact, depth - 1) for name, fact in facts.items()}
    fields = {field[1] for form in (template, plural) for field in FIELD.finditer(form)}
    if not fields <= set(known) or (plural and type(known.get("count")) is not int):
        raise ValueError("a stored text lacks a value")
    return LocalizedText._make(template, plural, known)


def _fact(data: Any, depth: int) -> Fact:
    match data:
        case str() if len(data) <= _MAX_LENGTH:
            return data
        case int() if abs(data) < 10**18:
            return data
        case {"text": text}:
            return _from_dict(text, depth)
        case {"time": str(time), "zone": str(zone)} if len(time) <= 64 and len(zone) <= 64:
            return _time(time, zone)
        case {"seconds": int(seconds)} if abs(seconds) < 10**10:
            return timedelta(seconds=seconds)
    raise ValueError("a stored text has an unexpected value")


def _time(text: str, zone: str) -> datetime:
    time = datetime.fromisoformat(text)
    if time.tzinfo is None:
        raise ValueError("a stored time has no time zone")
    try:
        return time.astimezone(ZoneInfo(zone)) if zone else time
    except (OSError, KeyError, OverflowError) as problem:
        raise ValueError(f"a stored time cannot be read ({problem})") from problem
