"""A progress bar on stderr for work over a second, if a person is looking."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

#: Work that is done by then shows nothing.
PATIENCE_SECONDS = 1.0


def _nothing() -> None:
    """Stand in for a bar that nobody sees."""


@contextmanager
def working(label: str, total: int | None = None) -> Iterator[Callable[[], None]]:
    """Show a bar while the block runs; call what it gives after each of `total` steps.

    Without a total the bar only says that work goes on. Off a terminal nothing is shown.
    """
    if not sys.stderr.isatty():
        yield _nothing
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = [TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn()]
    if total is not None:
        columns.insert(2, MofNCompleteColumn())
    bar = Progress(
        *columns,
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=sys.stdout.isatty(),  # else answers in a pipe would go to the terminal
    )
    task = bar.add_task(label, total=total)
    timer = threading.Timer(PATIENCE_SECONDS, bar.start)
    timer.daemon = True
    timer.start()
    try:
        yield lambda: bar.advance(task)
    finally:
        timer.cancel()
        timer.join()  # it may be starting the bar at this very moment
        bar.stop()
