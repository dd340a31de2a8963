"""Codecs: values of the export and of our model, converted in both directions.

Errors name file, place and remedy.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Generic, NoReturn, TypeVar

from attrs import frozen

from horizons_core.data_text import DataError, read_file, read_json
from horizons_core.errors import SaveError, did_you_mean, nearest
from variants.far_horizons.constants import ITEM_OF, ITEMS, MAX_NAME_LENGTH, PLAYERS
from variants.far_horizons.model import Place, Sector

#: Maximum size of a file in bytes: a species with thousands of ships takes a few millions.
MAX_EXPORT_SIZE = 50_000_000
_RESTORE = "restore the file from the engine's export"
T = TypeVar("T")
BYTE, WORD, LONG = 2**8 - 1, 2**15 - 1, 2**31 - 1
_Tree = dict[str, Any]


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
        value = read_json(read_file(path, MAX_EXPORT_SIZE))
    except FileNotFoundError:
        root.fail(f"the file is missing in {path.parent}", "export the state again, all of it")
    except OSError as problem:
        root.fail(
            f"the file cannot be read: {problem.strerror or problem}", "check its permissions"
        )
    except DataError as problem:
        root.fail(f"this is not JSON: {problem.message}", problem.hint or _RESTORE)
    return Node(value, path.name)


@frozen
class Codec(Generic[T]):
    """Reads a value from its place in a file, and writes it."""

    read: Callable[[Node], T]
    write: Callable[[T], Any]


def same(value: T) -> T:
    """Return a value unchanged, for codecs that need no conversion."""
    return value


def integer(minimum: int = 0, maximum: int = LONG) -> Codec[int]:
    """A whole number within bounds."""

    def read(node: Node) -> int:
        value = node.value
        if type(value) is not int:
            node.fail(f"expected a whole number, found {preview(value)}")
        if not minimum <= value <= maximum:
            node.fail(
                f"{preview(value)} is out of range", f"it must be from {minimum} to {maximum}"
            )
        return value

    return Codec(read, int)


def _read_flag(node: Node) -> bool:
    if type(node.value) is not bool:
        node.fail(f"expected true or false, found {preview(node.value)}")
    return node.value


FLAG = Codec(_read_flag, bool)


def text(longest: int = MAX_NAME_LENGTH, minimum: int = 0) -> Codec[str]:
    """A text of a bounded length."""

    def read(node: Node) -> str:
        value = node.value
        if type(value) is not str:
            node.fail(f"expected a text, found {preview(value)}")
        if not minimum <= len(value) <= longest:
            node.fail(
                f"{preview(value)} is too {'long' if value else 'short'}",
                f"it must have {minimum} to {longest} letters",
            )
        return value

    return Codec(read, same)


def one_of(known: Mapping[Any, T], noun: str) -> Codec[T]:
    """One of the known codes, each with its meaning."""
    code_of = {meaning: code for code, meaning in known.items()}

    def read(node: Node) -> T:
        value = node.value
        code = next((code for code in known if type(code) is type(value) and code == value), None)
        if code is None:
            near = nearest(value, [c for c in known if c]) if type(value) is str else None
            hint = f"did you mean '{near}'?" if near else f"known: {', '.join(map(preview, known))}"
            node.fail(f"{preview(value)} is no {noun}", hint)
        return known[code]

    return Codec(read, lambda meaning: code_of[meaning])


def listing(codec: Codec[T], maximum: int | None = None, minimum: int = 0) -> Codec[list[T]]:
    """A list of values of a codec."""

    def read(node: Node) -> list[T]:
        values = [codec.read(item) for item in node.items()]
        if len(values) < minimum or (maximum is not None and len(values) > maximum):
            bounds = (
                str(minimum) if minimum == maximum else f"{minimum} to {maximum or 'any number of'}"
            )
            node.fail(f"the list has {len(values)} elements", f"it must have {bounds}")
        return values

    return Codec(read, lambda values: [codec.write(value) for value in values])


def slots(codec: Codec[T], empty: Any) -> Codec[list[T | None]]:
    """A list in which deleted records are None and keep their positions."""

    def read(node: Node) -> list[T | None]:
        return [None if item.value == empty else codec.read(item) for item in node.items()]

    def write(values: list[T | None]) -> Any:
        return [empty if value is None else codec.write(value) for value in values]

    return Codec(read, write)


def record(
    table: Mapping[str, tuple[str, Codec[Any]]],
    make: Callable[..., T],
    take: Callable[[T], Mapping[str, Any]] | None = None,
) -> Codec[T]:
    """An object: its fields by path (`ius.needed`), each with our attribute's name and codec.

    `make` takes the attributes by name; `take` returns them, if they are not simply the
    attributes of the result.
    """
    tree = _tree(table)

    def read(node: Node) -> T:
        attributes: dict[str, Any] = {}
        _read_tree(tree, node, attributes)
        return make(**attributes)

    def write(value: T) -> dict[str, Any]:
        fields = take(value) if take else None
        return _write_tree(tree, lambda name: fields[name] if fields else getattr(value, name))

    return Codec(read, write)


def _tree(table: Mapping[str, tuple[str, Codec[Any]]]) -> _Tree:
    tree: _Tree = {}
    for path, leaf in table.items():
        *folders, last = path.split(".")
        at = tree
        for folder in folders:
            at = at.setdefault(folder, {})
        at[last] = leaf
    return tree


def _read_tree(tree: _Tree, node: Node, attributes: dict[str, Any]) -> None:
    if len(node.mapping()) != len(tree) or node.value.keys() != tree.keys():
        for key in tree:
            node.field(key)
        node.only(tree)
    for key, leaf in tree.items():
        child = node.field(key)
        if type(leaf) is dict:
            _read_tree(leaf, child, attributes)
        else:
            attributes[leaf[0]] = leaf[1].read(child)


def _write_tree(tree: _Tree, value_of: Callable[[str], Any]) -> dict[str, Any]:
    return {
        key: _write_tree(leaf, value_of) if type(leaf) is dict else leaf[1].write(value_of(leaf[0]))
        for key, leaf in tree.items()
    }


_ITEM = one_of({item.code: item.abbreviation for item in ITEMS}, "item code")
_CARGO = listing(
    record({"code": ("item", _ITEM), "qty": ("quantity", integer(1))}, lambda **kw: kw, same)
)


def _read_items(node: Node) -> dict[str, int]:
    lines = _CARGO.read(node)
    items = {line["item"]: line["quantity"] for line in lines}
    if len(items) < len(lines):
        node.fail("an item appears twice in the list", "add the quantities up in one element")
    return items


def _write_items(items: dict[str, int]) -> Any:
    ordered = sorted(items.items(), key=lambda pair: ITEM_OF[pair[0]].code)
    return _CARGO.write([{"item": item, "quantity": n} for item, n in ordered if n])


#: Cargo and stores: quantities by abbreviation, without zeros.
CARGO = Codec(_read_items, _write_items)


COORDINATE = integer(0, BYTE)


def _sector(x: int, y: int, z: int) -> Sector:
    return (x, y, z)


#: A sector as an object of x, y and z.
SECTOR: Codec[Sector] = record(
    {axis: (axis, COORDINATE) for axis in "xyz"},
    _sector,
    lambda sector: dict(zip("xyz", sector, strict=True)),
)
_NUMBERS = listing(integer(*PLAYERS))


@frozen
class ExportReferences:
    """The ids of the species in the order of their numbers, and the planets of each star."""

    ids: tuple[str, ...]
    orbits: dict[Sector, int]

    def species(self) -> Codec[list[str]]:
        """A list of species: numbers in the file, ids in a game; written in ascending order."""

        def read(node: Node) -> list[str]:
            numbers = self.numbers(node)
            for number in numbers:
                if number > len(self.ids):
                    node.fail(
                        f"there is no species {number}",
                        f"the species have numbers from 1 to {len(self.ids)}",
                    )
            return [self.ids[number - 1] for number in numbers]

        return Codec(read, lambda ids: sorted(self.ids.index(id_) + 1 for id_ in ids))

    def numbers(self, node: Node) -> list[int]:
        """Read a list of numbers of species, existing or not."""
        numbers = _NUMBERS.read(node)
        if len(set(numbers)) < len(numbers):
            node.fail("a number appears twice in the list", "remove the second one")
        return sorted(numbers)

    def place(self, minimum: int = 1) -> Codec[Place]:
        """A place; an orbit of 1 or more must be a planet's."""

        def read(node: Node) -> Place:
            place = _PLACE.read(node)
            if place.orbit < minimum:
                node.fail(f"{place.orbit} is not an orbit here", f"it must be at least {minimum}")
            if place.orbit > max(0, self.orbits.get(place.sector, 0)):
                node.fail(f"there is no planet {place}", "systems.json lists the planets")
            return place

        return Codec(read, _PLACE.write)


def _place(x: int, y: int, z: int, orbit: int) -> Place:
    return Place((x, y, z), orbit)


_PLACE: Codec[Place] = record(
    {**{axis: (axis, COORDINATE) for axis in "xyz"}, "orbit": ("orbit", integer(-1, 99))},
    _place,
    lambda place: dict(zip("xyz", place.sector, strict=True)) | {"orbit": place.orbit},
)
