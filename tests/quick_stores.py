"""Turn off the delays that tests need not wait for: slow hashes, and syncing to the disk."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from argon2 import PasswordHasher

from horizons_host.seats import passwords
from horizons_host.store import sqlite


@contextmanager
def quick_hashes() -> Iterator[None]:
    """Make password hashes cheap."""
    hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passwords, "hasher", lambda: hasher)
        yield


@contextmanager
def quick_stores() -> Iterator[None]:
    """Make password hashes cheap, and let neither commits nor files wait for the disk.

    Tests kill processes, but this machine does not go down.
    """
    with quick_hashes(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _file: None)
        for name in ("_prepare", "_log_ahead"):
            patch.setattr(sqlite, name, _unhurried(getattr(sqlite, name)))
        yield


def _unhurried(prepare: Callable[[Any, object], None]) -> Callable[[Any, object], None]:
    def listener(connection: Any, record: object) -> None:
        prepare(connection, record)
        connection.execute("PRAGMA synchronous = OFF")

    return listener
