"""Places in a JSON file: every fault is told with the file, the place and the remedy."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NoReturn

from attrs import frozen

from horizons_core.errors import SaveError, did_you_mean

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
        text = path.read_bytes().decode()
    except FileNotFoundError:
        whole.fail(f"the file is missing in {path.parent}", "export the state again, all of it")
    except OSError as problem:
        whole.fail(f"the file cannot be read: {problem.strerror or problem}", "look at its rights")
    except UnicodeDecodeError as problem:
        whole.fail(f"byte {problem.start} is not UTF-8", "convert the file to UTF-8")
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_no_number)
    except json.JSONDecodeError as problem:
        at = f"line {problem.lineno}, column {problem.colno}"
        what = "it ends too early" if problem.pos >= len(text.rstrip()) else problem.msg
        whole.fail(f"this is no JSON: {at}: {what}")
    except (ValueError, RecursionError) as problem:
        whole.fail(f"this is no JSON of the engine: {problem}")
    return Node(value, path.name)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the field '{twice}' stands twice in one object")
    return made


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number of a game")
