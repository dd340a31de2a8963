"""A progress bar on stderr for work that takes over a second, if stderr is a terminal."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

#: Delay in seconds before the bar appears.
PATIENCE_SECONDS = 1.0


def _ignore_step() -> None:
    """Ignore a step if there is no bar."""


@contextmanager
def working(label: str, total: int | None = None) -> Iterator[Callable[[], None]]:
    """Show a bar while the block runs; call the yielded function after each of `total` steps.

    Without a total the bar only shows activity. If stderr is not a terminal, nothing is shown.
    """
    if not sys.stderr.isatty():
        yield _ignore_step
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
        redirect_stdout=sys.stdout.isatty(),  # else output to a pipe would go to the terminal
    )
    task = bar.add_task(label, total=total)
    timer = threading.Timer(PATIENCE_SECONDS, bar.start)
    timer.daemon = True
    timer.start()
    try:
        yield lambda: bar.advance(task)
    finally:
        timer.cancel()
        timer.join()  # it may just be starting the bar
        bar.stop()
