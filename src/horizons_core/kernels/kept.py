"""Compiled kernels on disk: under which names numba keeps them, and taking one from there alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FunctionType
from typing import Any

from horizons_core.kernels.digests import Compiling, digest_of

__all__ = ["NotOnDiskError", "dispatcher", "from_disk_only"]


class NotOnDiskError(Exception):
    """A kernel would have to be compiled."""


def dispatcher(function: FunctionType, options: Mapping[str, Any], compiling: Compiling) -> Any:
    """Answer numba's compiler of a function; it keeps nothing if there is no folder for that.

    Numba names its files after the function, and by itself notices only a change of the function's
    own file. So what it gets is a copy of the function, with its digest in the name; what the
    function was before it was changed, or something that it names, goes from the folder.
    """
    import numba

    digest = digest_of(function, compiling)
    try:
        found = numba.njit(**options)(_named(function, f"{function.__qualname__}.{digest}"))
    except RuntimeError:
        return numba.njit(**{**options, "cache": False})(function)
    _drop_forerunners(function, digest, Path(found.stats.cache_path))
    return found


@contextmanager
def from_disk_only(dispatcher: Any) -> Iterator[None]:
    """Let a dispatcher load what is on disk; NotOnDiskError comes where it begins to compile."""
    from numba.core import event

    class Refusal(event.Listener):
        def on_start(self, event: Any) -> None:
            if event.data["dispatcher"] is dispatcher:
                raise NotOnDiskError

        def on_end(self, event: Any) -> None:
            pass

    with event.install_listener("numba:compile", Refusal()):
        yield


def _named(function: FunctionType, name: str) -> FunctionType:
    """The same function under another name."""
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


def _drop_forerunners(function: FunctionType, digest: str, folder: Path) -> None:
    """Remove the files of a function that have another digest in their names."""
    file = Path(function.__code__.co_filename).stem
    name = function.__qualname__.replace("<", "").replace(">", "")
    for kept in folder.glob(f"{file}.{name}.{'?' * len(digest)}-*"):
        if not kept.name.startswith(f"{file}.{name}.{digest}-"):
            with suppress(OSError):  # another process may remove it too, or be reading it
                kept.unlink()
