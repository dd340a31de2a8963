"""Reports as pages are made once, kept within bounds, and never mistaken for one another."""

from __future__ import annotations

from typing import Any

import pytest

from horizons_host.server.pages import renderings
from horizons_host.server.pages.renderings import Renderings
from horizons_host.store import Plate

PLATE = Plate("mars", "event_horizon", (), {}, seeded=False, created_at="")


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, str]]:
    """What was rendered: documents and forms."""
    made: list[tuple[Any, str]] = []

    def rendered(_variant: object, document: Any, form: str) -> str:
        made.append((document, form))
        return f"{document['turn']} {form}".ljust(10)

    monkeypatch.setattr(renderings, "rendered", rendered)
    return made


def text(kept: Renderings, turn: int, form: str = "html", plate: Plate = PLATE) -> str:
    """The page of a document that is stored as the number of its turn."""
    return kept.of(plate, b"%d" % turn, lambda: {"turn": turn}, form).plain.decode()


def test_a_report_is_rendered_once_in_each_form(made: list[Any]) -> None:
    kept = Renderings()
    for _ in range(2):
        assert text(kept, 1) == "1 html    "
        assert text(kept, 1, "text") == "1 text    "
        assert text(kept, 2) == "2 html    "
    assert len(made) == 3


def test_the_same_document_of_other_rules_is_another_page(made: list[Any]) -> None:
    kept = Renderings()
    other = Plate("mars", "event_horizon", ("two_decks",), {}, seeded=False, created_at="")
    data = Plate("mars", "event_horizon", (), {}, False, "", {"mine": "a"})
    for plate in (PLATE, other, data, PLATE):
        text(kept, 1, plate=plate)
    assert len(made) == 3


def test_only_the_latest_are_kept_and_reading_makes_them_late(made: list[Any]) -> None:
    size = len(Renderings().of(PLATE, None, lambda: {"turn": 1}, "html").packed)
    made.clear()
    kept = Renderings(most=2 * size + size // 2)
    for turn in (1, 2, 1, 3, 1, 2):
        text(kept, turn)
    assert [document["turn"] for document, _ in made] == [1, 2, 3, 2]


def test_what_is_not_stored_is_made_each_time(made: list[Any]) -> None:
    kept = Renderings()
    for _ in range(2):
        kept.of(PLATE, None, lambda: {"turn": 1}, "html")
    assert len(made) == 2
