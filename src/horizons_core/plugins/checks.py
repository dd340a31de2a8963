"""Checks of a variant and its mods when they are loaded."""

from __future__ import annotations

import enum
import types
import typing
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import attrs

from horizons_core.errors import (
    HorizonsError,
    OptionError,
    PluginError,
    did_you_mean,
    shortened,
)
from horizons_core.model.entities import Game
from horizons_core.model.sight import has_mark
from horizons_core.model.views import Role
from horizons_core.orders.commands import Command
from horizons_core.orders.grammar import OrderLanguage, rule_of
from horizons_core.plugins.implementations import place_of
from horizons_core.plugins.info import ModInfo, Option
from horizons_core.plugins.places import Sources
from horizons_core.rules import Catalogue
from horizons_core.turn.context import Phase

_ATOMS = (str, int, float, bool, type(None))
_SETS = (set, frozenset)
_CONTAINERS = (list, dict, tuple)
_REMEDY = "a game holds texts, numbers, lists, dicts, tuples and attrs classes"


def check_texts(sources: Sources, hook: str, label: str, words: Any) -> None:
    """Raise PluginError unless `words` is a list or tuple of texts."""
    if not isinstance(words, list | tuple) or not all(isinstance(word, str) for word in words):
        raise PluginError(
            f"{sources.of_hook(hook)}: {label} is"
            f" {shortened(repr(words), 200)}, not a list of texts",
            "write a list or tuple, even for one name: ('name',)",
        )


def check_unique(sources: Sources, label: str, words: Iterable[str]) -> None:
    """Raise PluginError for a duplicate word."""
    earlier: set[str] = set()
    for word in words:
        if word in earlier:
            raise PluginError(
                f"{sources.of_text(word)}{sources.with_mods}: two {label} are called '{word}'",
                "rename one of them",
            )
        earlier.add(word)


def check_commands(sources: Sources, commands: Sequence[Any], phases: Sequence[Any]) -> None:
    """Raise PluginError for commands and phases that do not fit each other."""
    _check_kind(sources, "horizons_commands", commands, Command)
    _check_kind(sources, "horizons_phases", phases, Phase)
    check_unique(sources, "orders", (command.keyword for command in commands))
    check_unique(sources, "phases", (phase.name for phase in phases))
    check_unique(sources, "grammar rules", (rule_of(command) for command in commands))
    known = [phase.name for phase in phases]
    for command in commands:
        _check_forms(sources, command)
        if not command.phase:
            raise PluginError(
                f"{sources.of_text(command.keyword)}: order {command.keyword} has no phase that"
                " carries it out",
                f"write phase=..., one of: {', '.join(known)}",
            )
        for phase in (command.phase, command.after or command.phase):
            if phase in known:
                continue
            raise PluginError(
                f"{sources.of_text(phase, command.keyword)}: order {command.keyword} is for"
                f" phase '{phase}', which is not among the phases",
                did_you_mean(phase, known),
            )


def _check_forms(sources: Sources, command: Command) -> None:
    """Raise PluginError for a form that does not fit its command."""

    def place() -> str:
        return sources.of_text(template, command.keyword)

    for template, form in zip(command.forms, command.templates, strict=False):
        words = command.keyword.split()
        outside = [part for part in form.parts if not isinstance(part, tuple)]
        if outside[: len(words)] != words:
            raise PluginError(
                f"{place()}: order {command.keyword} has the form '{template}'",
                f"begin it with {command.keyword}",
            )
        for argument in sorted(form.names - set(command.arguments)):
            raise PluginError(
                f"{place()}: order {command.keyword} has the form '{template}', but no"
                f" argument '{argument}'",
                did_you_mean(argument, command.arguments),
            )


def check_things(sources: Sources, view_model: object, commands: Sequence[Command]) -> None:
    """Raise PluginError for an argument of things of a kind that the view does not list.

    The view model declares the kinds as `kinds`; otherwise nothing is checked.
    """
    kinds = getattr(view_model, "kinds", None)
    if kinds is None:
        return
    known = [*kinds, "place"]
    for command in commands:
        for argument, declared in command.arguments.items():
            for kind in declared.things:
                if kind not in known:
                    raise PluginError(
                        f"{sources.of_text(kind, command.keyword)}: no thing of view kind '{kind}'"
                        f" fits argument '{argument}' of {command.keyword}",
                        did_you_mean(kind, known),
                    )


