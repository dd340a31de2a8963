"""INTELLIGENCE and SPY: operations against others, their effects and exposure (SC-ESP).

The victim notices the effect, but not its author (SC-ESP-004).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attrs import evolve, frozen

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.rng import Stream
from horizons_core.sums import ordered_sum
from horizons_core.turn import TurnContext
from variants.starcluster.constants import MC, TREASURY
from variants.starcluster.economy import economy_of
from variants.starcluster.intelligence import (
    INCITE,
    POOL,
    PROJECT,
    REPORT,
    STEAL,
    SURVEY,
    Intelligence,
)
from variants.starcluster.model import Empire, Starcluster, Survey, SurveyedColony
from variants.starcluster.model.knowledge import DETAILED
from variants.starcluster.references import EMPIRE
from variants.starcluster.rules.charts import chart_survey, survey_of
from variants.starcluster.rules.income import gross_income
from variants.starcluster.rules.relations import move_stance
from variants.starcluster.rules.research import learn_technology
from variants.starcluster.rules.treasury import pay
from variants.starcluster.technologies import TREES, Technology, technology

COPIED = EventKind(
    "spy.survey", "Your agents have copied {target}'s data on {system}.", ("SC-ESP-003",)
)
REPORTED = EventKind(
    "spy.report",
    "{target}: treasury {treasury:,.2f} MC, gross income {income:,.2f} MC, EL {el},"
    " levels: {levels}; {units} units of {spaces} HS; projects: {projects}.",
    ("SC-ESP-003",),
)
STOLEN = EventKind(
    "spy.steal", "Your agents have brought {technology} from {target}.", ("SC-ESP-003",)
)
DESTROYED = EventKind(
    "spy.pool", "Your agents have destroyed {number} freighters of {target}.", ("SC-ESP-003",)
)
LOST = EventKind(
    "spy.pool_lost", "{number} freighters of the pool were sabotaged.", ("SC-ESP-003", "SC-ESP-004")
)
HAMPERED = EventKind(
    "spy.project", "Your agents have hampered the projects in {system}.", ("SC-ESP-003",)
)
DELAYED = EventKind(
    "spy.project_delayed",
    "Sabotage in {system}: the projects there make no progress this turn.",
    ("SC-ESP-003", "SC-ESP-004"),
)
INCITED = EventKind(
    "spy.incite", "Your agents have incited a revolt in {system}.", ("SC-ESP-003", "SC-RACE-006")
)
REVOLT = EventKind(
    "spy.revolt",
    "{pu} PU of {system} are in revolt for {turns} turns, incited by agents.",
    ("SC-ESP-003", "SC-ESP-004", "SC-RACE-006"),
)

#: Key of a turn's notes: systems whose projects make no progress and have no roll (SC-RES-006).
SABOTAGED = "sabotaged"
#: Operations that are impossible against non-player races (SC-ESP-003).
NOT_AGAINST_NATIVES = (POOL, PROJECT)


@frozen
class Operation:
    """An operation as ordered.

    Attributes:
        kind: its kind in the table.
        author, target: empires.
        object: the name of the system or technology concerned; "" for none.
    """

    kind: str
    author: Empire
    target: Empire
    object: str = ""

    @property
    def technology(self) -> Technology | None:
        """The technology to steal, if it exists."""
        return technology(self.object)


def must_be_possible(operation: Operation) -> None:
    """Raise Refused for an operation that makes no sense against any target."""
    kind, target, about = operation.kind, operation.target, operation.object
    if target.npr and kind in NOT_AGAINST_NATIVES:
        message = f"{target.name} has no freighters and no projects"
        raise Refused(Refusal("nothing-to-hit", message, "choose another operation", "operation"))
    if kind in (REPORT, POOL) and about:
        raise Refused(
            Refusal("too-much", f"{kind} takes no further words", "leave it out", "about")
        )
    if kind not in (REPORT, POOL) and not about:
        noun = "technology" if kind == STEAL else "system"
        message = f"{kind} needs a {noun}"
        raise Refused(Refusal("too-little", message, f"add the {noun}", "operation"))
    if kind == STEAL:
        _must_be_wanted(operation)


def must_be_there(context: TurnContext[Starcluster], operation: Operation) -> None:
    """Raise Refused for a technology or system that the target does not have."""
    game = context.game
    kind, target, about = operation.kind, operation.target, operation.object
    if kind == STEAL:
        wanted_technology = operation.technology
        exists = wanted_technology is not None and target.has(wanted_technology.name)
    elif kind == SURVEY:
        exists = data_of(game, target, about, context.turn) is not None
    elif kind in (PROJECT, INCITE):
        system = game.system(about.upper())
        exists = system is not None and system.owner == target.id
    else:
        exists = True
    if not exists:
        message = f"{target.name} has no {about}"
        remedy = "name one that the target has"
        raise Refused(Refusal("unknown-to-target", message, remedy, "about"))


def take_effect(context: TurnContext[Starcluster], operation: Operation, stream: Stream) -> None:
    """Apply the effect of a success."""
    _EFFECTS[operation.kind](context, operation, stream)


def data_of(game: Starcluster, empire: Empire, word: str, turn: int) -> Survey | None:
    """An empire's knowledge of a system; of its own colonies the present state."""
    system = game.system(word.upper())
    if system is None:
        return None
    stored = empire.charts.surveys.get(system.id)
    if system.owner != empire.id:
        return stored
    if stored is None:
        return survey_of(game, system, DETAILED, 0, turn)
    colony = SurveyedColony(owner=empire.id, pu=system.pu)
    return evolve(stored, turn=turn, colony=colony, spent=system.spent)


