"""Request and response shapes of the API calls; the OpenAPI description is made from them."""

from __future__ import annotations

from typing import Any

from attrs import define, field

from horizons_core.orders import Cost, OrderStep
from horizons_host.server.games.order_board import ComposedOrder


@define
class ErrorResponse:
    """An error: the problem, and a hint on how to solve it, or ""."""

    message: str
    hint: str


@define
class NewerOrders:
    """The latest submitted orders of a seat, which a request would have replaced."""

    version: int
    turn: int
    text: str
    given_at: str
    source: str
    final: bool


@define
class NewerOrdersResponse(ErrorResponse):
    """An error with the newer orders of the seat, or null if they were withdrawn."""

    newest: NewerOrders | None


@define
class TokenOwner:
    """The owner of the token."""

    name: str


@define
class GameSummary:
    """A game you take part in. `role` is yours in it, `seat` the seat's name or ""."""

    key: str
    title: str
    variant: str
    state: str
    role: str
    seat: str


@define
class SeatSummary:
    """A seat of a game, and whether it has orders for the coming turn ("none", "in", "by bot").

    `ready` says whether submitted orders are "final" or a "draft"; otherwise it is "none", or ""
    for a bot. `awaited` says whether the turn needs orders of the seat that are still missing.
    """

    seat: str
    bot: str | None
    role: str
    orders: str
    ready: str
    awaited: bool


@define
class GameStatus:
    """A game: its rules, its latest turn (null before it starts), its seats.

    `deadline` is that of the coming turn, in UTC; null for none. `stage` is the stage of the game
    ("" for an ordinary turn), `turn_title` the title of the coming turn in its own words.
    """

    key: str
    title: str
    variant: str
    mods: list[str]
    options: dict[str, Any]
    state: str
    turn: int | None
    seats: list[SeatSummary]
    deadline: str | None
    stage: str
    turn_title: str


@define
class OrdersRequest:
    """Orders to check or submit; a draft if not `final`.

    With a `turn` they count for that turn alone, and are refused once it was run. With a `version`
    (0: none) they replace only that one: if a newer one is stored, the answer is 409 with that
    one, unless `force` is set.
    """

    text: str
    final: bool = True
    turn: int | None = None
    version: int | None = None
    force: bool = False

    @property
    def after(self) -> int | None:
        """The only version that may be replaced; None for any."""
        return None if self.force else self.version


@define
class OrderStatusRequest:
    """The new status of the submitted orders: `final`, or a draft.

    With a `version` the answer is 409 if a newer one is stored.
    """

    final: bool = True
    version: int | None = None


@define
class TurnRequest:
    """A request to run the turn; with `anyway` even if orders are missing."""

    anyway: bool = False


@define
class OrdersReceipt:
    """The answer to orders. `version` counts the submissions for the turn; null: not stored.

    `receipt` has the orders as they were understood, the remarks, and the predicted position.
    `replaced` is the version that they replace, null for none. `repeated` orders equal the latest
    version and are not stored again.
    """

    version: int | None
    errors: int
    receipt: dict[str, Any]
    replaced: int | None = None
    repeated: bool = False


@define
class OwnOrders:
    """Your orders for the coming turn; without a text if there are none."""

    turn: int
    text: str | None
    version: int
    given_at: str | None
    final: bool | None


@define
class RequestedTurn:
    """A turn that the gamemaster requested, and the state of its job."""

    turn: int
    state: str
    says: str


@define
class NumberRange:
    """The range of numbers that an argument takes."""

    minimum: float
    maximum: float


@define
class CommandOptions:
    """The choices for the arguments of a command, in the order of asking.

    An argument takes a word of a list, a number, or, if it is null, any words. `label` and `group`
    are for people; the command is offered first on the kinds of things in `on`.
    """

    help: str
    arguments: dict[str, list[str] | NumberRange | None]
    label: str
    group: str
    on: list[str]


@define
class ChosenArguments:
    """The arguments of an order chosen so far, by name.

    A value is words or a number; null leaves the argument out. Several values are a list, which a
    null ends. `text` has the orders above it, which may leave fewer choices.
    """

    command: str
    chosen: dict[str, Any] = field(factory=dict)
    text: str = ""


@define
class StockCost:
    """An amount of a stock that an order uses up."""

    stock: str
    amount: float


@define
class ArgumentChoice:
    """A choice: its words in orders, its name for people, and the id of its place on the map."""

    value: str
    label: str
    place: str
    cost: StockCost | None
    help: str


@define
class StepRange:
    """The numbers `low`, `low` + `step` and so on up to `high`, and the cost of each unit."""

    low: float
    high: float
    step: float
    cost: StockCost | None


@define
class NextArgument:
    """The next argument of an order: a choice, a number, or, if it is `free`, any words.

    An `optional` one may be left out, or, of `several` values, end here.
    """

    name: str
    label: str
    help: str
    choices: list[ArgumentChoice]
    range: StepRange | None
    optional: bool
    several: bool
    free: bool


@define
class OrderInProgress:
    """The next argument of an order, null if nothing is left to choose.

    `line` is the order, or null as long as it needs further arguments.
    """

    step: NextArgument | None
    line: str | None


def order_in_progress(order: ComposedOrder) -> OrderInProgress:
    """Convert an order that is composed step by step."""
    step = None if order.step is None else next_argument(order.step)
    return OrderInProgress(step, order.line or None)


def next_argument(step: OrderStep) -> NextArgument:
    """Convert an argument with its choices."""
    choices = [
        ArgumentChoice(c.value, c.label, c.place, _cost(c.cost), c.help) for c in step.choices
    ]
    numbers = None if step.range is None else StepRange(*step.range, _cost(step.cost))
    return NextArgument(
        step.name, step.label, step.help, choices, numbers, step.optional, step.several, step.free
    )


def _cost(cost: Cost | None) -> StockCost | None:
    return None if cost is None else StockCost(cost.stock, cost.amount)
