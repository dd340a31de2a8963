"""Rendered reports: rendered once, cached within bounds, and never mixed up."""

from __future__ import annotations

from typing import Any

import pytest

from horizons_host.server.pages import documents
from horizons_host.server.pages.documents import RenderingCache
from horizons_host.store import GameInfo

PLATE = GameInfo("mars", "event_horizon", (), {}, seeded=False, created_at="")


@pytest.fixture
def renders(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, str]]:
    """The rendered documents and forms."""
    calls: list[tuple[Any, str]] = []

    def rendered(_variant: object, document: Any, form: str) -> str:
        calls.append((document, form))
        return f"{document['turn']} {form}".ljust(10)

    monkeypatch.setattr(documents, "rendered", rendered)
    return calls


def text(cache: RenderingCache, turn: int, form: str = "html", info: GameInfo = PLATE) -> str:
    """Return the page of a document that is stored under the number of its turn."""
    return cache.of(info, b"%d" % turn, lambda: {"turn": turn}, form).plain.decode()


def test_a_report_is_rendered_once_in_each_form(renders: list[Any]) -> None:
    cache = RenderingCache()
    for _ in range(2):
        assert text(cache, 1) == "1 html    "
        assert text(cache, 1, "text") == "1 text    "
        assert text(cache, 2) == "2 html    "
    assert len(renders) == 3


def test_the_same_document_of_other_rules_is_another_page(renders: list[Any]) -> None:
    cache = RenderingCache()
    other = GameInfo("mars", "event_horizon", ("two_decks",), {}, seeded=False, created_at="")
    data = GameInfo("mars", "event_horizon", (), {}, False, "", {"mine": "a"})
    for info in (PLATE, other, data, PLATE):
        text(cache, 1, info=info)
    assert len(renders) == 3


def test_only_the_latest_are_kept_and_reading_makes_them_late(renders: list[Any]) -> None:
    size = len(RenderingCache().of(PLATE, None, lambda: {"turn": 1}, "html").packed)
    renders.clear()
    cache = RenderingCache(most=2 * size + size // 2)
    for turn in (1, 2, 1, 3, 1, 2):
        text(cache, turn)
    assert [document["turn"] for document, _ in renders] == [1, 2, 3, 2]


def test_unstored_documents_are_rendered_each_time(renders: list[Any]) -> None:
    cache = RenderingCache()
    for _ in range(2):
        cache.of(PLATE, None, lambda: {"turn": 1}, "html")
    assert len(renders) == 2