def _must_be_wanted(operation: Operation) -> None:
    tech, about = operation.technology, operation.object
    if tech is None:
        message = f"there is no technology {about}"
        raise Refused(Refusal("unknown-technology", message, "write S2, I2 or ENI:TUNER", "about"))
    if operation.author.has(tech.name):
        message = f"you already have {tech.name}"
        raise Refused(Refusal("already-known", message, "steal something else", "about"))


def _copy_survey(context: TurnContext[Starcluster], operation: Operation, _stream: Stream) -> None:
    author, target = operation.author, operation.target
    survey = data_of(context.game, target, operation.object, context.turn)
    if survey is not None:
        context.emit(COPIED, author.readers, target=target.name, system=survey.system)
        chart_survey(context, author, survey)


def _report(context: TurnContext[Starcluster], operation: Operation, _stream: Stream) -> None:
    game = context.game
    economy = economy_of(context)
    target = operation.target
    units = game.units_of(target.id)
    context.emit(
        REPORTED,
        operation.author.readers,
        target=target.name,
        treasury=target.stock.get(TREASURY, 0) / MC,
        income=gross_income(game, target, economy) / MC,
        el=target.el,
        levels=", ".join(f"{tree} {target.level(tree)}" for tree in TREES),
        units=len(units),
        spaces=ordered_sum(unit.design.spaces for unit in units),
        projects=", ".join(target.projects) or "none",
    )


def _steal(context: TurnContext[Starcluster], operation: Operation, _stream: Stream) -> None:
    """Gain the technology with all lower versions (SC-RND-003)."""
    author, tech = operation.author, operation.technology
    if tech is None:
        return
    learn_technology(author, tech.name)
    target = operation.target.name
    context.emit(STOLEN, author.readers, target=target, technology=tech.name)


def _hit_pool(context: TurnContext[Starcluster], operation: Operation, stream: Stream) -> None:
    author, target = operation.author, operation.target
    number = min(stream.die(6), target.freighters)
    target.freighters -= number
    context.emit(DESTROYED, author.readers, target=target.name, number=number)
    context.emit(LOST, target.readers, number=number)


def _hit_projects(context: TurnContext[Starcluster], operation: Operation, _stream: Stream) -> None:
    system = operation.object.upper()
    context.notes.setdefault(SABOTAGED, set()).add(system)
    context.emit(HAMPERED, operation.author.readers, place=system, system=system)
    context.emit(DELAYED, operation.target.readers, place=system, system=system)


def _incite(context: TurnContext[Starcluster], operation: Operation, stream: Stream) -> None:
    """Incite a revolt, without effect during another one (SC-RACE-005)."""
    game = context.game
    system = game.place(operation.object.upper())
    context.emit(INCITED, operation.author.readers, place=system.id, system=system.id)
    if system.revolt_turns:
        return
    system.revolt = min(system.pu, 5 * stream.roll("2d10"))
    system.revolt_turns = stream.die(4)
    context.emit(
        REVOLT,
        operation.target.readers,
        place=system.id,
        system=system.id,
        pu=system.revolt,
        turns=system.revolt_turns,
    )


_EFFECTS: Mapping[str, Callable[[TurnContext[Starcluster], Operation, Stream], None]] = {
    SURVEY: _copy_survey,
    REPORT: _report,
    STEAL: _steal,
    POOL: _hit_pool,
    PROJECT: _hit_projects,
    INCITE: _incite,
}


