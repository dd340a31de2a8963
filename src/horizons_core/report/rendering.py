"""Rendering of reports with templates, for the parts that all views share."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from attrs import frozen

from horizons_core.orders.lines import broken_lines
from horizons_core.report.document import ReportForm

if TYPE_CHECKING:
    import jinja2

#: Number of characters above which a list of texts is shown as sentences.
SENTENCE = 40
#: Fields that the head of every report shows already.
_IN_HEAD = frozenset({"active"})
#: The part of a forecast's view that the report shows as its events, ledger and remarks.
_FORESEEN = "forecast"


def shared_chance_lines(report: Mapping[str, Any]) -> Iterator[str]:
    """Return the hashes and shares in a report's document, in lines; none without shares.

    `horizons verify --player-reports` reads these lines.
    """
    shared = report.get("shared_chance")
    if not shared:
        return
    yield "Hash of the set-up that was announced:"
    yield f"  {shared['set_up']}"
    yield "Hash of the share of the gamemaster:"
    yield f"  {shared['gamemaster']}"
    for name, player in shared["players"].items():
        yield f"Hash of the share of {name}:"
        yield f"  {player['commitment']}"
        if player["share"]:
            yield f"Share of {name}:"
            yield f"  {player['share']}"
        else:
            yield f"{name} withheld the share and was left out."


@frozen
class Part:
    """A part of a view: figures by name, a table of texts, or both empty.

    `numeric` marks the columns that contain only numbers.
    """

    title: str
    figures: tuple[tuple[str, str], ...] = ()
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    numeric: tuple[bool, ...] = ()

    @property
    def names_width(self) -> int:
        """The width of the figures' names in plain text."""
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
    """Return the parts of a view: single figures first, then every mapping and every list.

    Nested rows, such as planets of stars, get separate tables, which name the owner of each row.
    """
    single = [(n, v) for n, v in view.items() if not isinstance(v, Mapping | list)]
    parts = [Part("What you know", _figures(single))]
    for name, value in view.items():
        if name == _FORESEEN:
            continue
        if isinstance(value, Mapping):
            parts += _of_mapping(name, value)
        elif _is_table(value):
            parts += _tables(_title(name), value)
        elif isinstance(value, list):
            parts.append(Part(_title(name), _listed(value)))
    return [part for part in parts if part.figures or part.rows]


def _figures(pairs: Iterable[tuple[str, Any]]) -> tuple[tuple[str, str], ...]:
    visible = ((n, v) for n, v in pairs if n not in _IN_HEAD and not _unnamed(n, [v]))
    return tuple((_title(name), _text(value)) for name, value in visible)


def _unnamed(field: str, values: Sequence[Any]) -> bool:
    """Return whether these are the names of empires that have no name apart from their id."""
    return field == "called" and not any(values)


def _of_mapping(name: str, value: Mapping[str, Any]) -> Iterator[Part]:
    """Yield the figures of a mapping, then a table for each list of rows in it."""
    title, flat = _title(name), _flat(value)
    tables = {key: part for key, part in flat.items() if _is_table(part)}
    hidden = {*tables, *(["id"] if name == "you" else [])}
    yield Part(title, _figures((key, part) for key, part in flat.items() if key not in hidden))
    for key, part in tables.items():
        yield from _tables(_within(title, key), part)


def _is_table(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(v, Mapping) for v in value)


def _within(title: str, name: str) -> str:
    return f"{title}: {_title(name).lower()}"


def _listed(values: Sequence[Any]) -> tuple[tuple[str, str], ...]:
    """Return a list in one line, or sentences in a line each."""
    texts = [_text(value) for value in values]
    if any(len(text) > SENTENCE for text in texts):
        return tuple(("", text) for text in texts)
    return (("", _text(values)),)


def _tables(title: str, entries: Iterable[Mapping[str, Any]]) -> Iterator[Part]:
    """Yield a table of rows, then one for each list of rows in them."""
    rows = [_flat(entry) for entry in entries]
    inner = dict.fromkeys(name for row in rows for name in row if _is_table(row[name]))
    yield _table(title, [{n: row[n] for n in row if n not in inner} for row in rows])
    for name in inner:
        owned = [{"of": _name_of(row), **entry} for row in rows for entry in row.get(name, ())]
        yield from _tables(_within(title, name), owned)


def _name_of(row: Mapping[str, Any]) -> str:
    """Return the name of a row: its field `name`, or else its first value."""
    return _text(row["name"] if "name" in row else next(iter(row.values())))


