"""Suggested orders: those of the game's own bot for what the player can see."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Container, Sequence

from attrs import evolve, frozen
from litestar import post
from litestar.response import Template

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_core.model import folded
from horizons_core.orders import Order, unquoted
from horizons_core.plugins.guides import Hints, guide_in
from horizons_host import processes
from horizons_host.games.order_intake import OrderIntake
from horizons_host.server.games.access import access, page_not_found
from horizons_host.server.games.lessons import PLAIN_BOTS, usual_bot
from horizons_host.server.games.order_board import MAX_BOARDS, OrderBoard, board_of
from horizons_host.server.pages.order_forms import (
    after_of,
    order_text,
    turn_of,
    with_lines,
)
from horizons_host.server.pages.order_sentences import (
    arguments_of,
    openings,
    order_sentences,
    orders_with_context,
)
from horizons_host.server.pages.order_view import localized, planned_moves
from horizons_host.server.pages.rendering import PageRequest, page
from horizons_host.server.security.requests import Form, InjectedService, Key
from horizons_host.server.service import Service
from horizons_host.store import GameStore
from horizons_host.store.caches import SizedCache

#: Numbers of suggestions: fewer are added to by the next bot, more are not shown.
_MIN_HINTS, MAX_HINTS = 3, 5
#: Maximum number of suggestions that are tried, and of a bot's orders that are read.
_MAX_TRIED, _MAX_READ = 8, 200


@frozen
class Suggestion:
    """An order that a player may add, after those that it needs.

    Attributes:
        orders: the orders as a bot wrote them; the last one is suggested.
        lines: each order with the lines that it needs above it.
        sentences: the orders in the reader's language; empty until they are checked.
        reason: why to give the last one.
    """

    orders: Sequence[Order]
    lines: Sequence[str]
    sentences: Sequence[str] = ()
    reason: str = ""

    @property
    def json(self) -> str:
        """The lines, for a form."""
        return json.dumps(self.lines)


@post("/games/{key:str}/orders/hints", sync_to_thread=True, status_code=200)
def hints_page(request: PageRequest, service: InjectedService, key: Key, data: Form) -> Template:
    """Suggest up to five orders that can be added to the text, each with a reason.

    They are those of the bots that the variant's guide names, or else of the one that newcomers
    play against. A bot gets the seat's view, as a player gets a report. Not found if the game
    allows no suggestions.
    """
    rights = access(service, request.user, key)
    seat = rights.demand_seat()
    if not rights.game.terms.hints:
        raise page_not_found()
    text = data.get("orders", "").replace("\r\n", "\n")
    suggestions, problem = list[Suggestion](), None
    with service.database.game(key) as store:
        board = board_of(store, seat)
        hints = _hints_of(board)
        try:
            if hints.bots:
                tried = _suggestions(store, board, hints, text)
                suggestions = _checked(service, store, board, tried, text, turn_of(data))
        except HorizonsError as error:
            problem = error
    return page(
        request,
        "order_hints.html.jinja",
        game=rights.game,
        access=rights,
        turn=board.view.turn + 1,
        written_for=data.get("turn", ""),
        after=after_of(data),
        comes_from=data.get("page", ""),
        text=text,
        has_bot=bool(hints.bots),
        suggestions=suggestions,
        problem=problem,
        status=422 if problem else 200,
    )


def _hints_of(board: OrderBoard) -> Hints:
    """Return how orders are suggested for a board: without bots for roles and if there are none."""
    bot = usual_bot(board.variant)
    if board.view.role or bot in PLAIN_BOTS:
        return Hints(())
    return guide_in(board.variant.info.package).hints or Hints((bot,))


_bot_texts: SizedCache[str] = SizedCache(MAX_BOARDS)


def _bot_text(store: GameStore, board: OrderBoard, bot: str) -> str:
    """Return a bot's orders for a seat, cached until the position changes."""
    variant, view = board.variant, board.view

    def write() -> str:
        if processes.is_bounded(variant):
            return processes.call(variant, "suggest orders", _write_orders, view, bot)
        return _write_orders(variant, view, bot)

    return _bot_texts.of((store.position().name, view.empire, bot), write)


def _write_orders(variant: hz.Variant, view: hz.View, bot: str) -> str:
    """Return a bot's orders for a view, always the same ones: the game's dice are not used."""
    stream = hz.Stream.from_key("hints", view.empire or "", view.turn)
    return variant.bot(bot).orders(view, stream)


def _suggestions(store: GameStore, board: OrderBoard, hints: Hints, text: str) -> list[Suggestion]:
    """Return suggestions that a text doesn't have yet, of one bot or, if they are few, of more."""
    planned = {_subject(order) for order in orders_with_context(board, text)}
    suggestions: list[Suggestion] = []
    for bot in hints.bots:
        if len(suggestions) < _MIN_HINTS:
            orders = _independent_orders(board, _bot_text(store, board, bot))
            suggestions += _of_bot(board, hints, orders, planned)
            planned.update(_subject(order) for s in suggestions for order in s.orders)
    return suggestions


