"""Places of mistakes in the files of a variant and its mods, found only when there is a mistake."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from attrs import frozen

from horizons_core.errors import PluginError
from horizons_core.orders.changes import Wrapped
from horizons_core.plugins.implementations import Plugin, accepts, file_of, place_of


@frozen
class Sources:
    """The files of a variant and its mods.

    Attributes:
        file: the variant's file.
        with_mods: the names of the mods, after " with "; "" without mods.
        sources: the objects that answer the hooks: the variant's, then those of the mods.
        plugins: the hooks that they answer.
    """

    file: str
    with_mods: str
    sources: Sequence[Any]
    plugins: Sequence[Plugin]

    def __str__(self) -> str:
        return self.label

    @property
    def label(self) -> str:
        """The variant's file, and the names of the mods."""
        return self.file + self.with_mods

    def of_text(self, *texts: str) -> str:
        """Return file and line of a text in quotes, the first of `texts` that is found.

        The last mod is searched first. If none is found, return the label.
        """
        for text in texts:
            for source in reversed(self.sources):
                for file in _files(source):
                    line = _line_of(file, text)
                    if line:
                        return f"{file}, line {line}"
        return self.label

    def of_hook(self, *hooks: str) -> str:
        """Return file and line of the last implementation of a hook, or else the label."""
        for hook in hooks:
            for plugin in reversed(self.plugins):
                if hasattr(plugin, hook):
                    return place_of(getattr(plugin, hook))
        return self.label

    def check_call(
        self,
        subject: str,
        function: Any,
        arguments: Sequence[str],
        named: Sequence[str] = (),
        *,
        optional: bool = True,
    ) -> None:
        """Raise PluginError unless a function can be called with these arguments.

        `named` arguments are passed by name; if they are `optional`, only in some calls.
        """
        count = len(arguments)
        while isinstance(function, Wrapped):
            if not accepts(function.around, count + 1):
                self._refuse(subject, function.around, ("inner", *arguments), ())
            function = function.inner
        if not (
            callable(function)
            and accepts(function, count, named)
            and (not optional or accepts(function, count))
        ):
            self._refuse(subject, function, arguments, named)

    def _refuse(
        self, subject: str, function: Any, arguments: Sequence[str], named: Sequence[str]
    ) -> None:
        words = ", ".join([*arguments, *(f"{name}=..." for name in named)])
        if not callable(function):
            raise PluginError(
                f"{self.label}: {subject} is {function!r}, not a function", f"write def f({words})"
            )
        parameters = ", ".join(inspect.signature(function, follow_wrapped=False).parameters)
        place = place_of(function)
        raise PluginError(
            f"{place if ', line ' in place else self.label}: {subject} takes ({parameters}), but is"
            f" called with ({words})",
            f"give it the arguments ({', '.join([*arguments, *named])})",
        )


def _files(source: Any) -> Iterator[Path]:
    """Yield the Python files of rules: one, or all of a package."""
    file = Path(file_of(source))
    if file.suffix != ".py" or not file.is_file():
        return
    yield file
    if file.name == "__init__.py" and isinstance(source, ModuleType):
        yield from (path for path in sorted(file.parent.rglob("*.py")) if path != file)


def _line_of(file: Path, text: str) -> int:
    """Return the first line with this text in quotes; 0 if there is none."""
    try:
        tree = ast.parse(file.read_text("utf-8"))
    except (OSError, ValueError, SyntaxError):
        return 0
    lines = [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and node.value == text
    ]
    return min(lines, default=0)
