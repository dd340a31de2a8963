"""Digests of the source code that a game is played by."""

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
#: Folders of a package without influence on how a turn comes out; mods in use are named themselves.
_LEFT_OUT: Final = ("__pycache__", "bots", "mods", "report", "testing")


def source_digest(sources: Iterable[Any]) -> str:
    """Return the digest (BLAKE2b, 128 bits, hexadecimal) of the core's code and that of `sources`.

    `sources` are the modules, classes or objects that answer a variant's hooks (`Variant.sources`).
    Bots and reports do not count, nor does what has no file. Equal files give equal digests
    wherever they are installed.
    """
    return _digest(tuple(sorted({"horizons_core", *map(_module_of, sources)})))


def _module_of(source: Any) -> str:
    if inspect.ismodule(source):
        return source.__name__
    return str((source if inspect.isclass(source) else type(source)).__module__)


@cache
def _digest(modules: tuple[str, ...]) -> str:
    found = hashlib.blake2b(digest_size=16)
    for module in modules:
        for name, path in _files(module):
            text = path.read_bytes().replace(b"\r\n", b"\n")
            found.update(f"{name}\0{len(text)}\0".encode())
            found.update(text)
    return found.hexdigest()


def _files(module: str) -> Iterator[tuple[str, Path]]:
    """The files of a module, or of the package that it is, each with a name within it, in order."""
    file = getattr(sys.modules.get(module), "__file__", None)
    if file is None or not Path(file).is_file():
        return
    path = Path(file)
    if path.name != "__init__.py":
        yield module, path
        return
    for each in sorted(path.parent.rglob("*")):
        within = each.relative_to(path.parent)
        if each.suffix in _SUFFIXES and not set(within.parts) & set(_LEFT_OUT):
            yield f"{module}/{within.as_posix()}", each
