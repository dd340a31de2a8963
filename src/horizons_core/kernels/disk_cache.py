"""The disk cache of compiled kernels, which are loaded without compiling."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FunctionType
from typing import Any

from horizons_core.kernels.digests import Compiling, digest_of
from horizons_core.kernels.inner import inner_compiler

__all__ = ["NotOnDiskError", "dispatcher", "from_disk_only"]


class NotOnDiskError(Exception):
    """Raised if a kernel would have to be compiled."""


def dispatcher(function: FunctionType, options: Mapping[str, Any], compiling: Compiling) -> Any:
    """Return numba's dispatcher of a function.

    Without the option `cache`, the function is a part of its callers and has no machine code. Nor
    is anything cached if there is no writable folder.

    Numba names its files after the function, and itself detects only changes of the function's own
    file. So it gets a copy of the function with its digest in the name; files of earlier versions
    of the function, or of something that it names, are removed from the folder.
    """
    import numba

    if not options["cache"]:
        return numba.njit(pipeline_class=inner_compiler(), **options)(function)
    digest = digest_of(function, compiling)
    try:
        compiler = numba.njit(**options)(_renamed(function, f"{function.__qualname__}.{digest}"))
    except RuntimeError:
        return numba.njit(**{**options, "cache": False})(function)
    _discard_unreadable_index(compiler)
    _remove_earlier_versions(function, digest, Path(compiler.stats.cache_path))
    return compiler


def _discard_unreadable_index(compiler: Any) -> None:
    """Compile again if the index on disk names a class that was moved or renamed since.

    The index has the classes of arguments as pickles, which numba reads without a check.
    """
    index_file = compiler._cache._cache_file  # noqa: SLF001 - numba has no public way
    load_index = index_file._load_index  # noqa: SLF001

    def load_or_discard() -> Any:
        try:
            return load_index()
        except (AttributeError, ImportError):
            return {}

    index_file._load_index = load_or_discard  # noqa: SLF001


@contextmanager
def from_disk_only(dispatcher: Any) -> Iterator[None]:
    """Let a dispatcher load from disk only; raises NotOnDiskError when it begins to compile."""
    from numba.core import event

    class CompilationListener(event.Listener):
        def on_start(self, event: Any) -> None:
            if event.data["dispatcher"] is dispatcher:
                raise NotOnDiskError

        def on_end(self, event: Any) -> None:
            pass

    with event.install_listener("numba:compile", CompilationListener()):
        yield


def _renamed(function: FunctionType, name: str) -> FunctionType:
    """Return the same function under another name."""
    copy = FunctionType(
        function.__code__,
        function.__globals__,
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )
    copy.__kwdefaults__ = function.__kwdefaults__
    copy.__qualname__ = name
    return copy


def _remove_earlier_versions(function: FunctionType, digest: str, folder: Path) -> None:
    """Remove the files of a function that have another digest in their names."""
    file = Path(function.__code__.co_filename).stem
    name = function.__qualname__.replace("<", "").replace(">", "")
    for cached_file in folder.glob(f"{file}.{name}.{'?' * len(digest)}-*"):
        if not cached_file.name.startswith(f"{file}.{name}.{digest}-"):
            with suppress(OSError):  # another process may remove it too, or be reading it
                cached_file.unlink()
