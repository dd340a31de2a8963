"""Scenarios in YAML files, which set up a game, run turns and check the results.

For example::

    scenario: A probe costs one thruster
    variant: event_horizon
    rules: [EH-CMP-002]
    players: [Ada, Brin]
    orders: {Ada: "BUILD 1 0 1 0 0 Probe"}
    expect:
      - {query: "empires[0].stock.thruster", equals: 4}
      - {diagnostics: Ada, count: 0}

`scenario` (its title), `variant` and `players` are required. Optional keys are `mods`, `rules` (the
clauses it proves), `seats` (people without an empire, by name, with their roles), `seed` (default
1), `options`, `state` (in the variant's own format, see the hook `horizons_scenario_state`),
`orders` (by player for every turn, or a list with such a mapping for each), `turns` (default 1, or
the length of the list) and `expect`, whose items check one thing each:

- `query` (JMESPath over the dumped game after the last turn) with `equals`, `contains`, `between`;
- `view: Player` with `query` and the same keys;
- `report: Player` (the last turn's text) with `contains` or `lacks`, a text or a list of texts;
- `diagnostics: Player` (of all turns) with `count`, `codes` (all, in order) or `contains`;
- `events: code` (of all turns) with `count`; by default, at least one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import field, frozen

from horizons_core.codec import dump
from horizons_core.data_text import DataError, read_file, read_yaml
from horizons_core.errors import HorizonsError, ScenarioError, did_you_mean
from horizons_core.model.entities import Game
from horizons_core.plugins.loader import load_variant, opening, run_turn
from horizons_core.plugins.variant import Variant
from horizons_core.queries import compare
from horizons_core.turn.run import Turn

__all__ = ["Orders", "Scenario", "ScenarioResult", "load_scenario", "read_scenario", "run_scenario"]

#: Limit for the turns of a scenario.
MAX_TURNS = 1000

#: The type of each key's value.
_KEYS: dict[str, type | tuple[type, ...]] = {
    "scenario": str, "variant": str, "mods": list, "rules": list, "players": list, "seats": dict,
    "seed": (int, str), "options": dict, "state": dict, "orders": (dict, list), "turns": int,
    "expect": list,
}  # fmt: skip

#: The answers that each kind of question can have, by the key of the question.
_QUESTIONS: dict[str, tuple[str, ...]] = {
    "view": ("query", "equals", "contains", "between"),
    "query": ("equals", "contains", "between"),
    "report": ("contains", "lacks"),
    "diagnostics": ("count", "codes", "contains"),
    "events": ("count",),
}

#: The orders of a turn: a text for each player with orders.
Orders = Mapping[str, str]


@frozen
class Scenario:
    """A situation as read from a file.

    Attributes:
        title: its title.
        variant: the variant's name.
        players: their names, in the order of the game.
        mods: the active house rules, in order.
        rules: the clauses that it proves.
        seed: the seed of the game.
        options: the game's options.
        state: the differences from a fresh game, in the variant's own format.
        orders: one mapping per turn, empty for a turn without orders.
        expect: the questions as written.
        place: the file, for messages.
        seats: the people without an empire, by name, with their roles.
    """

    title: str
    variant: str
    players: tuple[str, ...]
    mods: tuple[str, ...]
    rules: tuple[str, ...]
    seed: int | str
    options: Mapping[str, Any]
    state: Mapping[str, Any]
    orders: tuple[Orders, ...]
    expect: tuple[Mapping[str, Any], ...]
    place: str = ""
    seats: Mapping[str, str] = field(factory=dict)


@frozen
class ScenarioResult:
    """The result of a scenario.

    Attributes:
        failures: a sentence for every expectation that failed.
        turns: the opening and the turns.
    """

    failures: tuple[str, ...]
    turns: tuple[Turn, ...]

    @property
    def passed(self) -> bool:
        """True if all expectations were met."""
        return not self.failures


def load_scenario(path: Path | str) -> Scenario:
    """Read a scenario file; raises ScenarioError naming the file, and the line or the key."""
    file = Path(path)
    try:
        data = read_yaml(read_file(file))
    except OSError as problem:
        raise ScenarioError(f"cannot read {file}: {problem.strerror}") from problem
    except DataError as problem:
        message = f"{file}{problem.place}: this is not YAML: {problem.reason}"
        raise ScenarioError(message, problem.hint) from problem
    return read_scenario(data, str(file))


def read_scenario(data: Any, place: str = "scenario") -> Scenario:
    """Make a scenario from plain data; raises ScenarioError naming the place and the key."""
    if not isinstance(data, dict):
        raise ScenarioError(f"{place} is not a mapping of keys", "it begins with 'scenario: ...'")
    _check_keys(data, place)
    questions = data.get("expect", [])
    for number, question in enumerate(questions, start=1):
        _check_question(question, f"{place}: expect[{number}]")
    return Scenario(
        title=data["scenario"],
        variant=data["variant"],
        players=_texts(data["players"], f"{place}: players"),
        mods=_texts(data.get("mods", ()), f"{place}: mods"),
        rules=_texts(data.get("rules", ()), f"{place}: rules"),
        seed=data.get("seed", 1),
        options=data.get("options", {}),
        state=data.get("state", {}),
        orders=_orders(data, place),
        expect=tuple(questions),
        place=place,
        seats=_by_name(data.get("seats", {}), f"{place}: seats"),
    )


def _by_name(texts: Mapping[Any, Any], place: str) -> Mapping[str, str]:
    _texts([*texts, *texts.values()], place)
    return texts


def _check_keys(data: Mapping[str, Any], place: str) -> None:
    for key, value in data.items():
        if key not in _KEYS:
            raise ScenarioError(f"{place}: unknown key '{key}'", did_you_mean(str(key), _KEYS))
        if not isinstance(value, _KEYS[key]) or isinstance(value, bool):
            raise ScenarioError(f"{place}: {key} cannot be {value!r}", _hint_for_types(_KEYS[key]))
    for key in ("scenario", "variant", "players"):
        if key not in data:
            raise ScenarioError(f"{place}: no {key}", f"every scenario has a line '{key}: ...'")


def _hint_for_types(kinds: type | tuple[type, ...]) -> str:
    names = {str: "a text", int: "a whole number", list: "a list", dict: "a mapping"}
    types = kinds if isinstance(kinds, tuple) else (kinds,)
    return "write " + " or ".join(names[kind] for kind in types)


def _texts(values: Sequence[Any], place: str) -> tuple[str, ...]:
    for value in values:
        if not isinstance(value, str):
            raise ScenarioError(f"{place}: {value!r} is not text", "put it in quotes")
    return tuple(values)


def _orders(data: Mapping[str, Any], place: str) -> tuple[Orders, ...]:
    """Return the orders of each turn; the last turns have none if there are fewer mappings."""
    value = data.get("orders", {})
    turns = data.get("turns", len(value) if isinstance(value, list) else 1)
    if turns > MAX_TURNS:
        raise ScenarioError(f"{place}: {turns} turns", f"a scenario has at most {MAX_TURNS:,}")
    sets = value if isinstance(value, list) else [value] * turns
    if turns < 0 or len(sets) > turns:
        raise ScenarioError(f"{place}: {turns} turns for {len(sets)} sets of orders")
    for number, orders in enumerate(sets, start=1):
        if not isinstance(orders, dict):
            raise ScenarioError(f"{place}: orders[{number}] is not a mapping of players to texts")
        _texts([*orders, *orders.values()], f"{place}: orders[{number}]")
    return (*sets, *[{}] * (turns - len(sets)))


def _check_question(question: Any, place: str) -> None:
    if not isinstance(question, dict):
        raise ScenarioError(f"{place} is not a mapping", "such as {query: turn, equals: 1}")
    kind = next((kind for kind in _QUESTIONS if kind in question), None)
    if kind is None:
        raise ScenarioError(
            f"{place} has no question", f"begin with one of {', '.join(sorted(_QUESTIONS))}"
        )
    answers = _QUESTIONS[kind]
    for key in question:
        if key != kind and key not in answers:
            hint = did_you_mean(str(key), answers)
            raise ScenarioError(f"{place}: unknown key '{key}' beside '{kind}'", hint)
    _check_words(kind, question, place)
    if kind == "view" and "query" not in question:
        raise ScenarioError(f"{place}: no query", "say what to look for in the view")
    if kind != "events" and not {*answers} - {"query"} & {*question}:
        raise ScenarioError(f"{place} expects nothing", f"add one of {', '.join(answers)}")


def _check_words(kind: str, question: Mapping[str, Any], place: str) -> None:
    """Raise ScenarioError for a part of a question that has the wrong type."""
    texts = [question[key] for key in (kind, "query") if key in question]
    if "report" in question:
        texts += [part for key in ("contains", "lacks") for part in _listed(question.get(key, []))]
    _texts(texts, place)
    if "codes" in question and not isinstance(question["codes"], list):
        raise ScenarioError(f"{place}: codes is a list of reasons")
    limits = question.get("between", [0, 0])
    numbers = isinstance(limits, list) and all(isinstance(n, int | float) for n in limits)
    if not numbers or len(limits) != 2:
        raise ScenarioError(f"{place}: between takes the least and the most, not {limits!r}")


def run_scenario(scenario: Scenario, variant: Variant | None = None) -> ScenarioResult:
    """Set up the game, run its turns and check the results.

    `variant` is for rules that are not installed, with their mods; by default the scenario's own
    are used. Raises ScenarioError if the scenario cannot be set up, is of another variant or refers
    to something unknown.
    """
    try:
        turns = _run(scenario, variant or load_variant(scenario.variant, scenario.mods))
        failures = [
            f"expect[{number}]: {failure}"
            for number, question in enumerate(scenario.expect, start=1)
            for failure in _failures_of(question, turns)
        ]
    except HorizonsError as problem:
        raise ScenarioError(f"{scenario.place}: {problem.message}", problem.hint) from problem
    return ScenarioResult(tuple(failures), tuple(turns))


def _run(scenario: Scenario, variant: Variant) -> list[Turn]:
    """Return the opening and the turns."""
    if scenario.variant != variant.name:
        raise ScenarioError(f"it is for the variant {scenario.variant}, not {variant.name}")
    mods = tuple(mod.name for mod in variant.mods)
    if not {*scenario.mods} <= {*mods}:
        missing = ", ".join(mod for mod in scenario.mods if mod not in mods)
        raise ScenarioError(f"it is played with the mods {missing}", "load the variant with them")
    game: Game = variant.new_game(
        scenario.players, seed=scenario.seed, options=scenario.options, seats=scenario.seats
    )
    if scenario.state:
        applied = variant.hook.horizons_scenario_state(game=game, state=scenario.state)
        if not applied:
            raise ScenarioError(f"{scenario.variant} has no scenario states", "leave out 'state'")
        faults = variant.invariants(game)
        if faults:
            raise ScenarioError(f"the state is not possible: {'; '.join(faults)}")
    turns = [opening(game, variant)]
    for orders in scenario.orders:
        turns.append(run_turn(turns[-1].game, orders, variant=variant))
    return turns


def _failures_of(question: Mapping[str, Any], turns: Sequence[Turn]) -> list[str]:
    """Return the failures of one question."""
    kind = next(kind for kind in _QUESTIONS if kind in question)
    return _CHECKS[kind](question, turns)


def _check_query(question: Mapping[str, Any], turns: Sequence[Turn]) -> list[str]:
    return compare(question, dump(turns[-1].game))


def _check_view(question: Mapping[str, Any], turns: Sequence[Turn]) -> list[str]:
    last = turns[-1]
    return compare(question, last.variant.view(last.game, question["view"]).data)


def _check_report(question: Mapping[str, Any], turns: Sequence[Turn]) -> list[str]:
    player = question["report"]
    text = turns[-1].report(player).text
    lacking = [part for part in _listed(question.get("contains", [])) if part not in text]
    present = [part for part in _listed(question.get("lacks", [])) if part in text]
    return [
        *(f"{player}'s report does not say {part!r}" for part in lacking),
        *(f"{player}'s report says {part!r}" for part in present),
    ]


def _listed(parts: Any) -> list[str]:
    return parts if isinstance(parts, list) else [parts]


def _check_diagnostics(question: Mapping[str, Any], turns: Sequence[Turn]) -> list[str]:
    player = turns[-1].game.participant(question["diagnostics"]).id
    remarks = [remark for turn in turns for remark in turn.diagnostics[player]]
    texts = "; ".join(map(str, remarks)) or "nothing"
    codes = [remark.code for remark in remarks]
    faults = []
    if "count" in question and len(remarks) != question["count"]:
        faults.append(f"{len(remarks)} remarks for {player}, not {question['count']}: {texts}")
    if "codes" in question and codes != question["codes"]:
        faults.append(f"the remarks for {player} are {codes}, not {question['codes']}: {texts}")
    lacking = [part for part in _listed(question.get("contains", [])) if part not in texts]
    return faults + [f"no remark for {player} says {part!r}: {texts}" for part in lacking]


def _check_events(question: Mapping[str, Any], turns: Sequence[Turn]) -> list[str]:
    code = question["events"]
    codes = [event.code for turn in turns for event in turn.events]
    count = codes.count(code)
    if "count" in question and count != question["count"]:
        return [f"{count} events {code}, not {question['count']}"]
    if "count" not in question and not count:
        return [f"no event {code}; there were {', '.join(sorted({*codes})) or 'none'}"]
    return []


_CHECKS: dict[str, Callable[[Mapping[str, Any], Sequence[Turn]], list[str]]] = {
    "view": _check_view,
    "query": _check_query,
    "report": _check_report,
    "diagnostics": _check_diagnostics,
    "events": _check_events,
}
