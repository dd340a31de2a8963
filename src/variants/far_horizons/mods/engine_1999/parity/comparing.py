"""A recorded game replayed and compared: every step, every report, every turn as a whole."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from attrs import define

from horizons_core.errors import SaveError
from horizons_core.sums import int_sum
from variants.far_horizons.model import Game
from variants.far_horizons.model.written import Orders
from variants.far_horizons.mods.engine_1999.economy import ENGINE_ECONOMY
from variants.far_horizons.mods.engine_1999.parity import logs, steps
from variants.far_horizons.mods.engine_1999.parity.differences import compare
from variants.far_horizons.mods.engine_1999.parity.explained import Circumstances, circumstances
from variants.far_horizons.mods.engine_1999.parity.findings import (
    Difference,
    Findings,
    Part,
    Row,
    Where,
)
from variants.far_horizons.mods.engine_1999.parity.letters import letters_of
from variants.far_horizons.mods.engine_1999.parity.recorded import RecordedGame, RecordedTurn, Step
from variants.far_horizons.rules import housekeeping

#: The row of whole turns.
WHOLE = "whole turn"


def compare_game(
    game: RecordedGame,
    findings: Findings,
    progress: Callable[[str], None] = lambda _: None,
    only: Collection[int] = (),
) -> None:
    """Compare the turns of a recorded game, and its set-up; what cannot be read is noted.

    `only` are the numbers of the turns, if not all are to be compared.
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
            row = findings.row(Part.QUIET, WHOLE)
            row.add(0, 0, [_failure(turn, WHOLE, "the comparison", problem)])


def compare_turn(turn: RecordedTurn, findings: Findings) -> None:
    """Compare a turn: its steps, its reports, and the turn as a whole."""
    if turn.number == 0:
        _compare_opening(turn, findings)
    else:
        divided = {number: logs.divided(log) for number, log in turn.logs().items()}
        _Comparing(turn, findings, steps.orders_of(turn), divided).run()
    _compare_reports(turn, findings)


def _compare_opening(turn: RecordedTurn, findings: Findings) -> None:
    """The end of the set-up; what is before it has no recorded state."""
    game, recorded = turn.state("after_create_species"), turn.state("after_finish")
    housekeeping.open_game(game)
    game.turn += 1
    row = findings.row(Part.QUIET, "set-up")
    _compare_states(turn, row, game, recorded)


@define
class _Comparing:
    """A turn that is being compared, with its orders and logs."""

    turn: RecordedTurn
    findings: Findings
    orders: dict[int, Orders]
    logs: dict[int, dict[str, str]]

    def run(self) -> None:
        fought = self._battle_steps()
        part = Part.QUIET
        for step in self.turn.steps():
            if step.name in fought:
                self._compare_step(step, Part.BATTLES)
                part = Part.AFTER_BATTLE
            else:
                self._compare_step(step, part)
        self._compare_whole(Part.TURNS_OF_WAR if fought else Part.TURNS)

    def _battle_steps(self) -> set[str]:
        """The steps in which there was a battle: somebody's log tells of one."""
        return {
            step
            for step in steps.BATTLE_STEPS
            for parts in self.logs.values()
            if logs.has_battle(parts.get(step, ""), step)
        }

    def _compare_step(self, step: Step, part: Part) -> None:
        phase = steps.NAMES[step.name]
        row = self.findings.row(part, phase)
        game, recorded = self.turn.state(step.before), self.turn.state(step.after)
        if step.name == "finish":
            game.letters = letters_of(game, self.orders)
        ran = self._ran(row, step.name, game, step.seed)
        if ran is not None:
            _forget_dealings(step.name, recorded)
            parts = {number: found.get(step.name, "") for number, found in self.logs.items()}
            _compare_states(self.turn, row, ran.game, recorded, _Logs(ran.logs, parts))

    def _ran(self, row: Row, step: str, game: Game, seed: str) -> steps.Ran | None:
        """The step run; None if it is not there. A failure is a difference."""
        try:
            return steps.run(step, game, seed, self.orders)
        except ImportError as problem:
            row.missing = str(problem)
        except Exception as problem:  # noqa: BLE001 - whatever fails is told, and the rest goes on
            row.add(0, 0, [_failure(self.turn, row.phase, "the step", problem)])
        return None

    def _compare_whole(self, part: Part) -> None:
        """The turn from its beginning to its end by our own steps alone."""
        row = self.findings.row(part, WHOLE)
        told: dict[int, str] = dict.fromkeys(self.logs, "")
        game = self.turn.state("before")
        for name in steps.NAMES:
            ran = self._ran(row, name, game, self.turn.seed(name))
            if ran is None:
                return
            game = ran.game
            for number, log in ran.logs.items():
                told[number] = told.get(number, "") + log
        recorded = self.turn.state("after_finish")
        _forget_dealings("finish", recorded)
        alike = _compare_states(self.turn, row, game, recorded, _Logs(told, self.turn.logs()))
        about = Circumstances(alike, any(map(logs.doubles, self.turn.logs().values())))
        _compare_texts(self.turn, self.findings.row(part, "report"), game, told, about)


