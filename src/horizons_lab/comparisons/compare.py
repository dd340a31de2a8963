"""Playing a study twice on the same dice, without and with a change of rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from itertools import zip_longest
from pathlib import Path
from typing import Any

import attrs

import horizons_core as hz
from horizons_core.testing import PlayedTurn, play
from horizons_lab.checks import StudyError
from horizons_lab.comparisons.comparison import AFTER, BEFORE, Comparison
from horizons_lab.design import GameSpec
from horizons_lab.engines import Workers
from horizons_lab.games import seat_bots
from horizons_lab.plan import mod_list
from horizons_lab.progress import ProgressCallback
from horizons_lab.rule_sources import VariantSource
from horizons_lab.statistics.estimates import probability
from horizons_lab.study import Study


@attrs.frozen
class Divergence:
    """The first difference between a game without a change and the game with it.

    Attributes:
        turn: the turn of the difference. Differences of the set-up show in later turns.
        kind: "event", "orders", or "end" if only one of them ended.
        place: the phase of the event, or the seat whose orders differ; "" for an end.
        before: the event's sentence, the orders or the reason for the end without the change; "" if
            it has none.
    """

    turn: int
    kind: str
    place: str
    before: str
    after: str

    def __str__(self) -> str:
        """Format it in a line: `turn 7, event in combat: "..." before, "..." after`."""
        place = f" in {self.place}" if self.kind == "event" and self.place else ""
        place = f" of {self.place}" if self.kind == "orders" else place
        before, after = (_one_line(text) or "nothing" for text in (self.before, self.after))
        return f"turn {self.turn}, {self.kind}{place}: {before} | {after}"


def first_difference(before: GameSpec, after: GameSpec) -> Divergence | None:
    """Return the first difference of two games, played turn by turn up to there, or None.

    Raises the errors of bots and rules.
    """
    with ExitStack() as stack:
        old_game, new_game = _ComparedGame(before, stack), _ComparedGame(after, stack)
        for old, new in zip_longest(old_game.turns(), new_game.turns()):
            if difference := _turn_difference(old, new, old_game, new_game):
                return difference
    return None


@attrs.define
class _ComparedGame:
    """A game that is played while it is compared."""

    spec: GameSpec
    stack: ExitStack
    start: hz.Game = attrs.field(init=False)
    last: hz.Game = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self.start = self.last = self.spec.new_game()

    def turns(self) -> Iterator[PlayedTurn]:
        bots = seat_bots(self.spec, self.stack)
        spec = self.spec
        for turn in play(spec.variant, self.start, bots, spec.seed, spec.max_turns):
            self.last = turn.after.game
            yield turn

    @property
    def end(self) -> str:
        """The reason why it ended."""
        return self.last.outcome.reason if self.last.outcome is not None else ""


def _turn_difference(
    old: PlayedTurn | None, new: PlayedTurn | None, old_game: _ComparedGame, new_game: _ComparedGame
) -> Divergence | None:
    if old is None or new is None:
        last = min(old_game.last.turn, new_game.last.turn)
        return Divergence(last, "end", "", old_game.end, new_game.end)
    turn = old.after.game.turn
    for seat, text in old.orders.items():
        if text != new.orders.get(seat, ""):
            return Divergence(turn, "orders", seat, text, new.orders.get(seat, ""))
    return _event_difference(turn, old.after.events, new.after.events)


def _event_difference(
    turn: int, before: Sequence[hz.Event], after: Sequence[hz.Event]
) -> Divergence | None:
    for old, new in zip_longest(before, after):
        if old is None or new is None or _facts(old) != _facts(new):
            phase = (old or new).phase
            texts = ("" if event is None else event.text for event in (old, new))
            return Divergence(turn, "event", phase, *texts)
    return None


def _facts(event: hz.Event) -> tuple[Any, ...]:
    """Return the content of an event, without its clauses and its dice."""
    return (event.phase, event.code, event.text, event.audience, event.place, dict(event.data))


def _one_line(text: str) -> str:
    return " / ".join(line.strip() for line in text.splitlines() if line.strip())


@attrs.frozen(eq=False, slots=False)
class RulesComparison(Comparison):
    """A comparison whose games can be replayed to find their first difference.

    Attributes:
        study: the study without the change.
        changed: the study with it.
    """

    study: Study = attrs.field(kw_only=True)
    changed: Study = attrs.field(kw_only=True)

    def first_difference(self, game: int, cell: int = 0) -> Divergence | None:
        """Return the first event or order that differs in a game; None if all turns are the same.

        Raises StudyError for an unknown game or cell.
        """
        before, after = (study.game(game, cell) for study in (self.study, self.changed))
        return first_difference(before.spec, after.spec)


def changed_study(
    study: Study,
    *,
    mods: Sequence[Any] | str | Path = (),
    options: Mapping[str, Any] | None = None,
    variant: VariantSource | None = None,
) -> Study:
    """Return the study with a change of rules: more house rules, other options, another variant.

    The house rules come after those of the study. Raises StudyError if nothing is changed, or if
    the change concerns a factor of the study; and the errors of a study.
    """
    added, changed = mod_list(mods), dict(options or {})
    if not added and not changed and variant is None:
        raise StudyError(
            "there is no change to compare", "name house rules, options, or another variant"
        )
    factors = [f"options.{name}" for name in changed] + (["mods"] if added else [])
    for name in factors:
        if name in study.factors:
            raise StudyError(
                f"'{name}' is a factor of the study, whose levels already set it",
                "remove it from the factors, or compare the cells of one study",
            )
    return attrs.evolve(
        study,
        mods=(*mod_list(study.mods), *added),
        options={**study.options, **changed},
        variant=study.variant if variant is None else variant,
    )


def compare(
    study: Study,
    *,
    mods: Sequence[Any] | str | Path = (),
    options: Mapping[str, Any] | None = None,
    variant: VariantSource | None = None,
    workers: Workers = 1,
    out: Path | str | None = None,
    confidence: float = 0.95,
    progress: ProgressCallback | None = None,
    other_python: bool = False,
) -> RulesComparison:
    """Play a study without and with a change of rules, on the same dice.

    For example::

        study = Study(variant="event_horizon", seats=["greedy", "random"], games=100, key="mines")
        comparison = compare(study, mods=["shared_mining"])
        print(comparison.change("won", "greedy").difference)
        print(comparison.first_difference(17))

    `out` is a folder with the results of both, `before` and `after`; games that are finished there
    are not played again. `other_python` is as in `Study.run`. Raises the errors of `changed_study`
    and `Study.run`.
    """
    probability("confidence", confidence)
    changed = changed_study(study, mods=mods, options=options, variant=variant)
    before, after = (
        played.run(
            workers,
            out=None if out is None else Path(out) / name,
            progress=progress,
            other_python=other_python,
        )
        for name, played in ((BEFORE, study), (AFTER, changed))
    )
    return RulesComparison(before, after, confidence, study=study, changed=changed)
