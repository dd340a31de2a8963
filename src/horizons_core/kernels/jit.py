"""How kernels are compiled: one typed door to numba, so that all of them are compiled alike.

A battle asks for a handful of machine instructions a step, so two costs that numba adds to every
call of a function with arrays are taken away here.  Counting references to arrays (an atomic
operation for each array and call) is switched off in all functions but entrances: they neither
make nor keep arrays, their callers hold them.  And the call itself is: a `part` is copied into its
callers.  Together they make battles ten times faster.

Every kernel is cached on disk and gives up the interpreter's lock while it runs.  Numba notices a
change of a kernel's own file only, not of a file that the kernel calls into: after changing a
kernel in one module, delete the `__pycache__` folders of the modules that use it.

With NUMBA_DISABLE_JIT=1 in the environment all of them stay plain Python.
"""

from collections.abc import Callable
from typing import Any, Final, TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., Any])

_OPTIONS: Final[dict[str, Any]] = {"cache": True, "nogil": True, "error_model": "numpy"}
# Without numba's runtime (NRT), which counts references, a function cannot make arrays.
_NO_COUNTING: Final[dict[str, Any]] = {**_OPTIONS, "_nrt": False}


def kernel(function: F) -> F:
    """Compile a function that other kernels call; it must not make arrays."""
    jit = numba.njit(**_NO_COUNTING)
    return cast(F, jit(function))


def part(function: F) -> F:
    """Compile a small function as a part of whatever kernel calls it; it must not make arrays."""
    jit = numba.njit(forceinline=True, **_NO_COUNTING)
    return cast(F, jit(function))


def entrance(*signatures: Any) -> Callable[[F], F]:
    """Compile a function that Python calls, when it is imported, for the numba signatures given.

    An entrance may make arrays: it makes the working room of what it calls, once.
    """

    def compile_now(function: F) -> F:
        jit = numba.njit(list(signatures), **_OPTIONS)
        return cast(F, jit(function))

    return compile_now
