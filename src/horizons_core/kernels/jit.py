"""Compilation of kernels through a typed interface to numba.

A kernel is plain Python that numba can compile, with the same results, bit for bit. An `entrance`,
which Python calls, runs interpreted or compiled, whichever is faster for a waiting person.
Compiling takes ten to twenty seconds, once per installation; loading a compiled kernel takes half a
second; a small battle is interpreted in milliseconds. So a process interprets small amounts of
work. After `work.LITTLE` it looks for the compiled kernel on disk; if there is none, it continues
until `work.LARGE`, and then compiles. A call that reaches a limit is repeated from the original
contents of its arrays. The logger `horizons_core.kernels` gets one line when a kernel is compiled.

A compiled battle needs only a few machine instructions per step, so two costs that numba adds to
every call of a function with arrays are avoided. Reference counting for arrays (an atomic operation
for each array and call) is switched off in all functions but entrances, because they neither make
nor keep arrays, and their callers hold them. The call itself is avoided by `part`, which is copied
into its callers. Together, this makes battles ten times faster.

An entrance is cached on disk, together with all kernels that it calls (`inner`), if there is a
writable folder (next to the module, or in NUMBA_CACHE_DIR), and releases the interpreter's lock
while it runs. Numba itself detects changes of a kernel's own file only, not of the functions and
constants that it uses from other files, so an entrance is cached under a name with the digest of
everything it depends on (`disk_cache`, `digests`).

For Python, kernels stay plain functions. For numba, when it compiles a kernel that names them,
their attribute `_numba_type_` refers to their compiled form. Numba is imported only when a kernel
is loaded or compiled. With NUMBA_DISABLE_JIT=1 in the environment nothing is compiled.
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

from horizons_core.kernels.disk_cache import NotOnDiskError, dispatcher, from_disk_only
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
    "NOTICE", "Entrance", "ExecutionMode", "Signature", "compiled", "entrance", "kernel", "only",
    "part",
]  # fmt: skip

F = TypeVar("F", bound=Callable[..., Any])
P = ParamSpec("P")
R = TypeVar("R")
#: A numba signature as text, or a function that returns one, called when numba is needed.
Signature: TypeAlias = str | Callable[[], Any]

#: Logged before a compilation begins.
NOTICE: Final = "Compiling the battle kernels: once per installation, up to half a minute ..."

_OPTIONS: Final[dict[str, Any]] = {"cache": True, "nogil": True, "error_model": "numpy"}
# Without numba's runtime (NRT), which counts references, a function cannot make arrays. Neither
# Python nor C calls it. Numba takes missing options from the calling function: a kernel that a part
# calls would also become a part, and be copied wherever that part is.
_INNER: Final[dict[str, Any]] = {
    **_OPTIONS,
    "cache": False,
    "_nrt": False,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "forceinline": False,
}
_PART: Final[dict[str, Any]] = {**_INNER, "forceinline": True}
_logger = logging.getLogger("horizons_core.kernels")


class ExecutionMode(enum.Enum):
    """The mode of entrances: the faster one, or always interpreted or compiled."""

    QUICKEST = enum.auto()
    INTERPRETED = enum.auto()
    COMPILED = enum.auto()


_lock = threading.RLock()
_mode = ExecutionMode.QUICKEST
_notified: set[str] = set()  # modules
_kernels: dict[Any, tuple[Any, dict[str, Any]]] = {}  # the functions to compile, with options
_dispatchers: dict[Any, Any] = {}


@contextmanager
def only(mode: ExecutionMode) -> Iterator[None]:
    """Run all entrances of the process in this mode, for tests and measurements."""
    global _mode  # noqa: PLW0603 - applies to all threads
    before, _mode = _mode, mode
    try:
        yield
    finally:
        _mode = before


def kernel(function: F) -> F:
    """Mark a function that other kernels call; it must not make arrays."""
    _kernels[function] = function, _INNER
    return function


def part(function: F) -> F:
    """Mark a small function that is inlined into its callers; it must not make arrays."""
    _kernels[function] = function, _PART
    return function


def entrance(*signatures: Signature) -> Callable[[Callable[P, R]], Entrance[P, R]]:
    """Mark a function that Python calls, to be compiled for these signatures.

    An entrance may make arrays: it allocates the working memory of the kernels that it calls, once.
    It writes only to the arrays that it gets as arguments, directly or in tuples.
    """

    def enter(function: Callable[P, R]) -> Entrance[P, R]:
        return Entrance(function, signatures)

    return enter


class Entrance(Generic[P, R]):
    """A kernel that Python calls: interpreted while that is faster, and then compiled."""

    def __init__(self, function: Callable[P, R], signatures: Sequence[Signature]) -> None:
        self.function = function
        self._signatures = signatures
        self._compiled: Callable[P, R] | None = None
        self._missed = False  # not found on disk
        self._named: Any = None  # the compiled form for other kernels
        functools.update_wrapper(self, function)

    def __call__(self, *arguments: P.args, **keywords: P.kwargs) -> R:
        """Call the kernel in the faster mode.

        Interpreted kernels also call other kernels interpreted.
        """
        if is_limited() or _mode is ExecutionMode.INTERPRETED:
            return self.function(*arguments, **keywords)
        while (ready := self._ready()) is None:
            before = [(array, array.copy()) for array in _arrays(arguments)]
            try:
                with limited(self._limit):
                    return self.function(*arguments, **keywords)
            except TooMuchWorkError:
                for array, copy in before:
                    array[...] = copy
        return ready(*arguments, **keywords)

    def prepare(self, steps: int) -> None:
        """Load or compile the kernel if calls are known to take that many steps."""
        if _mode is not ExecutionMode.INTERPRETED:
            self._ready(steps)

    def compiled(self) -> Callable[P, R]:
        """Return the compiled kernel, from disk or newly compiled."""
        with _lock:
            if self._compiled is None:
                self._compiled = self._from_disk() or self._compile()
            return self._compiled

    @property
    def _limit(self) -> int:
        return LARGE if self._missed else LITTLE

    def _ready(self, steps: int = 0) -> Callable[P, R] | None:
        """Return the compiled kernel if this many more steps are too many to interpret."""
        while self._compiled is None:
            if _mode is ExecutionMode.COMPILED:
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
        """Return the kernel as compiled earlier, by this numba for this processor."""
        if _is_switched_off():
            return self.function
        kernel_dispatcher = dispatcher(self.function, _OPTIONS, _compiling)
        try:
            with from_disk_only(kernel_dispatcher):
                return self._filled(kernel_dispatcher)
        except NotOnDiskError:
            return None

    def _compile(self) -> Callable[P, R]:
        _notify(self.function.__module__)
        _announce()
        return self._filled(dispatcher(self.function, _OPTIONS, _compiling))

    def _filled(self, dispatcher: Any) -> Callable[P, R]:
        """Load or compile the kernel with a dispatcher."""
        for signature in self._signatures:
            dispatcher.compile(signature() if callable(signature) else signature)
        ready: Callable[P, R] = dispatcher
        return ready

    @property
    def _numba_type_(self) -> Any:
        """The type of an entrance for numba, in a kernel that names it."""
        if self._named is None:
            self._named = self._filled(dispatcher(self.function, _OPTIONS, _compiling))
        return _kernel_type()(self._named)


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Return a compiled form of a kernel or part that Python can call, for any types."""
    if _is_switched_off():
        return function
    _announce()
    callable_kernel: Callable[P, R] = _callable(_dispatchers[function].py_func)
    return callable_kernel


