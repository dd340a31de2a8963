"""What a compiled kernel depends on, as a digest: its code, and all that this names, however deep.

Numba freezes what a kernel names into what it compiles: the kernels that it calls, from whatever
file, and the values of constants. So a kernel that was compiled earlier is the kernel of today only
if all of that is as it was.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final, TypeAlias

import numpy as np

__all__ = ["Compiling", "digest_of"]

#: What is compiled for something that a kernel names, and how: the function and numba's options;
#: None for what is no kernel.
Compiling: TypeAlias = Callable[[Any], tuple[FunctionType, Mapping[str, Any]] | None]

_BYTES: Final = 8
_PLAIN: Final = (bool, int, float, complex, str, bytes, type(None), np.generic)


def digest_of(function: FunctionType, compiling: Compiling) -> str:
    """Answer a digest of what a kernel and the kernels that it calls come to, in hexadecimal."""
    found = hashlib.blake2b(digest_size=_BYTES)
    seen = {function}
    waiting = [function]
    while waiting:
        for line in _lines(waiting.pop(), compiling, seen, waiting):
            found.update(line.encode())
            found.update(b"\n")
    return found.hexdigest()


def _lines(
    function: FunctionType,
    compiling: Compiling,
    seen: set[FunctionType],
    waiting: list[FunctionType],
) -> Iterator[str]:
    """What a function is, a line for each part of it; kernels that it calls are put in line."""
    yield f"{function.__module__}.{function.__qualname__}"
    yield _told(function.__defaults__)
    names: list[str] = []
    for code in _codes(function.__code__):
        yield code.co_code.hex()
        yield ", ".join(code.co_names)
        yield from map(_told, code.co_consts)
        names.extend(code.co_names)
    for name, value in _named(function, names):
        called = compiling(value)
        if called is None:
            yield f"{name}: {_told(value)}"
            continue
        body, options = called
        yield f"{name}: {body.__module__}.{body.__qualname__} {sorted(options.items())}"
        if body not in seen:
            seen.add(body)
            waiting.append(body)


def _codes(code: CodeType) -> Iterator[CodeType]:
    """The code of a function and of the functions within."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _named(function: FunctionType, names: Sequence[str]) -> Iterator[tuple[str, Any]]:
    """What the names in a function stand for, attributes of modules among them."""
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


def _told(value: Any) -> str:
    """A value in words that are the same in every process."""
    match value:
        case CodeType():
            return "code"
        case np.ndarray():
            return f"{value.dtype} {value.shape} {value.tobytes().hex()}"
        case tuple():
            return f"{type(value).__qualname__}({', '.join(map(_told, value))})"
        case frozenset():
            return f"frozenset({', '.join(sorted(map(_told, value)))})"
        case _ if isinstance(value, _PLAIN):
            return f"{type(value).__qualname__} {value!r}"
        case _:
            name = getattr(value, "__qualname__", type(value).__qualname__)
            return f"{name} {getattr(value, '_fields', '')}"
