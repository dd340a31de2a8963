"""Differences between two positions of a game, and the events of a turn, in sentences.

They name the game's own things, as its views declare them (`Variant.things`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

import horizons_core as hz
from horizons_core.localized_text import LocalizedText
from horizons_core.model import folded
from horizons_core.model.views import Thing
from horizons_core.report.highlights import KINDS
from horizons_host.reports.events import categories_of, figure_text

#: Numbers of names in a sentence, and of sentences about an empire.
_MAX_NAMES, MAX_SENTENCES = 4, 12
#: Number of characters of a sentence of the game.
_MAX_WORDS = 300
#: Kinds of events in a summary of a turn.
_TOLD_KINDS = tuple(kind for kind in KINDS if kind != "asides")
_Key = tuple[str, str]


def edit_sentences(before: hz.View, after: hz.View, variant: hz.Variant) -> list[LocalizedText]:
    """Return the differences between two views of an empire, the most important first.

    These are its own things that come and go, others that appear and vanish, moves, figures, and
    what it can spend.
    """
    old, new = _by_key(variant.things(before)), _by_key(variant.things(after))
    places = _place_names(old, new)
    return _shortened(
        [
            *_come_and_gone(old, new, places),
            *_moves(old, new, places),
            *_figures(old, new),
            *_stocks(variant.stocks(before), variant.stocks(after)),
        ]
    )


def turn_sentences(
    before: hz.View, after: hz.View, report: Mapping[str, Any], variant: hz.Variant
) -> list[LocalizedText]:
    """Return what an empire gains and loses in a turn, and the events of its report.

    The most important come first, and similar events together.
    """
    old, new = _by_key(variant.things(before)), _by_key(variant.things(after))
    categories = categories_of(report, variant.highlights)
    by_kind = {category.kind: category.groups for category in categories}
    return _shortened(
        [
            *_come_and_gone(old, new, _place_names(old, new)),
            *(
                _event_sentence(report, [line.number for line in group.lines], group.words)
                for kind in _TOLD_KINDS
                for group in by_kind.get(kind, ())
            ),
            *_stocks(variant.stocks(before), variant.stocks(after)),
        ]
    )


def _place_names(old: Mapping[_Key, Thing], new: Mapping[_Key, Thing]) -> dict[str, str]:
    return {entry.place: entry.words for entry in {**old, **new}.values() if entry.is_place}


def _event_sentence(report: Mapping[str, Any], numbers: Sequence[int], words: str) -> LocalizedText:
    if len(numbers) == 1 or not words:
        texts = [report["events"][number]["text"] for number in numbers]
        return LocalizedText("{what}", what=" ".join(texts[:_MAX_NAMES])[:_MAX_WORDS])
    return LocalizedText("{number} times: {what}", number=len(numbers), what=words)


def _shortened(sentences: Sequence[LocalizedText]) -> list[LocalizedText]:
    if len(sentences) <= MAX_SENTENCES:
        return [*sentences]
    left = len(sentences) - MAX_SENTENCES + 1
    more = LocalizedText("And {number} more changes.", number=left)
    return [*sentences[: MAX_SENTENCES - 1], more]


def _by_key(entries: Iterable[Thing]) -> dict[_Key, Thing]:
    return {(entry.kind, folded(entry.words)): entry for entry in entries if entry.words}


def _come_and_gone(
    old: Mapping[_Key, Thing], new: Mapping[_Key, Thing], places: Mapping[str, str]
) -> Iterator[LocalizedText]:
    yours_before = {key for key, entry in old.items() if entry.yours}
    yours_after = {key for key, entry in new.items() if entry.yours}
    seen_before = {key for key, entry in old.items() if not entry.yours and not entry.is_place}
    seen_after = {key for key, entry in new.items() if not entry.yours and not entry.is_place}
    for entries, keys, say in (
        (old, yours_before - yours_after, _loses),
        (new, yours_after - yours_before, _gets),
        (new, seen_after - seen_before - yours_before, _sees),
        (old, seen_before - seen_after - yours_after, _loses_sight),
    ):
        changed = [entry for key, entry in entries.items() if key in keys]
        changed.sort(key=lambda entry: entry.place)
        for place, group in groupby(changed, key=lambda entry: entry.place):
            clause = say(_names(list(group)))
            if place in places:
                yield LocalizedText("{what} at {place}.", what=clause, place=places[place])
            else:
                yield LocalizedText("{what}.", what=clause)


def _loses(names: str) -> LocalizedText:
    return LocalizedText("Loses {names}", names=names)


def _gets(names: str) -> LocalizedText:
    return LocalizedText("Gets {names}", names=names)


def _sees(names: str) -> LocalizedText:
    return LocalizedText("Sees {names}", names=names)


def _loses_sight(names: str) -> LocalizedText:
    return LocalizedText("No longer sees {names}", names=names)


def _names(entries: Sequence[Thing]) -> str:
    named = ", ".join(entry.title or entry.words for entry in entries[:_MAX_NAMES])
    if len(entries) <= _MAX_NAMES:
        return named
    return LocalizedText("{names} and {number} more", names=named, number=len(entries) - _MAX_NAMES)


def _moves(
    old: Mapping[_Key, Thing], new: Mapping[_Key, Thing], places: Mapping[str, str]
) -> Iterator[LocalizedText]:
    moved = [
        (old[key], entry)
        for key, entry in new.items()
        if entry.yours and key in old and old[key].yours and old[key].place != entry.place
    ]
    moved.sort(key=lambda pair: pair[1].place)
    for place, group in groupby(moved, key=lambda pair: pair[1].place):
        names = _names([entry for _, entry in group])
        yield LocalizedText(
            "{names} will be at {place}.", names=names, place=places.get(place, place) or "–"
        )


def _figures(old: Mapping[_Key, Thing], new: Mapping[_Key, Thing]) -> Iterator[LocalizedText]:
    for key, entry in new.items():
        before = old.get(key)
        if before is None or not (entry.yours and before.yours):
            continue
        for fact in {**before.facts, **entry.facts}:
            values = before.facts.get(fact), entry.facts.get(fact)
            if values[0] != values[1]:
                yield _change(entry.title or entry.words, fact, *values)


def _change(name: str, fact: str, old: Any, new: Any) -> LocalizedText:
    if new is None:
        return LocalizedText("{name}: no longer {fact} {old}.", name=name, fact=fact, old=str(old))
    if old is None:
        return LocalizedText("{name}: {fact} becomes {new}.", name=name, fact=fact, new=str(new))
    return LocalizedText(
        "{name}: {fact} changes from {old} to {new}.",
        name=name,
        fact=fact,
        old=str(old),
        new=str(new),
    )


def _stocks(old: Mapping[str, float], new: Mapping[str, float]) -> Iterator[LocalizedText]:
    for stock in {**old, **new}:
        before, after = old.get(stock, 0), new.get(stock, 0)
        if before != after:
            yield LocalizedText(
                "{stock} in stock: {new} instead of {old}.",
                stock=stock,
                new=figure_text(after),
                old=figure_text(before),
            )
