"""The data of the pages with an order editor: its text, versions, receipt and problems."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import unified_diff
from typing import Any

from attrs import frozen

from horizons_core.errors import HorizonsError
from horizons_host.deadlines.outlook import Outlook, outlook
from horizons_host.games.order_claims import ExaminedOrders
from horizons_host.games.order_intake import OrderIntake
from horizons_host.games.receipts import receipt_of
from horizons_host.server.games.access import Access
from horizons_host.server.games.order_board import OrderBoard, board_of
from horizons_host.server.pages.order_forms import order_text
from horizons_host.server.service import Service
from horizons_host.store import GameStore, NewerOrdersError, SubmittedOrders

#: Results of a submission, as given in the address of its receipt.
_DONE = {"stored", "repeated"}


@frozen
class EditorState:
    """Data shown next to the editor: the board, the submissions, and the deadline."""

    board: OrderBoard
    submissions: Sequence[SubmittedOrders]
    outlook: Outlook
    minutes: int

    @property
    def turn(self) -> int:
        """The coming turn."""
        return self.board.view.turn + 1

    @property
    def last(self) -> SubmittedOrders | None:
        """The latest submission."""
        return self.submissions[-1] if self.submissions else None

    @property
    def text(self) -> str:
        """The text of the latest submission; empty if there is none."""
        return self.last.text if self.last else ""

    @property
    def has_no_orders(self) -> bool:
        """True if the latest submission gives no orders."""
        language = self.board.variant.language
        return self.last is not None and not language.read(self.last.text).orders

    @property
    def version(self) -> int:
        """The version of the latest submission; 0 if there is none."""
        return self.last.version if self.last else 0


def read_state(store: GameStore, service: Service, seat: str) -> EditorState:
    """Read what a page shows next to the editor."""
    with store.read_transaction():
        board = board_of(store, seat)
        submissions = store.submissions_by(board.view.turn + 1, seat)
        schedule = outlook(store, service.clock)
    remaining = schedule.deadline - service.clock() if schedule.deadline else None
    return EditorState(
        board, submissions, schedule, int(remaining.total_seconds() // 60) if remaining else 0
    )


def examine(intake: OrderIntake, text: str, seat: str, turn: int | None = None) -> ExaminedOrders:
    """Check orders from a page."""
    return intake.examine(order_text(text), seat, turn)


def version_of(submissions: Iterable[SubmittedOrders], number: str) -> SubmittedOrders | None:
    """Return the submission with this version number."""
    return next((orders for orders in submissions if str(orders.version) == number), None)


def stored_version(
    store: GameStore, service: Service, seat: str, state: EditorState, version: str, done: str
) -> dict[str, Any]:
    """Return a version of the orders, else the latest; after a submission with its receipt.

    `done` is the result of the submission.
    """
    chosen = version_of(state.submissions, version)
    shown = chosen or state.last
    if shown is None:
        return {"text": ""}
    answer: dict[str, Any] = {"text": shown.text, "shown": shown.version}
    if done in _DONE and chosen:
        answer |= {"version": chosen.version, "done": done}
        try:
            examined = examine(OrderIntake(store, service.clock), shown.text, seat)
            answer["receipt"] = receipt_of(examined)
        except HorizonsError as problem:  # orders are no longer accepted
            answer["problem"] = problem
    return answer


def editor_variables(
    rights: Access,
    state: EditorState,
    text: str,
    *,
    problem: HorizonsError | None = None,
    after: int | None = None,
    shown: int = 0,
    **more: Any,
) -> Mapping[str, Any]:
    """Return the variables of a template with an editor."""
    newer = isinstance(problem, NewerOrdersError)
    parts: dict[str, Any] = {"receipt": None, "version": None, "done": "", "added": "", "do": ""}
    return {
        "game": rights.game,
        "access": rights,
        "seat": rights.seat,
        "turn": state.turn,
        "text": text,
        "submissions": state.submissions,
        "last": state.last,
        "latest_version": state.version,
        "after": state.version if after is None else after,
        "shown_version": shown or state.version,
        "newer": _changed_lines(state.text, text) if newer and text != state.text else None,
        "outlook": state.outlook,
        "has_no_orders": state.has_no_orders,
        "own_seat": next((s for s in state.outlook.seats if s.seat == rights.seat), None),
        "minutes": state.minutes,
        "problem": problem,
        "status": 409 if newer else 422 if problem else 200,
        **parts,
        **more,
    }


def _changed_lines(newest: str, text: str) -> list[str]:
    """List the lines of a text that differ from the newest version, marked with - and +."""
    lines = unified_diff(newest.splitlines(), text.splitlines(), lineterm="", n=1)
    return [line for line in lines if not line.startswith(("---", "+++", "@@"))]
