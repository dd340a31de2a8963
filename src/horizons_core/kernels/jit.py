"""How kernels are compiled, and when: one typed door to numba, so that all are treated alike.

A kernel is plain Python that numba can compile, and gives the same bits either way.  An `entrance`,
which Python calls, takes the way that is quicker for a person who waits.  Compilers take ten to
twenty seconds, once per installation; to load what they made takes half a second; a small battle
is interpreted in milliseconds.  So a process interprets what little it has to fight.  When it has
done `work.LITTLE`, it looks for the compiled kernel on disk; if there is none, it goes on until it
has done `work.LARGE`, and compiles then.  A call that comes to a limit is done anew, from the
arrays as they were.  That it compiles is told in one line to the logger `horizons_core.kernels`.

Compiled, a battle asks for a handful of machine instructions a step, so two costs that numba adds
to every call of a function with arrays are taken away here.  Counting references to arrays (an
atomic operation for each array and call) is switched off in all functions but entrances: they
neither make nor keep arrays, their callers hold them.  And the call itself is: a `part` is copied
into its callers.  Together they make battles ten times faster.

Every kernel is cached on disk, where there is a folder that can be written to (beside the module,
or in NUMBA_CACHE_DIR), and gives up the interpreter's lock while it runs.  Numba by itself notices
a change of a kernel's own file only, not of what the kernel calls or names in others: so a kernel
is kept under a name with the digest of all that it is made of (`kept`, `digests`).

For Python, kernels stay plain functions.  For numba, where it compiles one that names them, their
attribute `_numba_type_` says that they stand for their compiled form.  Numba is imported when a
kernel is to be loaded or compiled, not before.  With NUMBA_DISABLE_JIT=1 in the environment
nothing is ever compiled.
"""

from __future__ import annotations

import enum
import functools
import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FunctionType
from typing import Any, Final, Generic, ParamSpec, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from horizons_core.kernels.kept import NotOnDiskError, dispatcher, from_disk_only
from horizons_core.kernels.work import (
    LARGE,
    LITTLE,
    TooMuchWorkError,
    count_steps,
    counted_steps,
    is_limited,
    limited,
)

__all__ = [
    "NOTICE", "Entrance", "Signature", "Way", "compiled", "entrance", "kernel", "only", "part",
]  # fmt: skip

F = TypeVar("F", bound=Callable[..., Any])
P = ParamSpec("P")
R = TypeVar("R")
#: A numba signature as text, or a function that answers one: called when numba is needed.
Signature: TypeAlias = str | Callable[[], Any]

#: What the logger is told before compilers begin.
NOTICE: Final = "Compiling the battle kernels: once per installation, up to half a minute ..."

_OPTIONS: Final[dict[str, Any]] = {"cache": True, "nogil": True, "error_model": "numpy"}
# Without numba's runtime (NRT), which counts references, a function cannot make arrays. Neither
# Python nor C calls it. What is not said here numba takes from the function that calls: a kernel
# that a part calls would become a part, too, and be copied wherever that part is.
_INNER: Final[dict[str, Any]] = {
    **_OPTIONS,
    "_nrt": False,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "forceinline": False,
}
_PART: Final[dict[str, Any]] = {**_INNER, "forceinline": True}


class Way(enum.Enum):
    """How entrances are called: as is quickest, or always in one of the two ways."""

    QUICKEST = enum.auto()
    INTERPRETED = enum.auto()
    COMPILED = enum.auto()


_logger = logging.getLogger("horizons_core.kernels")
_lock = threading.RLock()
_way = Way.QUICKEST
_notified: set[str] = set()  # modules
_kernels: dict[Any, tuple[Any, dict[str, Any]]] = {}  # what is compiled for them, and how
_dispatchers: dict[Any, Any] = {}


@contextmanager
def only(way: Way) -> Iterator[None]:
    """Call all entrances of the process in this way: for tests and measurements."""
    global _way  # noqa: PLW0603 - it concerns all threads
    before, _way = _way, way
    try:
        yield
    finally:
        _way = before


def kernel(function: F) -> F:
    """Mark a function that other kernels call; it must not make arrays."""
    _kernels[function] = function, _INNER
    return function


def part(function: F) -> F:
    """Mark a small function that becomes a part of what calls it; it must not make arrays."""
    _kernels[function] = function, _PART
    return function


def entrance(*signatures: Signature) -> Callable[[Callable[P, R]], Entrance[P, R]]:
    """Mark a function that Python calls, to be compiled for the signatures given.

    An entrance may make arrays: it makes the working room of what it calls, once.  It writes into
    the arrays that it is given, by themselves or in tuples, and into nothing else.
    """

    def enter(function: Callable[P, R]) -> Entrance[P, R]:
        return Entrance(function, signatures)

    return enter


