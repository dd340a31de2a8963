"""The host as the site's pages show it, without what people wait for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.quick_stores import quick_stores


@pytest.fixture(scope="session", autouse=True)
def _quick() -> Iterator[None]:
    with quick_stores():
        yield