def check_clauses(sources: Sources, mods: Sequence[ModInfo], rules: Catalogue) -> None:
    """Raise PluginError for a mod that changes a clause that does not exist."""
    for mod in mods:
        for clause in mod.rules:
            if len(rules) and clause not in rules:
                raise PluginError(
                    f"{sources.of_text(clause)}: the mod '{mod.name}' changes the clause {clause},"
                    " which does not exist",
                    did_you_mean(clause, [entry.id for entry in rules]),
                )


def _check_kind(sources: Sources, hook: str, answers: Sequence[Any], kind: type) -> None:
    for answer in answers:
        if not isinstance(answer, kind):
            raise PluginError(
                f"{sources.of_hook(hook)}: {hook} returns {answer!r} in its list",
                f"it must be a {kind.__name__}",
            )


def check_roles(sources: Sources, roles: Sequence[Role], commands: Sequence[Command]) -> None:
    """Raise PluginError for duplicate roles, and for commands of an unknown role."""
    check_unique(sources, "roles", (role.name for role in roles))
    known = ["", *(role.name for role in roles)]
    for command in commands:
        for role in command.roles:
            if role not in known:
                raise PluginError(
                    f"{sources.of_text(role)}: order {command.keyword} is for the role '{role}',"
                    " which the variant"
                    " does not have",
                    did_you_mean(role, known[1:]),
                )


def check_stages(sources: Sources, stages: Mapping[str, Any], commands: Sequence[Command]) -> None:
    """Raise PluginError for titles that are not texts, and for commands of an unknown stage."""
    for stage, title in stages.items():
        if not isinstance(stage, str) or not isinstance(title, str):
            raise PluginError(
                f"{sources.of_hook('horizons_variant_info')}: VariantInfo.stages has {stage!r}:"
                f" {title!r}, which are not both texts",
                "write the stage's name and its title: {'retreats': 'Retreats'}",
            )
    for command in commands:
        hook, keyword = "horizons_commands", command.keyword
        check_texts(sources, hook, f"Command.stages of {keyword}", command.stages)
        for stage in command.stages:
            check_stage(sources, hook, f"order {keyword} is for the stage", stage, stages)


def check_stage(
    sources: Sources, hook: str, label: str, stage: object, stages: Mapping[str, Any]
) -> None:
    """Raise PluginError for a stage that is neither declared nor "", the ordinary turn."""
    if isinstance(stage, str) and (stage in stages or not stage):
        return
    known = [declared for declared in stages if declared]
    is_near = isinstance(stage, str) and known
    raise PluginError(
        f"{sources.of_hook(hook)}: {label} {shortened(repr(stage), 200)}, which"
        " VariantInfo.stages does not declare",
        did_you_mean(str(stage), known) if is_near else "declare it there, with its title",
    )


def check_grammar(sources: Sources, language: object) -> None:
    """Raise PluginError if the grammar lacks the rule of a command or an argument."""
    if not isinstance(language, OrderLanguage):
        return
    rules = language.rule_names()
    for command in language.commands:
        if rule_of(command) not in rules:
            raise PluginError(
                f"{sources.of_text(command.rule, command.keyword)}: order {command.keyword} is read"
                f" by the grammar rule '{command.rule}', which the grammar does not have",
                did_you_mean(command.rule, rules),
            )
    for command in language.commands:
        block = command.keyword == language.style.block
        for argument in command.arguments:
            if argument not in rules and not (block and argument == "lines"):
                raise PluginError(
                    (
                        f"{sources.of_text(command.keyword)}: order {command.keyword} has"
                        f" an argument '{argument}', which the grammar does not have"
                    ),
                    did_you_mean(argument, rules),
                )


def check_parser(sources: Sources, language: object) -> None:
    """Raise PluginError if the grammar is not valid; building the parser takes time."""
    if not isinstance(language, OrderLanguage):
        return
    try:
        _ = language.parser
    except PluginError as problem:
        place = sources.of_hook("horizons_order_language", "horizons_commands")
        raise PluginError(f"{place}: {problem.message}", problem.hint) from problem


