"""Digests of the source code that determines a game's turns."""

from __future__ import annotations

import hashlib
import inspect
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

__all__ = ["source_digest"]

_SUFFIXES: Final = (".py", ".lark")
#: Folders of a package that do not affect turns; active mods are digested by themselves.
_LEFT_OUT: Final = ("__pycache__", "bots", "mods", "report", "testing")


def source_digest(sources: Iterable[Any]) -> str:
    """Return the digest (BLAKE2b, 128 bits, hexadecimal) of the core's code and that of `sources`.

    `sources` are the modules, classes or objects that answer a variant's hooks (`Variant.sources`).
    Bots and reports do not count, nor do sources without a file. Equal files give equal digests
    wherever they are installed.
    """
    return _digest(tuple(sorted({"horizons_core", *map(_module_of, sources)})))


def _module_of(source: Any) -> str:
    if inspect.ismodule(source):
        return source.__name__
    return str((source if inspect.isclass(source) else type(source)).__module__)


@cache
def _digest(modules: tuple[str, ...]) -> str:
    hasher = hashlib.blake2b(digest_size=16)
    for module in modules:
        for name, path in _files(module):
            text = path.read_bytes().replace(b"\r\n", b"\n")
            hasher.update(f"{name}\0{len(text)}\0".encode())
            hasher.update(text)
    return hasher.hexdigest()


def _files(module: str) -> Iterator[tuple[str, Path]]:
    """Yield the files of a module or package, each with its name in the package, sorted."""
    file = getattr(sys.modules.get(module), "__file__", None)
    if file is None or not Path(file).is_file():
        return
    path = Path(file)
    if path.name != "__init__.py":
        yield module, path
        return
    for member in sorted(path.parent.rglob("*")):
        name = member.relative_to(path.parent)
        if member.suffix in _SUFFIXES and not set(name.parts) & set(_LEFT_OUT):
            yield f"{module}/{name.as_posix()}", member
