"""Games for the tests of notifications."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from horizons_host.notifications.webhooks import PostResult
from horizons_host.store import GameStore
from tests.host.clocks import SetClock


class Posts:
    """Records posts and answers as configured, by default with success."""

    def __init__(self) -> None:
        self.posts: list[tuple[str, bytes, dict[str, str]]] = []
        self.answers: list[PostResult | Exception] = []

    def post(self, url, body, headers):
        self.posts.append((url, body, dict(headers)))
        answer = self.answers.pop(0) if self.answers else PostResult(True, False, "200 OK")
        if isinstance(answer, BaseException):
            raise answer
        return answer


@pytest.fixture
def game(mars: Path):
    """A game of Ada and Brin at turn 0."""
    with GameStore(mars) as store:
        yield store


@pytest.fixture
def watch() -> SetClock:
    """A clock that the test sets."""
    return SetClock(datetime(2026, 3, 1, 20, tzinfo=UTC))


@pytest.fixture
def posts() -> Posts:
    """The receiver of posts."""
    return Posts()
