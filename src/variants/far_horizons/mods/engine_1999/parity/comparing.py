"""Replay and compare a recorded game: every step, every report, and every turn as a whole."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from attrs import define

from horizons_core.errors import SaveError
from horizons_core.sums import int_sum
from variants.far_horizons.model import Game
from variants.far_horizons.model.orders import Orders
from variants.far_horizons.mods.engine_1999.economy import ENGINE_ECONOMY
from variants.far_horizons.mods.engine_1999.parity import logs, steps
from variants.far_horizons.mods.engine_1999.parity.differences import compare
from variants.far_horizons.mods.engine_1999.parity.explained import Circumstances, circumstances
from variants.far_horizons.mods.engine_1999.parity.findings import (
    ComparedContent,
    Findings,
    ParityDifference,
    TablePart,
    TableRow,
)
from variants.far_horizons.mods.engine_1999.parity.letters import message_texts
from variants.far_horizons.mods.engine_1999.parity.recorded import (
    RecordedGame,
    RecordedStep,
    RecordedTurn,
)
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
        divided = {number: logs.divide_log(log) for number, log in turn.logs().items()}
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
            if logs.has_battle(parts.get(step, ""), step)
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
        context = Circumstances(same, any(map(logs.doubles, self.turn.logs().values())))
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
            for our_lines, their_lines in logs.unlike(ours, recorded):
                line = f"sp{number:02}: {our_lines!r}, recorded {their_lines!r}"
                cause = context.cause(our_lines, their_lines)
                yield ParityDifference(str(turn), phase, ComparedContent.LOG, line, cause)

    @property
    def doubled(self) -> bool:
        """Tell whether a species is twice in a battle of these logs."""
        return any(logs.doubles(log) for log in self.recorded.values())

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
        unlike = logs.unlike(ours, recorded)
        differences = [
            ParityDifference(
                str(turn),
                row.phase,
                ComparedContent.REPORT,
                f"SP {id_}: {our_lines!r}, recorded {their_lines!r}",
                context.cause(our_lines, their_lines),
            )
            for our_lines, their_lines in unlike
        ]
        row.add(0, recorded.count("\n"), differences)
