"""First lessons: a game against bots for each variant that has one, and a player's progress."""

from __future__ import annotations

from attrs import frozen

import horizons_core as hz
from horizons_core.plugins.guides import Lesson, guide_of
from horizons_host.deadlines.facts import FINAL, quick_facts
from horizons_host.server.games import deadlines, directory, joining
from horizons_host.server.games.access import Access, page_not_found
from horizons_host.server.games.directory import ListedGame
from horizons_host.server.games.terms import Terms
from horizons_host.server.people.accounts import Account
from horizons_host.server.service import Service

#: The lessons of a variant are all the same game.
LESSON_SEED = "lesson"
#: A turn is run as soon as the player's orders are final.
_LESSON_SCHEDULE = {"rule": "daily 20:00 UTC", "when_final": True, "reminder_hours": []}
#: The name in a lesson of a player whose name is too long for names derived from it.
_SHORT, _YOU = 20, "You"
#: The steps of a lesson.
READ, WRITE, WAIT, GO_ON = "read", "write", "wait", "go on"


@frozen
class LessonProgress:
    """A player's progress in a lesson: the step, and the orders that it suggests."""

    lesson: Lesson
    step: str
    turn: int
    orders: str


def lessons() -> list[hz.VariantInfo]:
    """List the variants that have a lesson."""
    return [info for info in hz.variants().values() if guide_of(info.name).lesson]


def begin_lesson(service: Service, account: Account, variant: str) -> ListedGame:
    """Return the lesson that an account has begun and not ended, or a new one.

    Raises NoGameError for a variant without a lesson.
    """
    lesson = guide_of(variant).lesson if variant in hz.variants() else None
    if lesson is None:
        raise page_not_found()
    for game, _ in directory.of_account(service, account):
        terms = game.terms
        if terms.lesson and terms.variant == variant and game.state != directory.ENDED:
            if game.state != directory.RUNNING:
                _start_lesson(service, account, game.key)
            return game
    game = directory.announce(service, account, _lesson_terms(service, variant, lesson), plays=True)
    _start_lesson(service, account, game.key)
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
    )


def seat_name(name: str) -> str:
    """Return the seat name of a player in a lesson."""
    return name if len(name) <= _SHORT else _YOU


def _start_lesson(service: Service, account: Account, key: str) -> None:
    joining.join(service, account, key, seat_name(account.name))
    joining.start(service, key, seed=LESSON_SEED)


def progress(service: Service, rights: Access, path: str) -> LessonProgress | None:
    """Return a player's progress in a lesson for the page at `path`; None for other games."""
    game = rights.game
    lesson = guide_of(game.terms.variant).lesson if game.terms.lesson else None
    if lesson is None or rights.seat is None or game.state != directory.RUNNING:
        return None
    with service.database.game(game.key) as store:
        facts = quick_facts(store)
    states = [place.state for place in facts.places if place.seat == rights.seat]
    turn = facts.turn - 1
    if turn:
        step = GO_ON
    elif states == [FINAL]:
        step = WAIT
    else:
        step = WRITE if path.startswith(f"/games/{game.key}/orders") else READ
    return LessonProgress(lesson, step, turn, lesson.orders(rights.seat))
