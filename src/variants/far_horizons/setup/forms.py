"""The set-up forms of the players, and which are refused (FH-FORM-001).

The gamemaster may raise a species above its form with the fields that begin with x- in JSON.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import field, frozen

from horizons_core.errors import OptionError
from horizons_core.sums import int_sum
from variants.far_horizons.constants import LONGEST_NAME, PLAYERS
from variants.far_horizons.setup.form_text import LEVEL_FIELDS, RAISED_FIELDS, RawForm, raw_forms

_LIST_SERVER_SIGNS = '$!"'
_TITLES = {
    "name": "species name",
    "homeworld": "home planet name",
    "govtname": "government name",
    "govttype": "government type",
}
#: In orders these names follow a class word, where a number means something else (FH-CMD-003).
_WITHOUT_LEADING_DIGIT = ("name", "homeworld")
#: The largest values that a gamemaster may set.
_MOST_RAISED = {"x-econ-units": 10**9, "x-ship-yards": 1000, "x-mi-base": 10**6, "x-ma-base": 10**6}
_HIGHEST_LEVEL = 999
_AT_LEAST_ONE = ("x-tech-mi", "x-tech-ma")  #: a home planet's values are divided by them


@frozen(kw_only=True)
class FormRules:
    """The limits of a set-up form.

    Attributes:
        points: the most that the four levels may take together.
        least_points: the least that they must take.
        shortest_species_name: the fewest characters of a species' name.
        shortest_name: the fewest characters of the other names.
        cuts_names: names that are too long are cut, not refused.
        digits_first: names may begin with a digit.
    """

    points: int = 15  # FH-SETUP-002
    least_points: int = 15  # FH-FORM-002
    shortest_species_name: int = 7  # FH-FORM-004
    shortest_name: int = 1  # FH-FORM-005
    cuts_names: bool = True  # FH-FORM-005, FH-SETUP-007
    digits_first: bool = False  # FH-CMD-003

    def read(self, raw: RawForm) -> RawForm:
        """Return the form with the fields as these rules understand them (FH-SETUP-002)."""
        return raw


RULEBOOK_FORMS = FormRules()


@frozen(kw_only=True)
class SetupForm:
    """An accepted set-up form.

    `levels` are those of ML, GV, LS and BI. `raised` is what the gamemaster has added, under the
    names of the JSON form without the x-. `player` is the player's name, if the form has it.
    """

    name: str
    home: str
    government: str
    government_type: str
    levels: dict[str, int]
    email: str = ""
    player: str = ""
    raised: dict[str, int] = field(factory=dict)


def read_forms(
    text: str, rules: FormRules = RULEBOOK_FORMS, *, list_server: bool = False
) -> list[SetupForm]:
    """Read the forms in a file, plain text or JSON, in its order.

    `list_server` says that messages go through a list server, which some characters in a species'
    name would disturb. Raises OptionError for the first error.
    """
    forms = [_accept(rules.read(raw), rules, list_server=list_server) for raw in raw_forms(text)]
    _check_number(forms)
    _check_names_differ(forms)
    return forms


def warnings(forms: Sequence[SetupForm]) -> list[str]:
    """Return what is allowed in forms but better avoided (FH-FORM-003, FH-FORM-006)."""
    return [line for form in forms for line in _warnings_of(form)]


def _warnings_of(form: SetupForm) -> list[str]:
    lines = [
        f"{form.name}: {tech} is 0 and cannot be raised unless another species teaches it"
        for tech, level in form.levels.items()
        if level == 0 and f"tech-{tech.lower()}" not in form.raised
    ]
    signs = [sign for sign in _LIST_SERVER_SIGNS if sign in form.name]
    lines += [f"{form.name}: avoid the sign {sign} in a species name" for sign in signs]
    return lines


def _accept(raw: RawForm, rules: FormRules, *, list_server: bool) -> SetupForm:
    """Check a form, field by field (FH-FORM-001)."""
    texts = {key: _text(raw, key, rules) for key in _TITLES}
    if list_server:
        _check_for_list_server(raw, texts["name"])
    return SetupForm(
        name=texts["name"],
        home=texts["homeworld"],
        government=texts["govtname"],
        government_type=texts["govttype"],
        levels=_levels(raw, rules),
        email=_email(raw),
        player=str(raw.fields.get("player", "")).strip(),
        raised=_raised(raw),
    )


def _text(raw: RawForm, key: str, rules: FormRules) -> str:
    """Return a name or the type of government; raises OptionError for an invalid one."""
    text = str(raw.fields.get(key, "")).strip(" ")
    if not text:
        raise raw.fault(f"the {_TITLES[key]} is missing", f"fill in '{raw.label_of(key)}'")
    _check_signs(raw, key, text)
    if rules.cuts_names:
        text = text[:LONGEST_NAME].rstrip()
    _check_length(raw, key, text, rules)
    if key in _WITHOUT_LEADING_DIGIT and text[0].isdigit() and not rules.digits_first:
        raise raw.fault(f"the {_TITLES[key]} begins with a digit", "begin it with a letter")
    return text


def _check_length(raw: RawForm, key: str, text: str, rules: FormRules) -> None:
    least = rules.shortest_species_name if key == "name" else rules.shortest_name
    if not least <= len(text) <= LONGEST_NAME:
        raise raw.fault(
            f"the {_TITLES[key]} has {len(text)} characters",
            f"choose one of {least} to {LONGEST_NAME}",
        )


def _check_signs(raw: RawForm, key: str, text: str) -> None:
    """Refuse signs that are not printable, and commas and semicolons in names."""
    for sign in text:
        if not sign.isprintable():
            culprit = "a tab" if sign == "\t" else f"the sign {sign!a}"
            raise raw.fault(
                f"the {_TITLES[key]} contains {culprit}", "use printable signs and blanks"
            )
        if sign in ",;" and key != "govttype":
            culprit = "a comma" if sign == "," else "a semicolon"
            raise raw.fault(f"the {_TITLES[key]} contains {culprit}", "leave it out")


def _check_for_list_server(raw: RawForm, name: str) -> None:
    for sign in _LIST_SERVER_SIGNS:
        if sign in name:
            raise raw.fault(
                f"the species name contains {sign}, which a list server does not pass on",
                "leave it out",
            )


def _levels(raw: RawForm, rules: FormRules) -> dict[str, int]:
    """Return the levels bought with the points (FH-SETUP-002, FH-FORM-002)."""
    levels = {key.upper(): int(raw.fields.get(key, 0)) for key in LEVEL_FIELDS}
    for key in LEVEL_FIELDS:
        if not 0 <= levels[key.upper()] <= rules.points:
            raise raw.fault(
                f"'{raw.label_of(key)}' is {levels[key.upper()]}", f"choose 0 to {rules.points}"
            )
    points = int_sum(levels.values())
    if not rules.least_points <= points <= rules.points:
        raise raw.fault(
            f"its levels take {points} points",
            f"distribute exactly {rules.points} over ML, GV, LS and BI",
        )
    return levels


def _email(raw: RawForm) -> str:
    email = str(raw.fields.get("email", "")).strip()
    if email and (not email.isprintable() or " " in email or "@" not in email):
        raise raw.fault(
            "'email' is not an address", "give one like name@example.com, or leave it out"
        )
    return email


def _raised(raw: RawForm) -> dict[str, int]:
    raised: dict[str, int] = {}
    for key in RAISED_FIELDS:
        if key in raw.fields:
            value, most = int(raw.fields[key]), _MOST_RAISED.get(key, _HIGHEST_LEVEL)
            least = 1 if key in _AT_LEAST_ONE else 0
            if not least <= value <= most:
                raise raw.fault(f"'{key}' is {value}", f"choose {least} to {most}")
            raised[key.removeprefix("x-")] = value
    return raised


def _check_number(forms: Sequence[SetupForm]) -> None:
    least, most = PLAYERS
    if not least <= len(forms) <= most:
        raise OptionError(
            f"there are {len(forms)} set-up forms", f"a game has {least} to {most} species"
        )


def _check_names_differ(forms: Sequence[SetupForm]) -> None:
    """Refuse two equal species names; orders name species without regard to case (FH-FORM-007)."""
    first_numbers: dict[str, int] = {}
    for number, form in enumerate(forms, start=1):
        first = first_numbers.setdefault(form.name.casefold(), number)
        if first != number:
            raise OptionError(
                f"set-up form {number} ({form.name}): form {first} has the same species name",
                "ask the player for another one",
            )
