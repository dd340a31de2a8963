"""Many runs of a kernel at once: runs are dealt out in batches to threads.

A run's draws depend on its key and index alone, and a batch writes its own runs' rows only, so the
outcome depends neither on the count of threads nor on the size of batches. One thread is the
calling one: to begin another takes as long as some hundred battles of small fleets.
"""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Final

__all__ = ["batch_size", "run_in_batches"]

_LARGEST_BATCH: Final = 4096
_BATCHES_A_THREAD: Final = 8


def run_in_batches(
    batch: Callable[[int, int], None],
    runs: int,
    threads: int = 1,
    progress: Callable[[int], None] | None = None,
) -> None:
    """Call `batch(first, count)` so that every run from 0 up to `runs` - 1 is in one batch.

    `batch` should spend its time in kernels compiled by `horizons_core.kernels.jit`, which leave
    the interpreter to other threads.  `progress` is told, in the calling thread, how many runs
    have ended.  Raises ValueError for counts that make no sense, and whatever a batch raises.
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
    """A `map` that calls in so many threads."""
    if threads == 1:
        yield map
        return
    with ThreadPoolExecutor(threads) as pool:
        yield pool.map


def batch_size(runs: int, threads: int) -> int:
    """Answer how many runs go into a batch.

    Several batches for each thread, so that none idles at the end while another works on long
    battles; and bounded, so that progress shows and an interruption is soon noticed.
    """
    return max(1, min(_LARGEST_BATCH, runs // (threads * _BATCHES_A_THREAD)))
