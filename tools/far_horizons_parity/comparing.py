"""Replay and compare a recorded game: every step, every report, and every turn as a whole."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from typing import Any

from attrs import define, frozen

from horizons_core.errors import SaveError
from horizons_core.orders import Order
from horizons_core.sums import int_sum
from tools.far_horizons_parity import steps
from tools.far_horizons_parity.causes import (
    Circumstances,
    ComparedContent,
    Findings,
    ParityDifference,
    TablePart,
    TableRow,
    circumstances,
    unlike,
)
from tools.far_horizons_parity.recorded import (
    RecordedGame,
    RecordedStep,
    RecordedTurn,
    divide_log,
    doubles,
    has_battle,
)
from variants.far_horizons.constants import ITEMS
from variants.far_horizons.interchange.codecs import preview
from variants.far_horizons.interchange.engine_json import documents
from variants.far_horizons.model import Game
from variants.far_horizons.model.orders import Orders, section_of
from variants.far_horizons.model.transactions import TransactionKind
from variants.far_horizons.mods.engine_1999.economy import ENGINE_ECONOMY
from variants.far_horizons.mods.engine_1999.names import ForgivingNames
from variants.far_horizons.mods.engine_1999.views import VIEW_1999
from variants.far_horizons.report.classic import classic_report
from variants.far_horizons.rules import housekeeping

#: The name of the rows for whole turns.
WHOLE = "whole turn"


def compare_game(
    game: RecordedGame,
    findings: Findings,
    progress: Callable[[str], None] = lambda _: None,
    only: Collection[int] = (),
) -> None:
    """Compare the turns of a recorded game and its set-up; note what cannot be read.

    `only` are the numbers of the turns to compare, by default all.
    """
    for turn in [*([game.setup] if game.setup.folder.is_dir() else []), *game.turns()]:
        if only and turn.number not in only:
            continue
        progress(str(turn))
        try:
            compare_turn(turn, findings)
        except SaveError as problem:
            findings.unreadable.append(f"{turn}: {problem}")
        except Exception as problem:  # noqa: BLE001 - a fault of ours is counted like a difference
            row = findings.row(TablePart.QUIET, WHOLE)
            row.add(0, 0, [_failure(turn, WHOLE, "the comparison", problem)])


def compare_turn(turn: RecordedTurn, findings: Findings) -> None:
    """Compare a turn: its steps, its reports, and the turn as a whole."""
    if turn.number == 0:
        _compare_opening(turn, findings)
    else:
        divided = {number: divide_log(log) for number, log in turn.logs().items()}
        _Comparing(turn, findings, steps.orders_of(turn), divided).run()
    _compare_reports(turn, findings)


def _compare_opening(turn: RecordedTurn, findings: Findings) -> None:
    """Compare the end of the set-up; the states before it are not recorded."""
    game, recorded = turn.state("after_create_species"), turn.state("after_finish")
    housekeeping.open_game(game)
    game.turn += 1
    row = findings.row(TablePart.QUIET, "set-up")
    _compare_states(turn, row, game, recorded)


@define
class _Comparing:
    """A turn that is being compared, with its orders and logs."""

    turn: RecordedTurn
    findings: Findings
    orders: dict[int, Orders]
    logs: dict[int, dict[str, str]]

    def run(self) -> None:
        battle_steps = self._battle_steps()
        part = TablePart.QUIET
        for step in self.turn.steps():
            if step.name in battle_steps:
                self._compare_step(step, TablePart.BATTLES)
                part = TablePart.AFTER_BATTLE
            else:
                self._compare_step(step, part)
        self._compare_whole(TablePart.TURNS_OF_WAR if battle_steps else TablePart.TURNS)

    def _battle_steps(self) -> set[str]:
        """Return the steps with a battle in some log."""
        return {
            step
            for step in steps.BATTLE_STEPS
            for parts in self.logs.values()
            if has_battle(parts.get(step, ""), step)
        }

    def _compare_step(self, step: RecordedStep, part: TablePart) -> None:
        phase = steps.NAMES[step.name]
        row = self.findings.row(part, phase)
        game, recorded = self.turn.state(step.before), self.turn.state(step.after)
        if step.name == "finish":
            game.letters = message_texts(game, self.orders)
        result = self._run_step(row, step.name, game, step.seed)
        if result is not None:
            _clear_transactions(step.name, recorded)
            parts = {number: log.get(step.name, "") for number, log in self.logs.items()}
            _compare_states(self.turn, row, result.game, recorded, _Logs(result.logs, parts))

    def _run_step(self, row: TableRow, step: str, game: Game, seed: str) -> steps.StepResult | None:
        """Run a step; return None if it fails. A failure is a difference."""
        try:
            return steps.run(step, game, seed, self.orders)
        except Exception as problem:  # noqa: BLE001 - a failure is counted, and the rest continues
            row.add(0, 0, [_failure(self.turn, row.phase, "the step", problem)])
        return None

    def _compare_whole(self, part: TablePart) -> None:
        """Compare the turn after running all our own steps one after the other."""
        row = self.findings.row(part, WHOLE)
        our_logs: dict[int, str] = dict.fromkeys(self.logs, "")
        game = self.turn.state("before")
        for name in steps.NAMES:
            result = self._run_step(row, name, game, self.turn.seed(name))
            if result is None:
                return
            game = result.game
            for number, log in result.logs.items():
                our_logs[number] = our_logs.get(number, "") + log
        recorded = self.turn.state("after_finish")
        _clear_transactions("finish", recorded)
        same = _compare_states(self.turn, row, game, recorded, _Logs(our_logs, self.turn.logs()))
        context = Circumstances(same, any(map(doubles, self.turn.logs().values())))
        _compare_texts(self.turn, self.findings.row(part, "report"), game, our_logs, context)


def _failure(turn: RecordedTurn, phase: str, what: str, problem: Exception) -> ParityDifference:
    """Turn a failure of ours into a difference."""
    message = f"{what} failed: {type(problem).__name__}: {problem}"
    return ParityDifference(str(turn), phase, ComparedContent.FAILURE, message)


def _clear_transactions(step: str, recorded: Game) -> None:
    """Clear the transactions after the last step: the gamemaster deletes the list between turns."""
    if step == "finish":
        recorded.transactions.clear()


@define
class _Logs:
    """Our logs and the recorded ones, by number of species."""

    ours: dict[int, str]
    recorded: dict[int, str]

    def differences(
        self, turn: RecordedTurn, phase: str, *, alike: bool
    ) -> Iterator[ParityDifference]:
        """Yield the differences; `alike` says that the states are the same."""
        for number, recorded in self.recorded.items():
            ours = self.ours.get(number, "")
            context = circumstances(ours, recorded, alike=alike, doubled=self.doubled)
            for our_lines, their_lines in unlike(ours, recorded):
                line = f"sp{number:02}: {our_lines!r}, recorded {their_lines!r}"
                cause = context.cause(our_lines, their_lines)
                yield ParityDifference(str(turn), phase, ComparedContent.LOG, line, cause)

    @property
    def doubled(self) -> bool:
        """Tell whether a species is twice in a battle of these logs."""
        return any(doubles(log) for log in self.recorded.values())

    def lines(self) -> int:
        return int_sum(log.count("\n") for log in self.recorded.values())


def _compare_states(
    turn: RecordedTurn, row: TableRow, ours: Game, recorded: Game, step_logs: _Logs | None = None
) -> bool:
    """Compare two states and the logs; tell whether the states are the same."""
    comparison = compare(ours, recorded)
    cause = "doubled" if step_logs is not None and step_logs.doubled else ""
    differences = [
        ParityDifference(str(turn), row.phase, ComparedContent.STATE, line, cause)
        for line in comparison.differences
    ]
    if step_logs is not None:
        differences += step_logs.differences(turn, row.phase, alike=not comparison.differences)
    row.add(comparison.fields, step_logs.lines() if step_logs else 0, differences)
    return not comparison.differences


def _compare_reports(turn: RecordedTurn, findings: Findings) -> None:
    row = findings.row(TablePart.REPORTS, "report")
    _compare_texts(turn, row, turn.state("after_finish"), turn.logs(), Circumstances(alike=False))


def _compare_texts(
    turn: RecordedTurn,
    row: TableRow,
    game: Game,
    species_logs: dict[int, str],
    context: Circumstances,
) -> None:
    """Compare the reports of all species at the beginning of the next turn, byte for byte."""
    for id_, data in VIEW_1999.of_every_species(game).items():
        species: int = data["number"]
        ours = classic_report(data, game.turn, species_logs.get(species), ENGINE_ECONOMY)
        recorded = turn.report(species)
        differences = [
            ParityDifference(
                str(turn),
                row.phase,
                ComparedContent.REPORT,
                f"SP {id_}: {our_lines!r}, recorded {their_lines!r}",
                context.cause(our_lines, their_lines),
            )
            for our_lines, their_lines in unlike(ours, recorded)
        ]
        row.add(0, recorded.count("\n"), differences)


@frozen
class StateComparison:
    """The number of fields that were compared, and a line for each that differs."""

    fields: int
    differences: list[str]


def differences(ours: Game, recorded: Game) -> list[str]:
    """Return a line for each field that differs: its place, our value, the recorded one."""
    return compare(ours, recorded).differences


def compare(ours: Game, recorded: Game) -> StateComparison:
    """Compare all fields of the export, which does not contain chance and options."""
    mine, theirs = documents(ours), documents(recorded)
    lines: list[str] = []
    fields = 0
    for name in sorted(mine.keys() | theirs.keys()):
        fields += leaves(theirs.get(name))
        lines += _compare_values(mine.get(name), theirs.get(name), name.removesuffix(".json"))
    return StateComparison(fields, lines)


def leaves(document: Any) -> int:
    """Count the fields of a document; an empty list counts as one."""
    if isinstance(document, dict):
        return int_sum(leaves(value) for value in document.values())
    if isinstance(document, list) and document:
        return int_sum(leaves(value) for value in document)
    return 1


def _compare_values(mine: Any, theirs: Any, place: str) -> Iterator[str]:
    if mine == theirs:
        return
    if isinstance(mine, dict) and isinstance(theirs, dict):
        for key in dict.fromkeys((*mine, *theirs)):
            yield from _compare_values(mine.get(key), theirs.get(key), f"{place}.{key}")
    elif isinstance(mine, list) and isinstance(theirs, list):
        yield from _compare_lists(mine, theirs, place)
    else:
        yield f"{place}: {preview(mine)}, recorded {preview(theirs)}"


def _compare_lists(mine: list[Any], theirs: list[Any], place: str) -> Iterator[str]:
    if _is_cargo(mine) and _is_cargo(theirs):
        yield from _compare_values(_cargo(mine), _cargo(theirs), place)
    elif all(isinstance(value, int) for value in (*mine, *theirs)):
        yield f"{place}: {mine}, recorded {theirs}"
    else:
        for number in range(max(len(mine), len(theirs))):
            ours = mine[number] if number < len(mine) else None
            other = theirs[number] if number < len(theirs) else None
            yield from _compare_values(ours, other, f"{place}[{number}]{_label(other or ours)}")


def _is_cargo(values: list[Any]) -> bool:
    return all(isinstance(value, dict) and value.keys() == {"code", "qty"} for value in values)


def _cargo(values: list[Any]) -> dict[str, int]:
    return {ITEMS[value["code"]].abbreviation: value["qty"] for value in values}


def _label(value: Any) -> str:
    """Return a label for this element: a name, a star's sector, or nothing."""
    if not isinstance(value, dict):
        return ""
    if "name" in value:
        return f" ({value['name']})"
    return f" ({value['x']} {value['y']} {value['z']})" if "planets" in value else ""


_NAMES = ForgivingNames()
_SECTIONS = ("PRE-DEPARTURE", "POST-ARRIVAL")


def message_texts(game: Game, orders: dict[int, Orders]) -> dict[int, list[str]]:
    """Return the lines of each message that was sent, by its number, as in the orders.

    Recorded states have only the numbers. The messages of one species to another were sent in the
    order of their MESSAGE orders.
    """
    written: dict[tuple[int, int], list[list[str]]] = defaultdict(list)
    for number, species_orders in orders.items():
        for order in _messages(species_orders):
            recipient = _NAMES.species(game, order["species"]) if order["species"] else None
            if recipient is not None:
                written[number, recipient.target.number].append(list(order["lines"]))
    letters = {}
    for deal in game.transactions:
        if deal.kind == TransactionKind.MESSAGE:
            waiting = written[deal.facts["sender"], deal.facts["recipient"]]
            letters[deal.facts["message"]] = waiting.pop(0) if waiting else []
    return letters


def _messages(orders: Orders) -> list[Order]:
    sections = [section_of(orders, name) for name in _SECTIONS]
    return [
        entry
        for section in sections
        if section is not None
        for entry in section.entries
        if isinstance(entry, Order) and entry.keyword == "MESSAGE"
    ]
