"""Pages with the rulebooks for players, and a search in them."""

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
from horizons_host.server.games.access import page_not_found
from horizons_host.server.pages.rendering import PageRequest, page, redirect_to
from horizons_host.server.security.requests import Key
from horizons_host.server.texts import gettext, mark_text

#: Number of clauses shown in a search result.
_MAX_HITS = 50
_LONGEST = 80
#: Kinds of clauses, in a player's words.
KINDS: Mapping[str, str] = {
    "advice": mark_text("advice"),
    "formula": mark_text("formula"),
    "limit": mark_text("limit"),
    "naming": mark_text("naming"),
    "order": mark_text("order"),
    "phase": mark_text("phase"),
    "procedure": mark_text("procedure"),
    "setup": mark_text("setup"),
    "table": mark_text("table"),
    "visibility": mark_text("visibility"),
}


@frozen
class RuleHit:
    """A clause found by a search, and its chapter."""

    clause: Clause
    chapter: Chapter


@get("/rules", sync_to_thread=True)
def rulebooks_page(request: PageRequest) -> Template:
    """Show the rulebooks."""
    return page(request, "rulebooks.html.jinja", variants=list(hz.variants().values()))


@get("/rules/{variant:str}", sync_to_thread=True)
def rulebook_page(
    request: PageRequest, variant: Key, q: FromQuery[str] = ""
) -> Template | Redirect:
    """Show the chapters of a rulebook, or the result of a search in it."""
    info, chapters = _book(variant)
    query = " ".join(q.split())[:_LONGEST]
    if query and any(query.upper() == clause.id for c in chapters for clause in c.clauses):
        return redirect_to(f"/rules/{variant}/{query.upper()}")
    hits = list(_search(chapters, query.casefold())) if query else []
    return page(
        request,
        "rulebook.html.jinja",
        variant=info,
        variant_name=variant,
        chapters=chapters,
        query=query,
        hits=hits[:_MAX_HITS],
        more=len(hits) > _MAX_HITS,
    )


@get("/rules/{variant:str}/{name:str}", sync_to_thread=True)
def chapter_page(request: PageRequest, variant: Key, name: Key) -> Template | Redirect:
    """Show a chapter; the id of a clause redirects to it."""
    info, chapters = _book(variant)
    for number, chapter in enumerate(chapters):
        if chapter.name == name:
            return page(
                request,
                "chapter.html.jinja",
                variant=info,
                variant_name=variant,
                chapter=chapter,
                before=chapters[number - 1] if number else None,
                after=chapters[number + 1] if number + 1 < len(chapters) else None,
                examples=examples_in_words,
                kind=lambda clause: gettext(KINDS.get(clause.kind, clause.kind)),
            )
        if any(clause.id == name for clause in chapter.clauses):
            return redirect_to(f"/rules/{variant}/{chapter.name}#{name}")
    raise page_not_found()


def _book(variant: str) -> tuple[hz.VariantInfo, list[Chapter]]:
    """Return a variant with its chapters; raises NoGameError for an unknown one."""
    info = hz.variants().get(variant)
    if info is None:
        raise page_not_found()
    return info, chapters_of(variant)


def _search(chapters: list[Chapter], query: str) -> Iterator[RuleHit]:
    """Yield the clauses that contain a text, those with it in the title or id first."""
    candidates = [RuleHit(clause, chapter) for chapter in chapters for clause in chapter.clauses]
    by_title = [h for h in candidates if query in f"{h.clause.id} {h.clause.title}".casefold()]
    yield from by_title
    for hit in candidates:
        if hit not in by_title and query in f"{hit.clause.rule} {hit.clause.decision}".casefold():
            yield hit


def examples_in_words(clause: Clause) -> list[tuple[str, str]]:
    """Return the worked examples of a clause in words: the given facts, and the result."""
    return [(value_text(example.given), value_text(example.expect)) for example in clause.examples]


def value_text(value: Any) -> str:
    """Format plain data for players: `columns 13, rows 13`."""
    if isinstance(value, Mapping):
        return ", ".join(f"{_words(name)} {value_text(item)}" for name, item in value.items())
    if isinstance(value, list | tuple):
        inner = [value_text(item) for item in value]
        nested = any(isinstance(item, list | tuple | Mapping) for item in value)
        return "; ".join(f"({item})" for item in inner) if nested else ", ".join(inner) or "none"
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "nothing"}[value]
    return str(value)


def _words(name: Any) -> str:
    return str(name).replace("_", " ")


RULE_PAGES = (rulebooks_page, rulebook_page, chapter_page)
