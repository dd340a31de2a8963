"""Reading set-up forms into their fields (FH-FORM-001).

A form may be written in the words of the rulebook's form, in the engine's short words or as JSON:

    Player: Ada                       species                     [{"player": "Ada",
    Military: 4                       player Ada                    "tech-ml": 4,
    Gravitics: 4                      ml 4                          "tech-gv": 4,
    Life Support: 4                   gv 4                          "tech-ls": 4,
    Biology: 3                        ls 4                          "tech-bi": 3,
    Species name: Klingon Empire      bi 3                          "name": "Klingon Empire",
    Home planet name: Kronos          name Klingon Empire           "homeworld": "Kronos",
    Government name: High Council     homeworld Kronos              "govt-name": "High Council",
    Government type: Feudal           govtname High Council         "govt-type": "Feudal"}]
                                      govttype Feudal

The player's name may be left out. `setup.forms` checks what the fields may hold.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from attrs import define, field

from horizons_core.data_text import DataError, read_json
from horizons_core.errors import OptionError, did_you_mean

TEXT_FIELDS = ("player", "name", "homeworld", "govtname", "govttype", "email")
LEVEL_FIELDS = ("ml", "gv", "ls", "bi")
RAISED_FIELDS = (
    *(f"x-tech-{tech}" for tech in ("mi", "ma", "ml", "gv", "ls", "bi")),
    *("x-econ-units", "x-ship-yards", "x-mi-base", "x-ma-base"),
)
_JSON_NAMES = {
    "govtname": "govt-name",
    "govttype": "govt-type",
    **{level: f"tech-{level}" for level in LEVEL_FIELDS},
}
#: The fields by their names in JSON, and in plain text.
_JSON_KEYS = {
    _JSON_NAMES.get(key, key): key for key in (*TEXT_FIELDS, *LEVEL_FIELDS, *RAISED_FIELDS)
}
_PLAIN_KEYS = {key: key for key in (*TEXT_FIELDS, *LEVEL_FIELDS)}
#: The fields by their words in the rulebook's form.
_PRINTED_KEYS = {
    "player": "player",
    "military": "ml",
    "gravitics": "gv",
    "life support": "ls",
    "biology": "bi",
    "species name": "name",
    "home planet name": "homeworld",
    "government name": "govtname",
    "government type": "govttype",
    "e-mail": "email",
}
_PRINTED_NAMES = {key: label.capitalize() for label, key in _PRINTED_KEYS.items()}
_PRINTED_LINE = re.compile(r"([A-Za-z][A-Za-z -]*?)\s*(?:\([^)]*\))?\s*:(.*)")
#: How the other lines of the rulebook's form begin.
_EXPLANATIONS = (
    "allocate points", "you have a total", "[reminder", "another species transfers", "next, enter",
    "you may use up to",
)  # fmt: skip
#: The level field that begins another form in the rulebook's words, if it comes again.
_FIRST_LEVEL = "ml"
_START = "species"
_MAX_NUMBER = 10**9


@define
class RawForm:
    """The fields of one form, in the order in which they are written.

    `number` is its position among the forms, from 1; `json` says that it is written in JSON,
    `printed` that it is written in the words of the rulebook's form.
    """

    number: int
    json: bool = False
    printed: bool = False
    fields: dict[str, str | int] = field(factory=dict)

    def label_of(self, key: str) -> str:
        """Return the name of a field as this form writes it."""
        if self.printed:
            return _PRINTED_NAMES.get(key, key)
        return _JSON_NAMES.get(key, key) if self.json else key

    def fault(self, message: str, hint: str = "") -> OptionError:
        """Return the error that refuses this form."""
        name = self.fields.get("player") or self.fields.get("name")
        owner = f" ({name})" if isinstance(name, str) and name.isprintable() else ""
        return OptionError(f"set-up form {self.number}{owner}: {message}", hint)


def raw_forms(text: str) -> list[RawForm]:
    """Read the forms in a file; JSON begins with a bracket.

    Raises OptionError for text that is not a form, an unknown or repeated field, or an invalid
    number.
    """
    text = text.removeprefix("\ufeff")
    is_json = text.lstrip()[:1] in {"[", "{"}
    forms = list(_json_forms(text)) if is_json else _plain_forms(text)
    if not forms:
        raise OptionError(
            "there is no set-up form", "begin each form with a line 'Player: ...', or give JSON"
        )
    return forms


def _plain_forms(text: str) -> list[RawForm]:
    forms: list[RawForm] = []
    for number, raw_line in enumerate(text.splitlines(), start=1):
        line = raw_line.strip()
        if not line or line.startswith("#") or line.casefold().startswith(_EXPLANATIONS):
            continue
        try:
            _read_line(line, forms)
        except OptionError as fault:
            raise OptionError(f"line {number}: {fault.message}", fault.hint) from None
    return forms


def _read_line(line: str, forms: list[RawForm]) -> None:
    match = _PRINTED_LINE.fullmatch(line)
    if match is not None:
        _read_printed(match[1], match[2].strip(), forms)
        return
    word, *rest = line.split(maxsplit=1)
    key, value = word.lower(), "".join(rest)
    if key == _START:
        if value:
            raise OptionError(
                f"'{_START}' must be alone on its line", f"write 'name {value}' in a line below"
            )
        forms.append(RawForm(len(forms) + 1))
    elif not forms:
        raise OptionError(f"'{word}' is before the first form", f"begin with a line '{_START}'")
    else:
        _set_field(forms[-1], key, _number(value) if key in LEVEL_FIELDS else value, _PLAIN_KEYS)


def _read_printed(label: str, value: str, forms: list[RawForm]) -> None:
    """Read a line in the words of the rulebook's form."""
    folded = " ".join(label.casefold().split())
    key = _PRINTED_KEYS.get(folded)
    if not forms or _begins_form(key, forms[-1]):
        forms.append(RawForm(len(forms) + 1))
    forms[-1].printed = True
    _set_field(forms[-1], folded, _number(value) if key in LEVEL_FIELDS else value, _PRINTED_KEYS)