class Entrance(Generic[P, R]):
    """A kernel that Python calls: interpreted as long as that is quicker, and then compiled."""

    def __init__(self, function: Callable[P, R], signatures: Sequence[Signature]) -> None:
        self.function = function
        self._signatures = signatures
        self._compiled: Callable[P, R] | None = None
        self._missed = False  # it was looked for on disk in vain
        self._named: Any = None  # what stands for it in other kernels
        functools.update_wrapper(self, function)

    def __call__(self, *arguments: P.args, **named: P.kwargs) -> R:
        """Call the kernel in the quicker way; one that is interpreted calls others so, too."""
        if is_limited() or _way is Way.INTERPRETED:
            return self.function(*arguments, **named)
        while (ready := self._ready()) is None:
            before = [(array, array.copy()) for array in _arrays(arguments)]
            try:
                with limited(self._limit):
                    return self.function(*arguments, **named)
            except TooMuchWorkError:
                for array, copy in before:
                    array[...] = copy
        return ready(*arguments, **named)

    def prepare(self, steps: int) -> None:
        """Get ready for calls that are known to take so many steps: load or compile, if need be."""
        if _way is not Way.INTERPRETED:
            self._ready(steps)

    def compiled(self) -> Callable[P, R]:
        """Answer the compiled kernel: from disk, or compiled now."""
        with _lock:
            if self._compiled is None:
                self._compiled = self._from_disk() or self._anew()
            return self._compiled

    @property
    def _limit(self) -> int:
        return LARGE if self._missed else LITTLE

    def _ready(self, steps: int = 0) -> Callable[P, R] | None:
        """Answer the compiled kernel, if so many more steps are too much to be interpreted."""
        while self._compiled is None:
            if _way is Way.COMPILED:
                return self.compiled()
            if counted_steps() + steps <= self._limit:
                return None
            with _lock:
                if self._missed:
                    return self.compiled()
                self._compiled = self._compiled or self._from_disk()
                self._missed = self._compiled is None
        return self._compiled

    def _from_disk(self) -> Callable[P, R] | None:
        """Answer the kernel as it was compiled earlier, by this numba for this processor."""
        if _is_switched_off():
            return self.function
        found = dispatcher(self.function, _OPTIONS, _compiling)
        try:
            with from_disk_only(found):
                return self._filled(found)
        except NotOnDiskError:
            return None

    def _anew(self) -> Callable[P, R]:
        _notify(self.function.__module__)
        _announce()
        return self._filled(dispatcher(self.function, _OPTIONS, _compiling))

    def _filled(self, dispatcher: Any) -> Callable[P, R]:
        """Let a dispatcher load or compile the kernel."""
        for signature in self._signatures:
            dispatcher.compile(signature() if callable(signature) else signature)
        filled: Callable[P, R] = dispatcher
        return filled

    @property
    def _numba_type_(self) -> Any:
        """What numba takes an entrance for, where a kernel names it."""
        from numba import types

        if self._named is None:
            self._named = self._filled(dispatcher(self.function, _OPTIONS, _compiling))
        return types.Dispatcher(self._named)


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Answer a form of a kernel or part that Python can call, compiled for whatever types."""
    if _is_switched_off():
        return function
    _announce()
    found: Callable[P, R] = _callable(_dispatchers[function].py_func)
    return found


@functools.cache
def _callable(body: Callable[..., Any]) -> Any:
    """Compile a function with what Python needs to call it, and other kernels do without.

    It is not kept on disk, where numba could not tell it from the form without.
    """
    import numba

    return numba.njit(**{**_OPTIONS, "cache": False, "_nrt": False})(body)


def _is_switched_off() -> bool:
    """Answer whether numba leaves all functions as they are."""
    import numba

    settings: Any = numba.config
    return bool(settings.DISABLE_JIT)


def _notify(module: str) -> None:
    """Say that kernels are being compiled, once for those of a module."""
    if module not in _notified:
        _notified.add(module)
        _logger.info(NOTICE)


def _announce() -> None:
    """Tell numba what the kernels of all modules imported so far stand for."""
    from numba import types

    with _lock:
        for function, (body, options) in list(_kernels.items()):
            if function not in _dispatchers:
                _dispatchers[function] = dispatcher(body, options, _compiling)
                function._numba_type_ = types.Dispatcher(_dispatchers[function])


def _compiling(value: Any) -> tuple[Any, dict[str, Any]] | None:
    """What is compiled for something that a kernel names, and how; None for what is no kernel."""
    if isinstance(value, Entrance):
        return value.function, _OPTIONS
    return _kernels.get(value) if isinstance(value, FunctionType) else None


def _arrays(values: Sequence[Any]) -> Iterator[NDArray[Any]]:
    """The arrays among some arguments, by themselves or in tuples."""
    for value in values:
        if isinstance(value, np.ndarray):
            yield value
        elif isinstance(value, tuple):
            yield from _arrays(value)


def _nothing(steps: int) -> None:
    """Stand for `count_steps` in compiled kernels."""


_kernels[count_steps] = _nothing, _PART