RAISED = EventKind(
    "intelligence.raised", "Your Intelligence Rating is now {rating}.", ("SC-ESP-001",)
)
ON_GUARD = EventKind("spy.on_guard", "Your services are on guard this turn.", ("SC-ESP-003",))
FAILED = EventKind(
    "spy.failed", "Your operation {operation} against {target} has failed.", ("SC-ESP-002",)
)
CAUGHT = EventKind(
    "spy.caught", "{target} knows that you are behind the operation {operation}.", ("SC-ESP-004",)
)
EXPOSED = EventKind(
    "spy.exposed", "Agents of {author} were caught: {operation} has failed.", ("SC-ESP-004",)
)

#: Keys of a turn's notes: empires on guard, and pairs of author and target of operations.
_GUARDS, _DONE = "empires on guard", "operations"
#: Key of a turn's notes: empires that have raised their rating.
_RAISED = "ratings raised"


def raise_rating(context: TurnContext[Starcluster], empire: Empire, _order: Order) -> None:
    """INTELLIGENCE: one step a turn (SC-ESP-001)."""
    rules = _rules(context)
    raised: set[str] = context.notes.setdefault(_RAISED, set())
    if empire.id in raised:
        message = "the rating was already raised this turn"
        raise Refused(Refusal("already-raised", message, "raise it again next turn"))
    rating = empire.intelligence + 1
    if rating > rules.highest_rating(empire.el):
        message = f"the rating is {empire.intelligence}, and at most one above the EL {empire.el}"
        raise Refused(Refusal("rating-too-high", message, "raise the EL first"))
    purpose = f"Intelligence Rating {rating}"
    pay(context, empire, rules.rating_price(rating), purpose, ("SC-ESP-001",))
    empire.intelligence = rating
    raised.add(empire.id)
    context.emit(RAISED, empire.readers, rating=rating)


def order_spy_guard(context: TurnContext[Starcluster], empire: Empire, _order: Order) -> None:
    """SPY GUARD: makes operations against the empire harder this turn (SC-ESP-003)."""
    guards: set[str] = context.notes.setdefault(_GUARDS, set())
    if empire.id in guards:
        message = "your services are already on guard"
        raise Refused(Refusal("on-guard", message, "give this order once a turn"))
    pay(context, empire, _rules(context).guard_price(), "guard against spies", ("SC-ESP-003",))
    guards.add(empire.id)
    context.emit(ON_GUARD, empire.readers)


def spy(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """SPY: one operation per target and turn, paid whatever the result (SC-ESP-003)."""
    operation = Operation(order["operation"], empire, order[EMPIRE], order.get("about", ""))
    target = operation.target
    operations: set[tuple[str, str]] = context.notes.setdefault(_DONE, set())
    if (empire.id, target.id) in operations:
        message = f"you already ordered an operation against {target.name} this turn"
        raise Refused(Refusal("second-operation", message, "order another one next turn", "empire"))
    must_be_possible(operation)
    if not context.forecast:  # checks and forecasts know nothing about the target
        must_be_there(context, operation)
    level = operation.technology.level if operation.technology else 1
    price = _rules(context).price(operation.kind, level)
    purpose = f"{operation.kind} against {target.name}"
    pay(context, empire, price, purpose, ("SC-ESP-003",))
    operations.add((empire.id, target.id))
    if not context.forecast:
        _attempt(context, operation)


def rating_of(empire: Empire) -> int:
    """The Intelligence Rating of an empire; that of a non-player race is its EL (SC-ESP-001)."""
    return empire.el if empire.npr else empire.intelligence


def _attempt(context: TurnContext[Starcluster], operation: Operation) -> None:
    """Roll for an operation; the dice stay hidden (SC-ESP-002)."""
    author, target = operation.author, operation.target
    rules = _rules(context)
    chance = rules.chance(
        operation.kind,
        rating_of(author),
        rating_of(target),
        target.race.chauvinism,
        guarded=target.id in context.notes.get(_GUARDS, ()),
    )
    stream = context.stream("operation", author.id, target.id)
    roll = stream.die(100)
    if rules.succeeds(roll, chance):
        take_effect(context, operation, stream)
        return
    context.emit(FAILED, author.readers, operation=operation.kind, target=target.name)
    if roll >= rules.betrayed or stream.die(100) <= rules.exposed:
        _expose(context, operation)


def _expose(context: TurnContext[Starcluster], operation: Operation) -> None:
    """Reveal the author to the target; a non-player race resents it (SC-ESP-004, SC-DIP-004)."""
    author, target, kind = operation.author, operation.target, operation.kind
    context.emit(CAUGHT, author.readers, target=target.name, operation=kind)
    context.emit(EXPOSED, target.readers, author=author.name, operation=kind)
    if target.npr:
        move_stance(context, author, target, -1)


def _rules(context: TurnContext[Starcluster]) -> Intelligence:
    economy = economy_of(context)
    return economy.intelligence