def _of_bot(
    board: OrderBoard, hints: Hints, orders: Sequence[Order], planned: Container[tuple[str, ...]]
) -> list[Suggestion]:
    """Return suggestions from a bot's orders, the first of each command before all second ones."""
    counts = Counter[str]()
    ranks = []
    for order in orders:
        ranks.append(counts[order.keyword])
        counts[order.keyword] += 1
    suggestions: list[Suggestion] = []
    used: set[int] = set()
    subjects: set[tuple[str, ...]] = set()
    for index in sorted(range(len(orders)), key=lambda n: ranks[n]):
        order = orders[index]
        is_worthwhile = not hints.reasons or order.keyword in hints.reasons
        if not is_worthwhile or index in used or _subject(order) in planned:
            continue
        needed = sorted(_with_needed(board, orders, index))
        lines = [_lines_of(board, orders[n]) for n in needed]
        if not all(lines) or _subject(order) in subjects:
            continue
        used.update(needed)
        subjects.add(_subject(order))
        together = [orders[n] for n in needed]
        suggestions = [s for s in suggestions if s.orders[-1] not in together]
        reason = hints.reasons.get(order.keyword, order.command.help)
        suggestions.append(Suggestion(together, lines, reason=localized(reason)))
        if len(suggestions) == _MAX_TRIED:
            break
    return suggestions


def _independent_orders(board: OrderBoard, bot_text: str) -> list[Order]:
    """Return a bot's orders without secrets and without those that only open other lines."""
    opening = {word for o in board.options.values() for word in openings(o.command).values()}
    return [
        order
        for order in orders_with_context(board, bot_text)
        if order.keyword not in opening and not order.command.private
    ][:_MAX_READ]


def _subject(order: Order) -> tuple[str, ...]:
    """Return what no two orders of a text share: the object of a default order, or all words."""
    if order.command.default and not order.command.repeats and order.written:
        return order.keyword, folded(unquoted(next(iter(order.written.values())).strip()))
    return _words(order)


def _words(order: Order) -> tuple[str, ...]:
    """Return an order's words, with those that the lines above it give."""
    return folded(order.text), *map(folded, _words_above(order))


def _words_above(order: Order) -> list[str]:
    arguments = order.command.arguments
    return [str(order.get(name)) for name in arguments if arguments[name].contextual]


def _with_needed(board: OrderBoard, orders: Sequence[Order], index: int) -> set[int]:
    """Return the indices of an order and of those that make the objects it names.

    That is the latest order with the name, or else the order right before, which made the object
    that gets the number.
    """
    needed, waiting = set[int](), {index}
    while waiting:
        last = waiting.pop()
        needed.add(last)
        for name in _unknown_names(board, orders[last]):
            makers = (n for n in reversed(range(last)) if _mentions(orders[n], name))
            maker = next(makers, last - 1)
            if maker >= 0 and maker not in needed:
                waiting.add(maker)
    return needed


def _unknown_names(board: OrderBoard, order: Order) -> list[str]:
    """List an order's words for objects that are not in sight."""
    names = [
        folded(unquoted(words.strip()))
        for name, words in order.written.items()
        if not isinstance(order.arguments.get(name), tuple)
        and name in order.command.arguments
        and order.command.arguments[name].things
    ]
    return [name for name in names if name not in board.named]


def _mentions(order: Order, name: str) -> bool:
    return any(folded(unquoted(words.strip())) == name for words in order.written.values())


def _lines_of(board: OrderBoard, order: Order) -> str:
    """Return an order with the lines that it needs above it; "" if no form writes those."""
    if not any(argument.contextual for argument in order.command.arguments.values()):
        return order.text
    chosen = arguments_of(board, order)
    return board.variant.order_line(order.keyword, chosen) if chosen else ""


def _checked(
    service: Service,
    store: GameStore,
    board: OrderBoard,
    tried: Sequence[Suggestion],
    text: str,
    turn: int | None,
) -> list[Suggestion]:
    """Return the suggestions that can be carried out after the orders of a text, as sentences."""
    extended = text
    for suggestion in tried:
        extended, _ = with_lines(board, extended, suggestion.lines)
    examined = OrderIntake(store, service.clock).examine(
        order_text(extended), board.view.empire, turn
    )
    foreseen = board.variant.things(examined.foresight.view)
    sentences = order_sentences(board, examined, planned_moves(board, examined, foreseen)[1])
    remarked = {remark["line"] for remark in examined.diagnostics if remark["severity"] != "note"}
    # Of equal orders, the last one is the added one.
    numbers = {_words(order): order.line for order in orders_with_context(board, extended)}
    checked = []
    for suggestion in tried:
        lines = [numbers.get(_words(order), 0) for order in suggestion.orders]
        if all(line in sentences for line in lines) and remarked.isdisjoint(lines):
            texts = [
                " – ".join([*_words_above(order), sentences[line]])
                for order, line in zip(suggestion.orders, lines, strict=True)
            ]
            checked.append(evolve(suggestion, sentences=texts))
    return checked[:MAX_HINTS]


ORDER_HINT_PAGES = (hints_page,)
