"""The host as shown on the site's pages, without delays for people."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.quick_stores import quick_stores


@pytest.fixture(scope="session", autouse=True)
def _short_delays() -> Iterator[None]:
    with quick_stores():
        yield
