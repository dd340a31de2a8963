"""Places in a JSON file: every fault is told with the file, the place and the remedy."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NoReturn

from attrs import frozen

from horizons_core.data_text import DataError, read_file, read_json
from horizons_core.errors import SaveError, did_you_mean

#: The most bytes of a file: that of a species with thousands of ships has a few millions.
LARGEST_EXPORT = 50_000_000
_RESTORE = "restore the file from the engine's export"


@frozen
class Node:
    """A value of a JSON file and where it stands: `ships[3].cargo[0].code`."""

    value: Any
    file: str
    place: str = ""

    def fail(self, what: str, hint: str = _RESTORE) -> NoReturn:
        """Raises SaveError for this place."""
        where = f"{self.file}, {self.place}" if self.place else self.file
        raise SaveError(f"{where}: {what}", hint)

    def field(self, key: str) -> Node:
        """The value of a key; raises SaveError if it is missing."""
        if key not in self.mapping():
            self.fail(f"the field '{key}' is missing")
        return Node(self.value[key], self.file, f"{self.place}.{key}" if self.place else key)

    def mapping(self) -> dict[str, Any]:
        """The value as an object."""
        if type(self.value) is not dict:
            self.fail(f"expected an object, found {shown(self.value)}")
        return self.value

    def items(self) -> Iterator[Node]:
        """The elements of a list."""
        if type(self.value) is not list:
            self.fail(f"expected a list, found {shown(self.value)}")
        for number, value in enumerate(self.value):
            yield Node(value, self.file, f"{self.place}[{number}]")

    def only(self, keys: Iterable[str]) -> None:
        """Raises SaveError if the object has other keys: nothing is dropped silently."""
        known = list(keys)
        for key in self.mapping():
            if key not in known:
                self.fail(f"the field '{key}' is unknown", did_you_mean(key, known))


def shown(value: Any) -> str:
    """A value in a message, not too long."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else f"{text[:37]}..."


def load_file(path: Path) -> Node:
    """The content of a JSON file; raises SaveError if it is missing or no JSON."""
    whole = Node(None, path.name)
    try:
        value = read_json(read_file(path, LARGEST_EXPORT))
    except FileNotFoundError:
        whole.fail(f"the file is missing in {path.parent}", "export the state again, all of it")
    except OSError as problem:
        whole.fail(f"the file cannot be read: {problem.strerror or problem}", "look at its rights")
    except DataError as problem:
        whole.fail(f"this is no JSON: {problem.message}", problem.hint or _RESTORE)
    return Node(value, path.name)