@functools.cache
def _callable(body: Callable[..., Any]) -> Any:
    """Compile a function with the wrapper that Python needs to call it.

    It is not cached on disk, where numba could not distinguish it from the form without a wrapper.
    """
    import numba

    return numba.njit(**{**_OPTIONS, "cache": False, "_nrt": False})(body)


def _is_switched_off() -> bool:
    """Return whether numba is disabled."""
    import numba

    settings: Any = numba.config
    return bool(settings.DISABLE_JIT)


def _notify(module: str) -> None:
    """Log that kernels are being compiled, once per module."""
    if module not in _notified:
        _notified.add(module)
        _logger.info(NOTICE)


def _announce() -> None:
    """Register the kernels of all modules imported so far with numba."""
    with _lock:
        for function, (body, options) in list(_kernels.items()):
            if function not in _dispatchers:
                _dispatchers[function] = dispatcher(body, options, _compiling)
                function._numba_type_ = _kernel_type()(_dispatchers[function])


@functools.cache
def _kernel_type() -> Any:
    """Return numba's type for a kernel that others call, which ignores values of constants.

    By default numba compiles a kernel again for every constant that it is called with, although
    the machine code is the same.
    """
    from numba import types
    from numba.extending import models, register_model

    unliteral: Any = types.unliteral

    class Kernel(types.Dispatcher):
        def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
            variables = [unliteral(value) for value in args]
            keywords = {name: unliteral(value) for name, value in kws.items()}
            return super().get_call_type(context, variables, keywords)

    register_model(Kernel)(models.OpaqueModel)
    return Kernel


def _compiling(value: Any) -> tuple[Any, dict[str, Any]] | None:
    """Return the function to compile for a value that a kernel names, and options; else None."""
    if isinstance(value, Entrance):
        return value.function, _OPTIONS
    return _kernels.get(value) if isinstance(value, FunctionType) else None


def _arrays(values: Sequence[Any]) -> Iterator[NDArray[Any]]:
    """Yield the arrays among arguments, and in tuples among them."""
    for value in values:
        if isinstance(value, np.ndarray):
            yield value
        elif isinstance(value, tuple):
            yield from _arrays(value)


def _count_nothing(steps: int) -> None:
    """Replace `count_steps` in compiled kernels."""


_kernels[count_steps] = _count_nothing, _PART