def _begins_form(key: str | None, form: RawForm) -> bool:
    """Return whether a line with this field begins a new form."""
    return (key == "player" and bool(form.fields)) or (key == _FIRST_LEVEL and key in form.fields)


def _number(value: str) -> int | str:
    """Return a whole number as an int, anything else unchanged."""
    return int(value) if re.fullmatch(r"[+-]?[0-9]{1,9}", value) else value


def _set_field(form: RawForm, word: str, value: Any, keys: dict[str, str]) -> None:
    """Store a field; raises OptionError for an unknown one, or for a value of the wrong type."""
    key = keys.get(word)
    if key is None:
        suggestions = [known for known in keys if not known.startswith("x-")]
        raise form.fault(f"there is no field '{word}'", did_you_mean(word, suggestions))
    if key in form.fields:
        raise form.fault(f"'{word}' is given twice")
    if key in TEXT_FIELDS:
        if not isinstance(value, str):
            raise form.fault(f"'{word}' takes a text, not {_preview(value)}")
    elif not isinstance(value, int) or isinstance(value, bool) or abs(value) > _MAX_NUMBER:
        raise form.fault(f"'{word}' takes a whole number, not {_preview(value)}")
    form.fields[key] = value


def _preview(value: Any) -> str:
    """Return a value as it was written, cut short."""
    if isinstance(value, list | _Pairs):
        return "a list" if isinstance(value, list) else "an object"
    if isinstance(value, int) and abs(value) > _MAX_NUMBER:
        return "so large a one"
    text = json.dumps(value) if value != "" else "nothing"
    return text if len(text) <= 40 else f"{text[:37]}..."


def _json_forms(text: str) -> Iterator[RawForm]:
    """Read the forms of a JSON array."""
    for number, entry in enumerate(_read_array(text), start=1):
        form = RawForm(number, json=True)
        if not isinstance(entry, _Pairs):
            raise form.fault(f"expected an object with the fields of a form, not {_preview(entry)}")
        for word, value in entry.pairs:
            _set_field(form, word, value, _JSON_KEYS)
        yield form


@define
class _Pairs:
    """An object of a JSON file with all its fields, repeated ones included."""

    pairs: list[tuple[str, Any]]


def _read_array(text: str) -> list[Any]:
    try:
        data = read_json(text, _Pairs)
    except DataError as fault:
        raise OptionError(f"the set-up forms are no JSON: {fault.message}", fault.hint) from None
    if not isinstance(data, list):
        raise OptionError("set-up forms in JSON are an array of objects", "put [ ] around the form")
    return data
