"""The rulebooks of the games in players' words: chapters, clauses with examples, a search."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import frozen
from litestar import get
from litestar.params import FromQuery
from litestar.response import Redirect, Template

import horizons_core as hz
from horizons_core.plugins.guides import Chapter, chapters_of
from horizons_core.rules import Clause
from horizons_host.server.games.access import nothing_here
from horizons_host.server.injected import Key
from horizons_host.server.pages.rendering import Asked, go, page
from horizons_host.server.texts import gettext, later

#: So many clauses are shown of those that a search finds.
_MOST_FOUND = 50
_LONGEST = 80
#: What sorts of clauses there are, in a player's words.
KINDS: Mapping[str, str] = {
    "advice": later("advice"),
    "formula": later("formula"),
    "limit": later("limit"),
    "naming": later("naming"),
    "order": later("order"),
    "phase": later("phase"),
    "procedure": later("procedure"),
    "setup": later("setup"),
    "table": later("table"),
    "visibility": later("visibility"),
}


@frozen
class Found:
    """A clause that a search found, and the chapter that it stands in."""

    clause: Clause
    chapter: Chapter


@get("/rules", sync_to_thread=True)
def rulebooks(request: Asked) -> Template:
    """The games whose rules can be read here."""
    return page(request, "rulebooks.html.jinja", variants=list(hz.variants().values()))


@get("/rules/{variant:str}", sync_to_thread=True)
def contents(request: Asked, variant: Key, q: FromQuery[str] = "") -> Template | Redirect:
    """The chapters of a rulebook, or what was searched for in it."""
    info, chapters = _book(variant)
    wanted = " ".join(q.split())[:_LONGEST]
    if wanted and any(wanted.upper() == clause.id for one in chapters for clause in one.clauses):
        return go(f"/rules/{variant}/{wanted.upper()}")
    found = list(_found(chapters, wanted.casefold())) if wanted else []
    return page(
        request,
        "rulebook.html.jinja",
        variant=info,
        variant_name=variant,
        chapters=chapters,
        wanted=wanted,
        found=found[:_MOST_FOUND],
        more=len(found) > _MOST_FOUND,
    )


@get("/rules/{variant:str}/{name:str}", sync_to_thread=True)
def chapter_page(request: Asked, variant: Key, name: Key) -> Template | Redirect:
    """A chapter; the id of a clause leads to its place in one."""
    info, chapters = _book(variant)
    for number, one in enumerate(chapters):
        if one.name == name:
            return page(
                request,
                "chapter.html.jinja",
                variant=info,
                variant_name=variant,
                chapter=one,
                before=chapters[number - 1] if number else None,
                after=chapters[number + 1] if number + 1 < len(chapters) else None,
                examples=examples,
                kind=lambda clause: gettext(KINDS.get(clause.kind, clause.kind)),
            )
        if any(clause.id == name for clause in one.clauses):
            return go(f"/rules/{variant}/{one.name}#{name}")
    raise nothing_here()


def _book(variant: str) -> tuple[hz.VariantInfo, list[Chapter]]:
    """A variant with its chapters; raises NoGameError for one that is not here."""
    info = hz.variants().get(variant)
    if info is None:
        raise nothing_here()
    return info, chapters_of(variant)


def _found(chapters: list[Chapter], wanted: str) -> Iterator[Found]:
    """The clauses with these words; those whose title or id has them first."""
    all_of_it = [Found(clause, one) for one in chapters for clause in one.clauses]
    named = [one for one in all_of_it if wanted in f"{one.clause.id} {one.clause.title}".casefold()]
    yield from named
    for one in all_of_it:
        if one not in named and wanted in f"{one.clause.rule} {one.clause.decision}".casefold():
            yield one


def examples(clause: Clause) -> list[tuple[str, str]]:
    """The worked examples of a clause in words: what is given, and what follows."""
    return [(in_words(one.given), in_words(one.expect)) for one in clause.examples]


def in_words(value: Any) -> str:
    """Plain data as a player reads it: `columns 13, rows 13`."""
    if isinstance(value, Mapping):
        return ", ".join(f"{_name(name)} {in_words(one)}" for name, one in value.items())
    if isinstance(value, list | tuple):
        inner = [in_words(one) for one in value]
        nested = any(isinstance(one, list | tuple | Mapping) for one in value)
        return "; ".join(f"({one})" for one in inner) if nested else ", ".join(inner) or "none"
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "nothing"}[value]
    return str(value)


def _name(name: Any) -> str:
    return str(name).replace("_", " ")


HANDLERS = (rulebooks, contents, chapter_page)
