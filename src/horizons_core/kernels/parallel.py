"""Many runs of a kernel at once, divided into batches for threads.

A run's draws depend on its key and index only, and a batch writes only its own rows, so the results
depend neither on the number of threads nor on the size of batches. With one thread, the calling
thread does the work, because starting another takes as long as some hundred battles of small
fleets.
"""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Final

__all__ = ["batch_size", "run_in_batches"]

_MAX_BATCH: Final = 4096
_BATCHES_A_THREAD: Final = 8


def run_in_batches(
    batch: Callable[[int, int], None],
    runs: int,
    threads: int = 1,
    progress: Callable[[int], None] | None = None,
) -> None:
    """Call `batch(first, count)` so that every run from 0 to `runs` - 1 is in one batch.

    `batch` should spend its time in kernels compiled by `horizons_core.kernels.jit`, which release
    the interpreter's lock.  `progress` is called, in the calling thread, with the number of
    finished runs.  Raises ValueError for invalid numbers, and any error of a batch.
    """
    if runs < 0 or threads < 1:
        raise ValueError(f"cannot do {runs} runs in {threads} threads")
    size = batch_size(runs, threads)
    starts = range(0, runs, size)
    counts = [min(size, runs - first) for first in starts]
    finished = 0
    with _mapping(threads) as mapped:
        for count, _ in zip(counts, mapped(batch, starts, counts), strict=True):
            finished += count
            if progress is not None:
                progress(finished)


@contextmanager
def _mapping(threads: int) -> Iterator[Callable[..., Iterable[None]]]:
    """Provide a `map` that calls in that many threads."""
    if threads == 1:
        yield map
        return
    with ThreadPoolExecutor(threads) as pool:
        yield pool.map


def batch_size(runs: int, threads: int) -> int:
    """Return the number of runs in a batch.

    There are several batches for each thread, so that none idles at the end while another works on
    long battles; and their size is limited, to show progress and to notice interruptions soon.
    """
    return max(1, min(_MAX_BATCH, runs // (threads * _BATCHES_A_THREAD)))
