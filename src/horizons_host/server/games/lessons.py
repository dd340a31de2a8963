"""Lessons and other games of one player against bots."""

from __future__ import annotations

import json

from attrs import frozen

import horizons_core as hz
from horizons_core.plugins.guides import guide_of
from horizons_core.plugins.lessons import LESSON_SEED, Lesson, LessonTurn, with_name
from horizons_host.deadlines.schedules import EVERYONE_READY
from horizons_host.deadlines.state import FINAL, quick_facts
from horizons_host.games.edits import edit_game
from horizons_host.games.endings import end_game
from horizons_host.server.accounts.accounts import Account
from horizons_host.server.games import deadlines, directory
from horizons_host.server.games.access import Access, page_not_found
from horizons_host.server.games.archiving import update_after_change
from horizons_host.server.games.directory import ListedGame
from horizons_host.server.games.joining import join, start
from horizons_host.server.games.terms import Terms
from horizons_host.server.service import Service

#: A turn is run as soon as the player's orders are final.
_LESSON_SCHEDULE = {"rule": EVERYONE_READY, "reminder_hours": []}
#: The name in a lesson of a player whose name is too long for names derived from it.
_SHORT, _YOU = 20, "You"
#: Opponents in a game against bots, and bots that are no opponents if there is another.
_BOTS, PLAIN_BOTS = 3, ("random", "idle")


@frozen
class LessonProgress:
    """A player's progress in a lesson.

    Attributes:
        lesson: the lesson.
        index: the index of the turn of the lesson that is to be played; of the last item of its
            turns if all goals were reached.
        is_missed: true if the goal was not reached in the latest turn.
        waits: true if the orders are submitted and the turn is about to be run.
        orders: a solution of the turn.
    """

    lesson: Lesson
    index: int
    is_missed: bool
    waits: bool
    orders: str

    @property
    def current(self) -> LessonTurn:
        """The turn of the lesson that is to be played, or the steps after its last turn."""
        return self.lesson.turns[self.index]

    @property
    def is_over(self) -> bool:
        """True if all goals were reached."""
        return self.index == len(self.lesson.turns) - 1

    @property
    def steps_before(self) -> int:
        """The number of steps of the lesson before the current turn."""
        return sum(len(turn.steps) for turn in self.lesson.turns[: self.index])


def lessons() -> list[tuple[hz.VariantInfo, Lesson]]:
    """List the variants that have a lesson, with it."""
    guides = ((info, guide_of(info.name).lesson) for info in hz.variants().values())
    return [(info, lesson) for info, lesson in guides if lesson]


def begin_lesson(
    service: Service, account: Account, variant: str, *, again: bool = False
) -> ListedGame:
    """Return the lesson that an account has begun and not ended, or a new one.

    `again` ends the one that was begun. Raises NoGameError for a variant without a lesson.
    """
    lesson = guide_of(variant).lesson if variant in hz.variants() else None
    if lesson is None:
        raise page_not_found()
    # An account is a member twice: as organizer and as player.
    for game in {game.key: game for game, _ in directory.games_of(service, account)}.values():
        terms = game.terms
        if not terms.lesson or terms.variant != variant or game.state == directory.ENDED:
            continue
        if again and game.state == directory.RUNNING:
            _end_lesson(service, game.key)
            continue
        _start_lesson(service, account, game, lesson)
        return game
    game = directory.announce(service, account, _lesson_terms(service, variant, lesson), plays=True)
    _start_lesson(service, account, game, lesson)
    return game


def _lesson_terms(service: Service, variant: str, lesson: Lesson) -> Terms:
    return Terms(
        title=f"First steps in {hz.variants()[variant].title}",
        variant=variant,
        options=lesson.options,
        players=1,
        bots=lesson.bots,
        bot=lesson.bot,
        listed=False,
        deadlines=deadlines.announced_schedule(service, _LESSON_SCHEDULE),
        lesson=True,
        hints=False,
    )


def usual_bot(variant: hz.Variant) -> str:
    """Return the name of the bot that newcomers play against."""
    return next((name for name in variant.bots if name not in PLAIN_BOTS), PLAIN_BOTS[0])


def play_bots(service: Service, account: Account, variant: str) -> ListedGame:
    """Start a game of a player against bots, whose turns are run when orders are submitted.

    Raises NoGameError for an unknown variant.
    """
    if variant not in hz.variants():
        raise page_not_found()
    rules = hz.load_variant(variant)
    terms = Terms(
        title=f"{rules.info.title} against bots",
        variant=variant,
        players=1,
        bots=min(_BOTS, rules.info.players[1] - 1),
        bot=usual_bot(rules),
        listed=False,
        deadlines=deadlines.announced_schedule(service, _LESSON_SCHEDULE),
    )
    game = directory.announce(service, account, terms, plays=True)
    join(service, account, game.key, seat_name(account.name))
    start(service, game.key)
    return game


def seat_name(name: str) -> str:
    """Return the seat name of a player in a lesson."""
    return name if len(name) <= _SHORT else _YOU


def _start_lesson(service: Service, account: Account, game: ListedGame, lesson: Lesson) -> None:
    """Start a lesson with its position; calling it again continues where it stopped."""
    player = seat_name(account.name)
    if game.state != directory.RUNNING:
        join(service, account, game.key, player)
        start(service, game.key, seed=LESSON_SEED)
    if not lesson.state:
        return
    with service.database.game(game.key) as store:
        if store.latest() == store.first() and not store.stored(store.first()).edits:
            text = json.dumps({"state": lesson.state_for(player)})
            edit_game(store, text, "a lesson", "its position", clock=service.clock)


def _end_lesson(service: Service, key: str) -> None:
    with service.database.game(key) as store:
        end_game(store, "started over", clock=service.clock)
        update_after_change(service, key, store)


def progress(service: Service, rights: Access) -> LessonProgress | None:
    """Return a player's progress in a lesson; None for other games."""
    game, seat = rights.game, rights.seat
    lesson = guide_of(game.terms.variant).lesson if game.terms.lesson else None
    if lesson is None or seat is None or game.state != directory.RUNNING:
        return None
    with service.database.game(game.key) as store, store.read_transaction():
        states = [place.state for place in quick_facts(store).places if place.seat == seat]
        turns = [turn for turn in store.turns_reported(seat) if turn > store.first()]
        index, is_missed = lesson.turn_after([store.report(turn, seat) for turn in turns])
    orders = with_name(lesson.turns[index].orders, seat)
    return LessonProgress(lesson, index, is_missed, states == [FINAL], orders)
