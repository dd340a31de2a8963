"""Games for the tests of who is told what happened."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from horizons_host.notifications.webhooks import Answer
from horizons_host.store import GameStore


class Watch:
    """A clock that is set."""

    def __init__(self) -> None:
        self.time = datetime(2026, 3, 1, 20, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.time


class Posts:
    """Keeps what is posted, and answers as it is told to: else that it was taken."""

    def __init__(self) -> None:
        self.posts: list[tuple[str, bytes, dict[str, str]]] = []
        self.answers: list[Answer | Exception] = []

    def post(self, url, body, headers):
        self.posts.append((url, body, dict(headers)))
        answer = self.answers.pop(0) if self.answers else Answer(True, False, "200 OK")
        if isinstance(answer, BaseException):
            raise answer
        return answer


@pytest.fixture
def game(mars: Path):
    """A game of Ada and Brin that stands at turn 0."""
    with GameStore(mars) as store:
        yield store


@pytest.fixture
def watch() -> Watch:
    """A clock that is set."""
    return Watch()


@pytest.fixture
def posts() -> Posts:
    """Where posts go."""
    return Posts()