def check_options(sources: Sources, options: Sequence[Option]) -> None:
    """Raise PluginError for duplicate options, and for defaults that their option rejects."""
    check_unique(sources, "options", (option.name for option in options))
    for option in options:
        try:
            if option.default is not None:
                option.checked(option.default)
        except OptionError as problem:
            raise PluginError(
                f"{sources.of_text(option.name)}: a default is not valid: {problem.message}",
                "give it another default, or other limits",
            ) from problem


def check_messages(sources: Sources, messages: Mapping[str, Any]) -> None:
    """Raise PluginError for a sentence that is not a text."""
    for code, text in messages.items():
        if not isinstance(text, str):
            raise PluginError(
                f"{sources.of_text(code)}: the message '{code}' is {text!r}, not text",
                "put it in quotes",
            )


@cache
def check_game_class(cls: Any) -> None:
    """Raise PluginError for a field of a game, or of a class in it, that games cannot have.

    Rejected are sets (their order differs between processes), classes that cannot be loaded,
    mutable defaults, and fields of the game without a mark of visibility.
    """
    if not (isinstance(cls, type) and issubclass(cls, Game)):
        raise PluginError(f"VariantInfo.game is {cls!r}", "name a subclass of horizons_core.Game")
    checked: set[type] = set()
    _check_class(cls, checked)
    inherited = {field.name for field in attrs.fields(Game)}
    for field in attrs.fields(cls):
        if field.name not in inherited and not has_mark(field):
            raise PluginError(
                (
                    f"{place_of(cls)}: {cls.__name__}.{field.name} does not declare who may see"
                    " it, so it stays hidden"
                ),
                "write known(...), seen_from(Sight..., ...) or secret(...)",
            )


def _check_class(cls: type, checked: set[type]) -> None:
    if cls in checked:
        return
    checked.add(cls)
    try:
        hints = typing.get_type_hints(cls)
    except NameError as problem:
        raise PluginError(
            f"{place_of(cls)}: {cls.__name__}: {problem}",
            "types of fields must be importable at run time, not for type checking alone",
        ) from problem
    for field in attrs.fields(cls):
        try:
            _check_default(field.default)
            parts = list(_check_type(hints.get(field.name, field.type)))
        except _UnfitError as fault:
            place = f"{place_of(cls)}: {cls.__name__}.{field.name}"  # slow to find
            raise PluginError(f"{place} {fault.message}", fault.hint) from None
        for part in parts:
            _check_class(part, checked)


class _UnfitError(HorizonsError):
    """A mistake in a field, without its place."""


def _check_default(default: Any) -> None:
    shared = isinstance(default, list | dict | set | bytearray)
    if shared or (attrs.has(type(default)) and not _frozen(type(default))):
        factory = type(default).__name__
        raise _UnfitError(
            "has a default that all games would share",
            f"write factory={factory} instead of default=...",
        )


def _frozen(cls: type) -> bool:
    return getattr(cls.__setattr__, "__name__", "") == "_frozen_setattrs"


def _check_type(kind: Any) -> Iterator[type]:
    """Yield the attrs classes in a type; raises _UnfitError for types that games cannot hold."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if kind is Any or kind in _ATOMS or origin is typing.Literal:
        return
    if kind in _SETS or origin in _SETS:
        raise _UnfitError(
            "is a set, whose order differs between processes",
            "use a list, or a dict with the items as keys",
        )
    is_union = origin in (typing.Union, types.UnionType)
    if is_union:
        alternatives = [part for part in arguments if part is not type(None)]
        if len(alternatives) > 1 and not all(map(attrs.has, alternatives)):
            message = f"has the type {kind}, which cannot be read back from a saved game"
            raise _UnfitError(message, _REMEDY)
    if is_union or kind in _CONTAINERS or origin in _CONTAINERS:
        for argument in arguments:
            if argument is not Ellipsis:
                yield from _check_type(argument)
    elif isinstance(kind, type) and attrs.has(kind):
        yield kind
    elif not (isinstance(kind, type) and issubclass(kind, enum.Enum)):
        name = getattr(kind, "__name__", kind)
        raise _UnfitError(f"is a {name}, which cannot be read back from a saved game", _REMEDY)
