"""How kernels are compiled: one typed door to numba, so that all of them are compiled alike.

Every kernel is cached on disk and gives up the interpreter's lock while it runs.  Numba notices a
change of a kernel's own file only, not of a file that the kernel calls into: after changing a
kernel in one module, delete the `__pycache__` folders of the modules that use it.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """Compile a function on its first call, for the types of that call.

    With NUMBA_DISABLE_JIT=1 in the environment the function stays plain Python.
    """
    return cast(F, numba.njit(cache=True, nogil=True, error_model="numpy")(function))


def inlined(function: F) -> F:
    """Copy a small function into the kernels that call it, before they are compiled.

    For inner loops only: a plain call hides the work from the compiler's vectoriser.
    """
    jit = numba.njit(inline="always", cache=True, nogil=True, error_model="numpy")
    return cast(F, jit(function))


def kernel_of(*signatures: str) -> Callable[[F], F]:
    """Compile a function when it is imported, for the numba signatures given and no others."""

    def compile_now(function: F) -> F:
        jit = numba.njit(list(signatures), cache=True, nogil=True, error_model="numpy")
        return cast(F, jit(function))

    return compile_now
