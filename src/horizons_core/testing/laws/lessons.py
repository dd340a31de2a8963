"""Laws of lessons: their solutions reach every goal, wrong orders none, and steps can be done."""

from __future__ import annotations

from collections.abc import Iterator

from horizons_core.model.entities import Game
from horizons_core.plugins.guides import guide_in
from horizons_core.plugins.lessons import Lesson, with_name
from horizons_core.rng import Stream
from horizons_core.testing.laws.settings import ContractSettings
from horizons_core.testing.playing import lesson_game
from horizons_core.turn.run import Turn

_PLAYER = "Ada"
#: Wrong orders that a turn of a lesson lists at least.
_MIN_WRONG = 3


class LessonLaws(ContractSettings):
    """The lesson in the variant's `guide.yaml`, if it has one."""

    def test_the_solution_of_the_lesson_reaches_every_goal_and_wrong_orders_none(self) -> None:
        for number, lesson, game in self._played_lesson():
            turn = lesson.turns[number - 1]
            orders = with_name(turn.orders, _PLAYER)
            remarks = self.variant.check_orders(game, _PLAYER, orders)
            faults = [remark.message for remark in remarks if remark.severity == "error"]
            assert faults == [], f"the solution of turn {number} of the lesson has errors"
            assert len(turn.wrong) >= _MIN_WRONG, f"turn {number}: list more wrong orders"
            for wrong in with_name(turn.wrong, _PLAYER):
                report = self._run(game, lesson, wrong).report(_PLAYER).data
                assert not turn.is_reached(report), f"turn {number}: {wrong!r} reaches the goal"
            outcome = self._run(game, lesson, orders)
            assert turn.is_reached(outcome.report(_PLAYER).data), (
                f"turn {number}: the solution misses the goal"
            )

    def test_the_steps_of_the_lesson_can_be_done(self) -> None:
        """Things to select are there, and orders to give are in the solution."""
        commands = {command.keyword for command in self.variant.commands}
        for number, lesson, game in self._played_lesson():
            turn = lesson.turns[number - 1]
            assert {*turn.commands} <= commands, f"turn {number} offers unknown commands"
            orders = with_name(turn.orders, _PLAYER)
            things = self.variant.things(self.variant.view(game, _PLAYER))
            titles = {thing.title.split("\n")[0] for thing in things}
            for step in turn.steps:
                if step.select:
                    title = with_name(step.select, _PLAYER)
                    assert title in titles, f"turn {number}: there is no {title!r}"
                if step.order:
                    lines = [line.strip() for line in orders.splitlines()]
                    assert any(line.startswith(step.order) for line in lines), (
                        f"turn {number}: the solution has no order {step.order!r}"
                    )

    def test_suggested_orders_come_from_bots_and_have_reasons(self) -> None:
        """The bots of `hints` exist, and each reason is for a command."""
        hints = guide_in(self.variant.info.package).hints
        if hints is None or self.variant.mods:
            return
        assert {*hints.bots} <= {*self.variant.bots}, "hints name unknown bots"
        commands = {command.keyword for command in self.variant.commands}
        assert {*hints.reasons} <= commands, "hints give reasons for unknown commands"

    def _played_lesson(self) -> Iterator[tuple[int, Lesson, Game]]:
        """Yield the number of each turn of the lesson with the game before it, by the solution."""
        lesson = guide_in(self.variant.info.package).lesson
        if lesson is None or self.variant.mods:
            return
        game = lesson_game(self.variant, lesson, _PLAYER)
        for number, turn in enumerate(lesson.turns[:-1], start=1):
            yield number, lesson, game
            game = self._run(game, lesson, with_name(turn.orders, _PLAYER)).game

    def _run(self, game: Game, lesson: Lesson, orders: str) -> Turn:
        """Run a turn with the player's orders and those of the bots."""
        texts = {_PLAYER: orders}
        for empire in game.empires:
            if empire.id != _PLAYER:
                stream = Stream.from_key("lesson", empire.id, game.turn)
                view = self.variant.view(game, empire.id)
                texts[empire.id] = self.variant.bot(lesson.bot).orders(view, stream)
        return self.run_turn(game, texts)