def _flat(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row with the entries of its mappings, such as a stock, in their place."""
    flat: dict[str, Any] = {}
    for name, value in row.items():
        if isinstance(value, Mapping) and not {*value} & {*row, *flat}:
            flat.update(value)
        else:
            flat[name] = value
    return flat


def _table(title: str, rows: Sequence[Mapping[str, Any]]) -> Part:
    """Return rows as a table by their fields; unknown values are question marks."""
    columns = {n: [row[n] for row in rows if n in row] for row in rows for n in row}
    names = [n for n, values in columns.items() if n not in _IN_HEAD and not _unnamed(n, values)]
    if len(names) == 1:
        return Part(title, (("", ", ".join(_text(row.get(names[0], "?")) for row in rows)),))
    numeric = [all(map(_is_number, columns[n])) for n in names]
    cells = [tuple(_text(row[n]) if n in row else "?" for n in names) for row in rows]
    return Part(title, (), tuple(map(_title, names)), tuple(cells), tuple(numeric))


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _title(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.3f}".rstrip("0").rstrip(".")
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_text(part)}" for key, part in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(_text, value)) or "none"
    return "-" if value is None or value == "" else str(value)


@cache
def templates(package: str) -> jinja2.Environment:
    """Return the Jinja environment of a package's `report/` folder and the core's `templates/`.

    `package` is the name of an importable package. Undefined values in a template raise
    `jinja2.UndefinedError`; text is escaped in templates of pages (`.html.jinja`).
    """
    import jinja2

    from horizons_core.report.jinja_support import ReleasingTemplate, TemplateCache
    from horizons_core.report.maps import map_figure, map_svg

    homes = [(package, "report"), (package, "reports"), ("horizons_core.report", "templates")]
    environment = jinja2.Environment(
        loader=jinja2.ChoiceLoader(
            [
                jinja2.PackageLoader(name, folder)
                for name, folder in homes
                if resources.files(name).joinpath(folder).is_dir()
            ]
        ),
        bytecode_cache=None if sys.dont_write_bytecode else TemplateCache(),
        autoescape=jinja2.select_autoescape(("html.jinja",)),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.globals.update(
        map_svg=map_svg,
        map_figure=map_figure,
        view_parts=view_parts,
        shared_chance_lines=shared_chance_lines,
    )
    environment.filters["wordwrap"] = _wordwrap(environment.filters["wordwrap"])
    environment.template_class = ReleasingTemplate
    return environment


def _wordwrap(jinja_filter: Callable[..., str]) -> Callable[..., str]:
    """Wrap the filter `wordwrap` to use the faster `broken_lines` for sentences."""
    import jinja2

    @jinja2.pass_environment
    def wordwrap(
        environment: jinja2.Environment, text: str, width: int = 79, *args: Any, **kwargs: Any
    ) -> str:
        separator = kwargs.get("wrapstring")
        breaks_words = kwargs.get("break_long_words", True) or kwargs.get("break_on_hyphens", True)
        if args or breaks_words or not separator or not text.isprintable():
            return jinja_filter(environment, text, width, *args, **kwargs)
        return str(separator).join(broken_lines(text, width))

    return wordwrap


def _in_schema_order(value: Any, schema: Mapping[str, Any]) -> Any:
    """Return plain data with the fields that a JSON Schema lists first, in its order."""
    if isinstance(value, Mapping):
        properties: Mapping[str, Any] = schema.get("properties", {})
        names = [*(name for name in properties if name in value), *value]
        return {name: _in_schema_order(value[name], properties.get(name, {})) for name in names}
    if isinstance(value, list):
        return [_in_schema_order(item, schema.get("items", {})) for item in value]
    return value


def form_from_templates(
    package: str,
    view_schema: Mapping[str, Any],
    prepare: Callable[[Mapping[str, Any]], Mapping[str, Any]] | None = None,
    of_everything: ReportForm | None = None,
) -> ReportForm:
    """Return a form that renders `report/report.txt.jinja` and `report/report.html.jinja`.

    The templates get the document as `report`, and the result of `prepare`. A package without
    templates gets the core's, which show everything in the view, part by part. `package` is the
    name of an importable package, `view_schema` the JSON Schema of the view, `of_everything` the
    form for readers who see everything. Without `prepare`, the parts and columns of the view are in
    the schema's order.
    """

    def render(template: str, data: Mapping[str, Any]) -> str:
        extra = prepare(data) if prepare else {}
        if not prepare:  # a stored report has lost the order of the view
            data = {**data, "view": _in_schema_order(data["view"], view_schema)}
        return templates(package).get_template(template).render(report=data, **extra)

    def title(data: Mapping[str, Any]) -> str:
        content = prepare(data).get("content") if prepare else None
        return str(getattr(content, "turn_title", ""))

    return ReportForm(
        view_schema,
        text=lambda data: render("report.txt.jinja", data),
        html=lambda data: render("report.html.jinja", data),
        of_everything=of_everything,
        title=title,
    )
