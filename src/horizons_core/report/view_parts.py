"""A view as figures and tables, for the report of a variant without a template of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from attrs import frozen

#: A list with longer words than this is one of sentences.
SENTENCE = 40
#: What the head of every report says already.
_SAID = frozenset({"active"})
#: The part of a forecast's view that the report tells as its events, ledger and remarks.
_FORESEEN = "forecast"


@frozen
class Part:
    """A part of a view: figures by name, a table of texts, or both empty.

    `numeric` says which columns hold numbers and nothing else.
    """

    title: str
    figures: tuple[tuple[str, str], ...] = ()
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    numeric: tuple[bool, ...] = ()

    @property
    def names_width(self) -> int:
        """How wide the names of the figures are in plain text."""
        return max((len(name) for name, _ in self.figures), default=0)

    @property
    def lines(self) -> list[str]:
        """The table as plain text."""
        table = [self.columns, *self.rows] if self.columns else []
        widths = [max(map(len, cells)) for cells in zip(*table, strict=True)]
        return [
            "  ".join(
                cell.rjust(width) if number else cell.ljust(width)
                for cell, width, number in zip(row, widths, self.numeric, strict=True)
            ).rstrip()
            for row in table
        ]


def view_parts(view: Mapping[str, Any]) -> list[Part]:
    """The parts of a view: single figures first, then every mapping and every list.

    Things within things (planets of stars) are tables of their own, which say whose each row is.
    """
    single = [(n, v) for n, v in view.items() if not isinstance(v, Mapping | list)]
    parts = [Part("What you know", _figures(single))]
    for name, value in view.items():
        if name == _FORESEEN:
            continue
        if isinstance(value, Mapping):
            parts += _of_mapping(name, value)
        elif _are_things(value):
            parts += _tables(_title(name), value)
        elif isinstance(value, list):
            parts.append(Part(_title(name), _listed(value)))
    return [part for part in parts if part.figures or part.rows]


def _figures(pairs: Iterable[tuple[str, Any]]) -> tuple[tuple[str, str], ...]:
    return tuple((_title(n), _told(v)) for n, v in pairs if n not in _SAID and not _unnamed(n, [v]))


def _unnamed(field: str, values: Sequence[Any]) -> bool:
    """Whether these are the names of empires that go by their ids."""
    return field == "called" and not any(values)


def _of_mapping(name: str, value: Mapping[str, Any]) -> Iterator[Part]:
    """Its figures, then a table for each kind of things in it."""
    title, flat = _title(name), _flat(value)
    things = {key: part for key, part in flat.items() if _are_things(part)}
    said = {*things, *(["id"] if name == "you" else [])}
    yield Part(title, _figures((key, part) for key, part in flat.items() if key not in said))
    for key, part in things.items():
        yield from _tables(_within(title, key), part)


def _are_things(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(v, Mapping) for v in value)


def _within(title: str, name: str) -> str:
    return f"{title}: {_title(name).lower()}"


def _listed(values: Sequence[Any]) -> tuple[tuple[str, str], ...]:
    """A list in one line, but sentences in a line each."""
    told = [_told(value) for value in values]
    if any(len(words) > SENTENCE for words in told):
        return tuple(("", words) for words in told)
    return (("", _told(values)),)


def _tables(title: str, things: Iterable[Mapping[str, Any]]) -> Iterator[Part]:
    """A table of things, then one for each kind of things within them."""
    rows = [_flat(thing) for thing in things]
    inner = dict.fromkeys(name for row in rows for name in row if _are_things(row[name]))
    yield _table(title, [{n: row[n] for n in row if n not in inner} for row in rows])
    for name in inner:
        owned = [{"of": _called(row), **thing} for row in rows for thing in row.get(name, ())]
        yield from _tables(_within(title, name), owned)


def _called(row: Mapping[str, Any]) -> str:
    """What a thing is called: its name, or else the first that is said of it."""
    return _told(row["name"] if "name" in row else next(iter(row.values())))


def _flat(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row with the entries of its mappings (a stock) in their place."""
    flat: dict[str, Any] = {}
    for name, value in row.items():
        if isinstance(value, Mapping) and not {*value} & {*row, *flat}:
            flat.update(value)
        else:
            flat[name] = value
    return flat


def _table(title: str, rows: Sequence[Mapping[str, Any]]) -> Part:
    """Things by their fields; what is not known of a thing is a question mark."""
    columns = {n: [row[n] for row in rows if n in row] for row in rows for n in row}
    names = [n for n, values in columns.items() if n not in _SAID and not _unnamed(n, values)]
    if len(names) == 1:
        return Part(title, (("", ", ".join(_told(row.get(names[0], "?")) for row in rows)),))
    numeric = [all(map(_is_number, columns[n])) for n in names]
    cells = [tuple(_told(row[n]) if n in row else "?" for n in names) for row in rows]
    return Part(title, (), tuple(map(_title, names)), tuple(cells), tuple(numeric))


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _title(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _told(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.3f}".rstrip("0").rstrip(".")
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_told(part)}" for key, part in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(_told, value)) or "none"
    return "-" if value is None or value == "" else str(value)
