"""Places in a JSON file: every error names the file, the place and the remedy."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NoReturn

from attrs import frozen

from horizons_core.data_text import DataError, read_file, read_json
from horizons_core.errors import SaveError, did_you_mean

#: Greatest size of a file in bytes: a species with thousands of ships takes a few millions.
LARGEST_EXPORT = 50_000_000
_RESTORE = "restore the file from the engine's export"


@frozen
class Node:
    """A value of a JSON file with its path: `ships[3].cargo[0].code`."""

    value: Any
    file: str
    place: str = ""

    def fail(self, problem: str, hint: str = _RESTORE) -> NoReturn:
        """Raise SaveError for this place."""
        place = f"{self.file}, {self.place}" if self.place else self.file
        raise SaveError(f"{place}: {problem}", hint)

    def field(self, key: str) -> Node:
        """Return the value of a key; raises SaveError if it is missing."""
        if key not in self.mapping():
            self.fail(f"the field '{key}' is missing")
        return Node(self.value[key], self.file, f"{self.place}.{key}" if self.place else key)

    def mapping(self) -> dict[str, Any]:
        """Return the value as an object."""
        if type(self.value) is not dict:
            self.fail(f"expected an object, found {preview(self.value)}")
        return self.value

    def items(self) -> Iterator[Node]:
        """Yield the elements of a list."""
        if type(self.value) is not list:
            self.fail(f"expected a list, found {preview(self.value)}")
        for number, value in enumerate(self.value):
            yield Node(value, self.file, f"{self.place}[{number}]")

    def only(self, keys: Iterable[str]) -> None:
        """Raise SaveError if the object has other keys: nothing is dropped silently."""
        known = list(keys)
        for key in self.mapping():
            if key not in known:
                self.fail(f"the field '{key}' is unknown", did_you_mean(key, known))


def preview(value: Any) -> str:
    """Format a value for a message, shortened."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else f"{text[:37]}..."


def load_file(path: Path) -> Node:
    """Read a JSON file; raises SaveError if it is missing or not JSON."""
    root = Node(None, path.name)
    try:
        value = read_json(read_file(path, LARGEST_EXPORT))
    except FileNotFoundError:
        root.fail(f"the file is missing in {path.parent}", "export the state again, all of it")
    except OSError as problem:
        root.fail(
            f"the file cannot be read: {problem.strerror or problem}", "check its permissions"
        )
    except DataError as problem:
        root.fail(f"this is not JSON: {problem.message}", problem.hint or _RESTORE)
    return Node(value, path.name)
