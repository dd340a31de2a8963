"""Checks of a variant when it is loaded, before any game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from horizons_core.errors import OptionError, PluginError, did_you_mean, nearest, shortened
from horizons_core.model.roles import Role
from horizons_core.orders.commands import Command
from horizons_core.orders.grammar import OrderLanguage, rule_of
from horizons_core.plugins.info import Option
from horizons_core.turn.context import Phase

#: The attributes of a view model.
VIEW_MODEL = ("observer", "describe", "hypothesize", "map")


def check_provided(name: str, answer: object, hook: str, parts: Sequence[str]) -> None:
    """Raise PluginError if a hook's answer lacks one of these attributes."""
    for part in parts:
        if not hasattr(answer, part):
            raise PluginError(
                f"{name}: {hook}: {type(answer).__name__} has no '{part}'", _part_hint(part, answer)
            )


def _part_hint(part: str, answer: object) -> str:
    """Return a hint for a missing attribute: the nearest name, or to add it."""
    near = nearest(part, [name for name in dir(answer) if not name.startswith("_")])
    return f"did you mean '{near}'?" if near else f"give it '{part}'"


def check_texts(name: str, label: str, words: Any) -> None:
    """Raise PluginError unless `words` is a list or tuple of texts."""
    if not isinstance(words, list | tuple) or not all(isinstance(word, str) for word in words):
        raise PluginError(
            f"{name}: {label} is {shortened(repr(words), 200)}, not a list of texts",
            "write a list or tuple, even for one name: ('name',)",
        )


def check_unique(name: str, label: str, words: Iterable[str]) -> None:
    """Raise PluginError for a duplicate word."""
    earlier: set[str] = set()
    for word in words:
        if word in earlier:
            raise PluginError(f"{name}: two {label} are called '{word}'", "rename one of them")
        earlier.add(word)


def check_commands(name: str, commands: Sequence[Any], phases: Sequence[Any]) -> None:
    """Raise PluginError for commands and phases that do not fit each other."""
    _check_kind(name, "horizons_commands", commands, Command)
    _check_kind(name, "horizons_phases", phases, Phase)
    check_unique(name, "orders", (command.keyword for command in commands))
    check_unique(name, "phases", (phase.name for phase in phases))
    check_unique(name, "grammar rules", (rule_of(command) for command in commands))
    known = [phase.name for phase in phases]
    for command in commands:
        if not command.phase:
            raise PluginError(
                f"{name}: order {command.keyword} has no phase that carries it out",
                f"write phase=..., one of: {', '.join(known)}",
            )
        if command.phase not in known:
            raise PluginError(
                f"{name}: order {command.keyword} is for phase '{command.phase}', which is not"
                " among the phases",
                did_you_mean(command.phase, known),
            )


def _check_kind(name: str, hook: str, answers: Sequence[Any], kind: type) -> None:
    for answer in answers:
        if not isinstance(answer, kind):
            raise PluginError(
                f"{name}: {hook} returns {answer!r} in its list",
                f"it must be a {kind.__name__}",
            )


def check_roles(name: str, roles: Sequence[Role], commands: Sequence[Command]) -> None:
    """Raise PluginError for duplicate roles, and for commands of an unknown role."""
    check_unique(name, "roles", (role.name for role in roles))
    known = ["", *(role.name for role in roles)]
    for command in commands:
        for role in command.roles:
            if role not in known:
                raise PluginError(
                    f"{name}: order {command.keyword} is for the role '{role}', which the variant"
                    " does not have",
                    did_you_mean(role, known[1:]),
                )


def check_grammar(name: str, language: object) -> None:
    """Raise PluginError if the grammar lacks the rule of a command or an argument."""
    if not isinstance(language, OrderLanguage):
        return
    rules = language.rule_names()
    for command in language.commands:
        if rule_of(command) not in rules:
            raise PluginError(
                f"{name}: order {command.keyword} is read by the grammar rule '{command.rule}',"
                " which the grammar does not have",
                did_you_mean(command.rule, rules),
            )
    for command in language.commands:
        block = command.keyword == language.style.block
        for argument in command.arguments:
            if argument not in rules and not (block and argument == "lines"):
                raise PluginError(
                    (
                        f"{name}: order {command.keyword} has an argument '{argument}', which the"
                        " grammar does not have"
                    ),
                    did_you_mean(argument, rules),
                )


def check_parser(name: str, language: object) -> None:
    """Raise PluginError if the grammar is not valid; building the parser takes time."""
    if not isinstance(language, OrderLanguage):
        return
    try:
        _ = language.parser
    except PluginError as problem:
        raise PluginError(f"{name}: {problem.message}", problem.hint) from problem


def check_options(name: str, options: Sequence[Option]) -> None:
    """Raise PluginError for duplicate options, and for defaults that their option rejects."""
    check_unique(name, "options", (option.name for option in options))
    for option in options:
        try:
            if option.default is not None:
                option.checked(option.default)
        except OptionError as problem:
            raise PluginError(
                f"{name}: a default is not valid: {problem.message}",
                "give it another default, or other limits",
            ) from problem


def check_messages(name: str, messages: Mapping[str, Any]) -> None:
    """Raise PluginError for a sentence that is not a text."""
    for code, text in messages.items():
        if not isinstance(text, str):
            raise PluginError(
                f"{name}: the message '{code}' is {text!r}, not text", "put it in quotes"
            )
