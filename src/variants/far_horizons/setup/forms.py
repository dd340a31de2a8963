"""Set-up forms of the players: their checks, and forms for players who have none (FH-FORM-001)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from attrs import field, frozen

from horizons_core.errors import OptionError, did_you_mean
from horizons_core.model import folded
from horizons_core.sums import int_sum
from variants.far_horizons.constants import MAX_NAME_LENGTH, PLAYERS
from variants.far_horizons.setup.form_text import LEVEL_FIELDS, RAISED_FIELDS, RawForm, raw_forms

_LIST_SERVER_CHARACTERS = '$!"'
_TITLES = {
    "name": "species name",
    "homeworld": "home planet name",
    "govtname": "government name",
    "govttype": "government type",
}
#: Names that follow a class word in orders, where a number means something else (FH-CMD-003).
_WITHOUT_LEADING_DIGIT = ("name", "homeworld")
#: The largest values that a gamemaster may set.
_MAX_RAISED = {"x-econ-units": 10**9, "x-ship-yards": 1000, "x-mi-base": 10**6, "x-ma-base": 10**6}
_MAX_LEVEL = 999
_AT_LEAST_ONE = ("x-tech-mi", "x-tech-ma")  #: a home planet's values are divided by them
#: The levels of a player who does not choose any.
USUAL_LEVELS = {"ML": 4, "GV": 4, "LS": 4, "BI": 3}


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
    unfit = [char for char in _LIST_SERVER_CHARACTERS if char in form.name]
    lines += [f"{form.name}: avoid the character {char} in a species name" for char in unfit]
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
    _check_characters(raw, key, text)
    if rules.cuts_names:
        text = text[:MAX_NAME_LENGTH].rstrip()
    _check_length(raw, key, text, rules)
    if key in _WITHOUT_LEADING_DIGIT and text[0].isdigit() and not rules.digits_first:
        raise raw.fault(f"the {_TITLES[key]} begins with a digit", "begin it with a letter")
    return text


def _check_length(raw: RawForm, key: str, text: str, rules: FormRules) -> None:
    minimum = rules.shortest_species_name if key == "name" else rules.shortest_name
    if not minimum <= len(text) <= MAX_NAME_LENGTH:
        raise raw.fault(
            f"the {_TITLES[key]} has {len(text)} characters",
            f"choose one of {minimum} to {MAX_NAME_LENGTH}",
        )


def _check_characters(raw: RawForm, key: str, text: str) -> None:
    """Refuse characters that are not printable, and commas and semicolons in names."""
    for char in text:
        if not char.isprintable():
            character_name = "a tab" if char == "\t" else f"the character {char!a}"
            raise raw.fault(
                f"the {_TITLES[key]} contains {character_name}",
                "use printable characters and spaces",
            )
        if char in ",;" and key != "govttype":
            character_name = "a comma" if char == "," else "a semicolon"
            raise raw.fault(f"the {_TITLES[key]} contains {character_name}", "leave it out")


def _check_for_list_server(raw: RawForm, name: str) -> None:
    for char in _LIST_SERVER_CHARACTERS:
        if char in name:
            raise raw.fault(
                f"the species name contains {char}, which a list server does not pass on",
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
            value, maximum = int(raw.fields[key]), _MAX_RAISED.get(key, _MAX_LEVEL)
            minimum = 1 if key in _AT_LEAST_ONE else 0
            if not minimum <= value <= maximum:
                raise raw.fault(f"'{key}' is {value}", f"choose {minimum} to {maximum}")
            raised[key.removeprefix("x-")] = value
    return raised


def _check_number(forms: Sequence[SetupForm]) -> None:
    minimum, maximum = PLAYERS
    if not minimum <= len(forms) <= maximum:
        raise OptionError(
            f"there are {len(forms)} set-up forms", f"a game has {minimum} to {maximum} species"
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


def forms_by_player(players: Sequence[str], forms: Sequence[SetupForm]) -> dict[str, SetupForm]:
    """Return a form for every player, in the order of players.

    A form belongs to the player it names; a form without a name belongs to the next player without
    a form. The remaining players get a form that is made for them. Raises OptionError for a form of
    a person who does not play, two forms of one player, too many forms, or a species with the name
    of another player.
    """
    forms_of = _match_named_forms(players, [form for form in forms if form.player])
    unmatched = (player for player in players if player not in forms_of)
    for form in forms:
        if form.player:
            continue
        player = next(unmatched, None)
        if player is None:
            raise OptionError(
                f"there are {len(forms)} set-up forms for {len(players)} players",
                "leave out one, or name one more player",
            )
        forms_of[player] = form
    for player, form in forms_of.items():
        _check_not_another(player, form, players)
    used = {form.name.casefold() for form in forms_of.values()}
    return {player: forms_of.get(player) or usual_form(player, players, used) for player in players}


def _match_named_forms(players: Sequence[str], forms: Sequence[SetupForm]) -> dict[str, SetupForm]:
    by_spelling = {folded(player): player for player in players}
    by_player: dict[str, SetupForm] = {}
    for form in forms:
        player = by_spelling.get(folded(form.player))
        if player is None:
            hint = did_you_mean(form.player, players)
            raise OptionError(f"set-up form of '{form.player}', who does not play", hint)
        if player in by_player:
            raise OptionError(f"there are two set-up forms of '{player}'", "leave out one")
        by_player[player] = form
    return by_player


def _check_not_another(player: str, form: SetupForm, players: Sequence[str]) -> None:
    """Refuse a species that has the name of another player."""
    for other in players:
        if other != player and folded(other) == folded(form.name):
            raise OptionError(
                f"the species of '{player}' is called '{form.name}', which is a player's name",
                "choose another species name",
            )


def usual_form(player: str, players: Sequence[str], used_names: set[str]) -> SetupForm:
    """Make a form with balanced levels and names from the player's; add to `used_names`."""
    name = " ".join("".join(" " if char in ",;" else char for char in player).split())
    name = name if name[:1].isalpha() else f"House {name}".strip()  # FH-CMD-003
    other_players = {folded(other) for other in players if other != player}
    shortest = RULEBOOK_FORMS.shortest_species_name
    for number in count(1):
        ending = "" if number == 1 else f" {number}"
        species = _with_ending(name, ending or ("" if len(name) >= shortest else " Empire"))
        if len(species) < shortest:  # FH-FORM-004
            species = _with_ending(name, f" Empire{ending}")
        if species.casefold() not in used_names and folded(species) not in other_players:
            break
    used_names.add(species.casefold())
    return SetupForm(
        name=species,
        home=_with_ending(name, " Prime"),
        government=_with_ending(name, " Council"),
        government_type="Republic",
        levels=dict(USUAL_LEVELS),
        player=player,
    )


def _with_ending(name: str, ending: str) -> str:
    """Append an ending to a name, which is cut so that the result is not too long."""
    return name[: MAX_NAME_LENGTH - len(ending)].rstrip() + ending
