"""House rules in TOML files, which set constants, defaults and sentences.

For example::

    [mod]
    name = "rich_homes"
    variant = "galaxy_g"
    title = "Rich homes"
    summary = "All players begin with more."

    [options]      # defaults for options of the game
    [economy]      # constants that the game's economy declares, including tables
    [combat]       # battle rules that its resolver declares
    [messages]     # sentences of events, by reason code

A game stores the text of such a mod.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from string import Formatter
from typing import Any

import attrs

from horizons_core.codec import converter
from horizons_core.data_text import DataError, read_toml
from horizons_core.errors import PluginError, did_you_mean, nearest
from horizons_core.plugins.hooks import hookimpl
from horizons_core.plugins.info import ModInfo

#: Limit for the size of a file, in bytes.
MAX_FILE_SIZE = 256_000

#: Limits for the characters of a sentence and of a text in [mod], and the fields of a sentence.
MAX_SENTENCE_LENGTH, MAX_TEXT_LENGTH, MAX_FIELDS = 1000, 300, 40

#: Formats allowed in a sentence: sign, width of at most two digits, decimals, kind.
_FORMAT = re.compile(r"[<>^]?[+ -]?0?[0-9]{0,2},?(?:\.[0-9])?[dfs%]?")

_TABLES = ("mod", "options", "economy", "combat", "messages")
_MOD_FIELDS = ("name", "variant", "title", "version", "summary", "rules", "requires")

#: Fields of economies and resolvers that mods cannot set: accounts, and a resolver's own economy.
_NO_CONSTANTS = ("accounts", "economy")
#: Types of constants, in words.
_KINDS = {bool: "true or false", int: "a whole number", float: "a number", str: "a text in quotes"}


@attrs.frozen
class DataMod:
    """A house rule as data: its hooks apply the settings in the file.

    Attributes:
        info: the mod's description, including its defaults for options.
        text: the text of the file, as games store it.
        economy: the constants that it sets in the economy, by name.
        combat: the battle rules that it sets in the resolver, by name.
        messages: the sentences of events that it sets, by reason code.
        place: the file's path, for error messages.
    """

    info: ModInfo
    text: str
    economy: Mapping[str, Any]
    combat: Mapping[str, Any]
    messages: Mapping[str, str]
    place: str = attrs.field(eq=False)

    @hookimpl
    def horizons_mod_info(self) -> ModInfo:
        return self.info

    @hookimpl(wrapper=True)
    def horizons_economy(self) -> Any:
        return self._changed((yield), "economy", self.economy)

    @hookimpl(wrapper=True)
    def horizons_combat_resolver(self) -> Any:
        return self._changed((yield), "combat", self.combat)

    def _changed(self, answer: Any, table: str, constants: Mapping[str, Any]) -> Any:
        """Return a hook's answer with this mod's constants.

        Raises PluginError with file and line.
        """
        try:
            return with_constants(answer, constants, f"{self.place}: [{table}]")
        except PluginError:
            for name, value in constants.items():
                place = f"{self.place}{line_in(self.text, table, name)}: [{table}]"
                with_constants(answer, {name: value}, place)
            raise

    @hookimpl
    def horizons_messages(self) -> Mapping[str, str]:
        return self.messages

    def constants(self) -> list[str]:
        """Describe the constants and defaults that it sets."""
        tables = {"economy": self.economy, "combat": self.combat, "options": self.info.defaults}
        return [f"{name} of [{table}]" for table, values in tables.items() for name in values]


def line_in(text: str, table: str, name: str = "") -> str:
    """Return the line of a name in a table of a TOML text, or of the table, as ", line 5"."""
    inside = False
    for number, line in enumerate(text.split("\n"), start=1):
        header = re.match(r"\s*\[\s*([^\].\s]+)", line)
        inside = header[1].strip("\"'") == table if header else inside
        pattern = rf"\s*[\"']?{re.escape(name)}[\"']?\s*[.=]" if name else r"\s*\["
        if inside and (re.match(pattern, line) or (header and f".{name}" in line)):
            return f", line {number}"
    return ""


def refuse_same_constants(mods: Sequence[DataMod]) -> None:
    """Raise PluginError if two mods set the same constant or default."""
    first: dict[str, str] = {}
    for mod in mods:
        for constant in mod.constants():
            other = first.setdefault(constant, mod.info.name)
            if other != mod.info.name:
                table = constant.rpartition("[")[2].rstrip("]")
                line = line_in(mod.text, table, constant.partition(" ")[0])
                raise PluginError(
                    f"{mod.place}{line}: the mods '{other}' and '{mod.info.name}' both set"
                    f" {constant}",
                    "leave one of them out",
                )


def with_constants(base: Any, constants: Mapping[str, Any], place: str) -> Any:
    """Return a copy of an attrs object with some fields set by name.

    Raises PluginError, with the place, for an unknown name or a value of the wrong type.
    """
    if not constants:
        return base
    cls = type(base)
    fields = {f.name: f for f in attrs.fields(attrs.resolve_types(cls))} if attrs.has(cls) else {}
    for name in _NO_CONSTANTS:
        fields.pop(name, None)
    values = {}
    for name, value in constants.items():
        if name not in fields:
            raise PluginError(f"{place} has no constant '{name}'", _hint(name, fields, base))
        values[name] = _constant(value, getattr(base, name), fields[name].type, f"{place}: {name}")
    changed = object.__new__(cls)
    for field in attrs.fields(cls):
        object.__setattr__(changed, field.name, values.get(field.name, getattr(base, field.name)))
    try:
        attrs.validate(changed)
    except (TypeError, ValueError) as problem:
        raise PluginError(f"{place}: {problem.args[0]}") from problem
    return changed


def _hint(name: str, fields: Iterable[str], base: Any) -> str:
    """Return a hint with the nearest constant, or one in a table of constants."""
    nested = {
        field.name: f"{table}.{field.name}"
        for table in fields
        if attrs.has(type(getattr(base, table)))
        for field in attrs.fields(type(getattr(base, table)))
    }
    near = nearest(name, [*fields, *nested])
    if near is None or near in fields:
        return did_you_mean(name, fields)
    return f"did you mean '{nested[near]}'?"


def _constant(value: Any, before: Any, kind: Any, place: str) -> Any:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if isinstance(before, bool | int | float | str):
        expected = type(before)
        if isinstance(before, float) and number:
            return float(value)
        if type(value) is not expected:
            raise PluginError(
                f"{place} is {before!r} in the rulebook and cannot be {value!r}",
                f"write {_KINDS[expected]}",
            )
        return value
    if isinstance(before, Fraction):
        return _fraction(value, place)
    if attrs.has(type(before)) and isinstance(value, Mapping):
        return with_constants(before, value, place)
    if isinstance(before, Mapping) and isinstance(value, Mapping):
        for key in value:
            if key not in before:
                raise PluginError(f"{place}: unknown '{key}'", did_you_mean(key, before))
        value = {**before, **value}
    from cattrs.errors import BaseValidationError

    try:
        return converter().structure(value, kind)
    except (BaseValidationError, TypeError, ValueError, KeyError) as problem:
        raise PluginError(f"{place} cannot be {value!r}") from problem


def _fraction(value: Any, place: str) -> Fraction:
    """Parse a fraction from a number or a text such as "1/4"."""
    try:
        if isinstance(value, int | float | str) and not isinstance(value, bool):
            return Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        pass
    raise PluginError(f"{place} cannot be {value!r}", "write a number such as 0.25, or '1/4'")


def load_data_mod(file: Path) -> DataMod:
    """Load a house rule from a TOML file; raises PluginError with the file and the place."""
    try:
        if file.stat().st_size > MAX_FILE_SIZE:
            raise PluginError(f"{file} is larger than {MAX_FILE_SIZE:,} bytes", "name another file")
        text = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise PluginError(f"cannot read the mod {file}: {problem}", "check the path") from problem
    return read_data_mod(text, str(file))


def read_data_mod(text: str, place: str) -> DataMod:
    """Parse a house rule from a TOML text; raises PluginError with the place."""
    try:
        data = read_toml(text)
    except DataError as problem:
        raise PluginError(f"{place} is not TOML: {problem.reason}") from problem
    for table, value in data.items():
        if table not in _TABLES or not isinstance(value, dict):
            hint = did_you_mean(table, _TABLES) if table not in _TABLES else "it must be a table"
            raise PluginError(f"{place}{line_in(text, table)}: unknown table [{table}]", hint)
    return DataMod(
        _mod_info(data.get("mod", {}), data.get("options", {}), place, text),
        text,
        data.get("economy", {}),
        data.get("combat", {}),
        _sentences(data.get("messages", {}), place, text),
        place,
    )


def _sentences(
    messages: Mapping[str, Any], file: str, toml: str, prefix: str = ""
) -> dict[str, str]:
    """Return sentences by code; `[messages.ship]` and `"ship.built"` are equivalent."""
    sentences: dict[str, str] = {}
    for name, value in messages.items():
        if isinstance(value, dict):
            sentences |= _sentences(value, file, toml, f"{prefix}{name}.")
            continue
        try:
            _check_sentence(value)
        except PluginError as problem:
            line = line_in(toml, "messages", prefix + name) or line_in(toml, "messages", name)
            place = f"{file}{line}: [messages] {prefix}{name}"
            raise PluginError(f"{place}{problem.message}", problem.hint) from problem
        sentences[prefix + name] = value
    return sentences


def _check_sentence(text: Any) -> None:
    """Raise PluginError for a sentence that could access more than facts, or become too long.

    Its message continues the place of the sentence.
    """
    if not isinstance(text, str):
        raise PluginError(f" is {text!r}, not text")
    if len(text) > MAX_SENTENCE_LENGTH:
        raise PluginError(f" has more than {MAX_SENTENCE_LENGTH:,} characters", "shorten it")
    try:
        fields = [part for part in Formatter().parse(text) if part[1] is not None]
    except ValueError as problem:
        raise PluginError(
            f": {text!r} cannot be filled in: {problem}",
            "write {name} for a fact of the event, and {{ or }} for a brace",
        ) from problem
    if len(fields) > MAX_FIELDS:
        raise PluginError(f" has more than {MAX_FIELDS} fields in braces", "shorten it")
    for _, name, form, conversion in fields:
        if conversion or not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name or ""):
            field = f"{{{name}!{conversion}}}" if conversion else f"{{{name}}}"
            raise PluginError(
                f": {text!r}: {field} is not the plain name of a fact", "write {name}"
            )
        if not _FORMAT.fullmatch(form or ""):
            raise PluginError(
                f": {text!r}: {{{name}}} cannot be formatted by '{form}'",
                "write a format such as ',' or '.2f' or '+d' or '>12', with a width of at most 99",
            )


def _mod_info(
    table: Mapping[str, Any], defaults: Mapping[str, Any], file: str, toml: str
) -> ModInfo:
    for name, value in table.items():
        place = file + line_in(toml, "mod", name)
        if name not in _MOD_FIELDS:
            raise PluginError(f"{place}: [mod] has no '{name}'", did_you_mean(name, _MOD_FIELDS))
        listed = name in ("rules", "requires")
        is_text_list = isinstance(value, list) and all(isinstance(v, str) for v in value)
        if not (is_text_list if listed else isinstance(value, str)):
            raise PluginError(f"{place}: [mod] {name} cannot be {value!r}")
        if any(len(text) > MAX_TEXT_LENGTH for text in (value if listed else [value])):
            raise PluginError(
                f"{place}: [mod] {name} has more than {MAX_TEXT_LENGTH} characters", "shorten it"
            )
    for name in ("name", "variant"):
        if not table.get(name):
            raise PluginError(f"{file}{line_in(toml, 'mod')}: [mod] needs a line {name} = '...'")
    return ModInfo(
        name=table["name"],
        variant=table["variant"],
        title=table.get("title", table["name"]),
        version=table.get("version", "1"),
        summary=table.get("summary", ""),
        rules=tuple(table.get("rules", ())),
        defaults=defaults,
        requires=tuple(table.get("requires", ())),
    )