def _failure(turn: RecordedTurn, phase: str, what: str, problem: Exception) -> Difference:
    """A fault of ours, as the difference that it makes."""
    said = f"{what} failed: {type(problem).__name__}: {problem}"
    return Difference(str(turn), phase, Where.FAILURE, said)


def _forget_dealings(step: str, recorded: Game) -> None:
    """The gamemaster deletes the list of transactions between two turns; our last step does."""
    if step == "finish":
        recorded.transactions.clear()


@define
class _Logs:
    """Our logs and the recorded ones, by number of species."""

    ours: dict[int, str]
    recorded: dict[int, str]

    def differences(self, turn: RecordedTurn, phase: str, *, alike: bool) -> Iterator[Difference]:
        """Where they differ; `alike` says that the states do not."""
        for number, recorded in self.recorded.items():
            ours = self.ours.get(number, "")
            about = circumstances(ours, recorded, alike=alike, doubled=self.doubled)
            for one, other in logs.unlike(ours, recorded):
                line = f"sp{number:02}: {one!r}, recorded {other!r}"
                cause = about.cause(one, other)
                yield Difference(str(turn), phase, Where.LOG, line, cause)

    @property
    def doubled(self) -> bool:
        """Whether a species stands twice in a battle of which they tell."""
        return any(logs.doubles(log) for log in self.recorded.values())

    def lines(self) -> int:
        return int_sum(log.count("\n") for log in self.recorded.values())


def _compare_states(
    turn: RecordedTurn, row: Row, ours: Game, recorded: Game, told: _Logs | None = None
) -> bool:
    """Compare two states with what was told; the answer is whether the states are alike."""
    comparison = compare(ours, recorded)
    cause = "doubled" if told is not None and told.doubled else ""
    found = [
        Difference(str(turn), row.phase, Where.STATE, line, cause)
        for line in comparison.differences
    ]
    if told is not None:
        found += told.differences(turn, row.phase, alike=not comparison.differences)
    row.add(comparison.fields, told.lines() if told else 0, found)
    return not comparison.differences


def _compare_reports(turn: RecordedTurn, findings: Findings) -> None:
    row = findings.row(Part.REPORTS, "report")
    _compare_texts(turn, row, turn.state("after_finish"), turn.logs(), Circumstances(alike=False))


def _compare_texts(
    turn: RecordedTurn, row: Row, game: Game, told: dict[int, str], about: Circumstances
) -> None:
    """The reports of all species at the beginning of the next turn, byte for byte."""
    try:
        from variants.far_horizons.mods.engine_1999.views import VIEW_1999
        from variants.far_horizons.report.classic import classic_report
    except ImportError as problem:
        row.missing = str(problem)
        return
    for id_, data in VIEW_1999.of_every_species(game).items():
        species: int = data["number"]
        ours = classic_report(data, game.turn, told.get(species), ENGINE_ECONOMY)
        recorded = turn.report(species)
        unlike = logs.unlike(ours, recorded)
        found = [
            Difference(
                str(turn),
                row.phase,
                Where.REPORT,
                f"SP {id_}: {one!r}, recorded {other!r}",
                about.cause(one, other),
            )
            for one, other in unlike
        ]
        row.add(0, recorded.count("\n"), found)
