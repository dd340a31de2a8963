"""Our steps under the names of the recorded ones, each run from a recorded state."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial

from attrs import frozen

from horizons_core import Variant, load_variant
from horizons_core.orders import Command, Handler, Language, Order
from horizons_core.turn import Phase
from tools.far_horizons_parity.battles import ShotByShot
from tools.far_horizons_parity.dice import EngineDice
from tools.far_horizons_parity.recorded import RecordedTurn
from variants.far_horizons.battle.model import Intent
from variants.far_horizons.dice import Chance
from variants.far_horizons.economy import Economy
from variants.far_horizons.model import Game, Species
from variants.far_horizons.model.orders import Orders
from variants.far_horizons.mods.engine_1999.commands.changes import wrap_run
from variants.far_horizons.mods.engine_1999.economy import ENGINE_1999_BATTLES, ENGINE_ECONOMY
from variants.far_horizons.mods.engine_1999.language import Language1999
from variants.far_horizons.mods.engine_1999.names import ForgivingNames
from variants.far_horizons.mods.engine_1999.steps import as_in_1999
from variants.far_horizons.report.event_log import event_log
from variants.far_horizons.rules import battles, housekeeping, jumps, production
from variants.far_horizons.rules.battles import BattleSection
from variants.far_horizons.rules.steps import run_post_arrival, run_pre_departure
from variants.far_horizons.step_context import StepContext

#: The recorded steps of a turn in their order, with our names for them.
NAMES = {
    "combat": "combat",
    "pre_departure": "pre-departure",
    "jump": "jumps",
    "production": "production",
    "post_arrival": "post-arrival",
    "strike": "strikes",
    "finish": "finish",
}


def _finish(context: StepContext) -> None:
    housekeeping.finish(context)
    context.game.turn += 1


#: The functions of the steps by the rulebook.
RULEBOOK_STEPS: Mapping[str, Callable[[StepContext], None]] = {
    "combat": battles.combat,
    "pre_departure": run_pre_departure,
    "jump": jumps.run,
    "production": production.run,
    "post_arrival": run_post_arrival,
    "strike": battles.strikes,
    "finish": _finish,
}
#: The phases that are named differently.
PHASES = {"finish": "housekeeping"}
#: The two steps with battles.
BATTLE_STEPS = ("combat", "strike")


@frozen
class StepResult:
    """The result of a step: the game after it and each species' log of it."""

    game: Game
    logs: dict[int, str]


@cache
def rules_of_1999() -> Variant:
    """Load Far Horizons as the engine of 1999 plays it."""
    return load_variant("far_horizons", ["engine_1999"])


@cache
def _language() -> Language:
    """Return the engine's order language, with repeated battles."""
    return Language1999(double_battle_entries(rules_of_1999().commands))


def orders_of(turn: RecordedTurn, language: Language | None = None) -> dict[int, Orders]:
    """Read the orders of a turn as the engine does; a species without orders is missing."""
    return orders_in(turn.orders(), language)


def orders_in(texts: Mapping[int, str], language: Language | None = None) -> dict[int, Orders]:
    """Read the orders in texts, by the numbers of the species."""
    language = language or _language()
    read = {number: language.read(text).orders for number, text in texts.items()}
    return {number: sent for number, sent in read.items() if isinstance(sent, Orders)}


def runner(step: str) -> Callable[[StepContext], None]:
    """Return the function of a step as in 1999."""
    return as_in_1999(PHASES.get(step, NAMES[step]), rulebook_step(step))


def rulebook_step(step: str) -> Callable[[StepContext], None]:
    """Return the function of a step by the rulebook."""
    run = RULEBOOK_STEPS[step]
    return partial(_locate_and_fight, fight=run) if step in BATTLE_STEPS else run


def _locate_and_fight(context: StepContext, fight: Callable[[StepContext], None]) -> None:
    """Update all locations, as the engine does, before the orders for battles are read."""
    housekeeping.locate(context.game, context.economy)
    fight(context)


def phase_of(step: str) -> Phase:
    """Return the phase of a recorded step."""
    name = PHASES.get(step, NAMES[step])
    return next(phase for phase in rules_of_1999().phases if phase.name == name)


def context_of(
    step: str,
    game: Game,
    orders: Mapping[int, Orders],
    chance: Chance,
    economy: Economy = ENGINE_ECONOMY,
) -> StepContext:
    """The context of a step by itself, with the orders of the species by their numbers."""
    senders = [species for species in game.empires if species.number in orders]
    return StepContext.alone(
        rules_of_1999(),
        game,
        {species.id: orders[species.number] for species in senders},
        phase=phase_of(step),
        chance=chance,
        names=ForgivingNames(),
        economy=economy,
        combat=ShotByShot(ENGINE_1999_BATTLES, economy),
        credit=_add_to_treasury,
    )


def _add_to_treasury(species: Species, amount: int, reason: str) -> None:  # noqa: ARG001
    """Post money without a ledger."""
    species.stock["EU"] = species.treasury + amount


def run(step: str, game: Game, seed: str, orders: dict[int, Orders]) -> StepResult:
    """Run a step on a game with the engine's dice."""
    context = context_of(step, game, orders, EngineDice(seed))
    runner(step)(context)
    return StepResult(game, {species.number: _log(context, species) for species in game.empires})


def _log(context: StepContext, species: Species) -> str:
    """Return a species' log of the step."""
    entries = (event.to_dict() for event in context.events if species.id in event.audience)
    return event_log(entries, layout_1999=True) or ""


def double_battle_entries(commands: Iterable[Command]) -> tuple[Command, ...]:
    """Return the commands with a BATTLE that enters a species again for a repeated sector.

    The engine has this defect, but no game does: the ships of the species fight twice, even each
    other.
    """
    changed = {command.keyword: command for command in commands}
    wrap_run(changed, "BATTLE", _entered_again)
    return tuple(changed.values())


def _entered_again(run: Handler) -> Handler:
    """Give orders below a second BATTLE for a sector to a second entry of the species there."""

    def battle(context: StepContext, species: Species, order: Order) -> None:
        section: BattleSection = context.shared
        earlier = set(section.intents)
        run(context, species, order)
        place = section.current
        if place is not None and place in earlier:
            section.intents[place] = Intent(species=species)
            section.planned.repeats.setdefault(place, []).append(section.intents[place])
            section.named = 0

    return battle
