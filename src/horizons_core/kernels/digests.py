"""Digests of a compiled kernel's code and, recursively, of everything it names.

Numba compiles the values of a kernel's names into it: the kernels that it calls, from any file, and
constants. A kernel that was compiled earlier is therefore valid only if all of these are unchanged.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final, TypeAlias

import numpy as np

__all__ = ["Compiling", "digest_of"]

#: Returns the function to compile for a value that a kernel names, and numba's options; None if the
#: value is not a kernel.
Compiling: TypeAlias = Callable[[Any], tuple[FunctionType, Mapping[str, Any]] | None]

_BYTES: Final = 8
_PLAIN: Final = (bool, int, float, complex, str, bytes, type(None), np.generic)


def digest_of(function: FunctionType, compiling: Compiling) -> str:
    """Return a digest of a kernel and the kernels that it calls, in hexadecimal."""
    hasher = hashlib.blake2b(digest_size=_BYTES)
    visited = {function}
    pending = [function]
    while pending:
        for line in _lines(pending.pop(), compiling, visited, pending):
            hasher.update(line.encode())
            hasher.update(b"\n")
    return hasher.hexdigest()


def _lines(
    function: FunctionType,
    compiling: Compiling,
    visited: set[FunctionType],
    pending: list[FunctionType],
) -> Iterator[str]:
    """Yield a function's parts as lines; kernels that it calls are added to `pending`."""
    yield f"{function.__module__}.{function.__qualname__}"
    yield _text_of(function.__defaults__)
    names: list[str] = []
    for code in _codes(function.__code__):
        yield code.co_code.hex()
        yield ", ".join(code.co_names)
        yield from map(_text_of, code.co_consts)
        names.extend(code.co_names)
    for name, value in _named(function, names):
        called = compiling(value)
        if called is None:
            yield f"{name}: {_text_of(value)}"
            continue
        body, options = called
        yield f"{name}: {body.__module__}.{body.__qualname__} {sorted(options.items())}"
        if body not in visited:
            visited.add(body)
            pending.append(body)


def _codes(code: CodeType) -> Iterator[CodeType]:
    """Yield the code of a function and of the functions in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _named(function: FunctionType, names: Sequence[str]) -> Iterator[tuple[str, Any]]:
    """Yield the values of the names in a function, including attributes of modules."""
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    yield from ((name, cell.cell_contents) for name, cell in cells)
    modules: list[ModuleType] = []
    for name in names:
        value = function.__globals__.get(name)
        if isinstance(value, ModuleType):
            modules.append(value)
        elif name in function.__globals__:
            yield name, value
    for module in modules:
        yield from (
            (f"{module.__name__}.{name}", getattr(module, name))
            for name in names
            if hasattr(module, name)
        )


def _text_of(value: Any) -> str:
    """Return a text of a value that is the same in every process."""
    match value:
        case CodeType():
            return "code"
        case np.ndarray():
            return f"{value.dtype} {value.shape} {value.tobytes().hex()}"
        case tuple():
            return f"{type(value).__qualname__}({', '.join(map(_text_of, value))})"
        case frozenset():
            return f"frozenset({', '.join(sorted(map(_text_of, value)))})"
        case _ if isinstance(value, _PLAIN):
            return f"{type(value).__qualname__} {value!r}"
        case _:
            name = getattr(value, "__qualname__", type(value).__qualname__)
            return f"{name} {getattr(value, '_fields', '')}"
