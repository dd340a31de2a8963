"""REPAIR: what is mended, where, and from what (C2E-11.1, C2E-11.2, C2E-11.3).

Orders of a week for one ship make one job (C2E-11.4-02); `rules/repair_work.py` does it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from horizons_core.errors import did_you_mean
from horizons_core.model import folded
from horizons_core.orders import Order, Refusal, Refused, is_count
from horizons_core.sums import int_sum
from horizons_core.turn import TurnContext
from variants.campaign2e.designs.parts import part_named
from variants.campaign2e.designs.spares import BOXES, CORE, spare_for
from variants.campaign2e.model import Campaign, Group, Player, Ship, Task, place_id
from variants.campaign2e.references import own_ship
from variants.campaign2e.rules.bases import is_friendly_base
from variants.campaign2e.rules.damage import (
    ARMOUR,
    CRAFT,
    DRIVE,
    FTL,
    HOLD,
    HULL,
    Damage,
    boxes,
    damage_of,
)
from variants.campaign2e.rules.groups import group_of
from variants.campaign2e.rules.jobs import open_job, put_back, take_part
from variants.campaign2e.rules.part_stores import Shelf, shelves_at
from variants.campaign2e.rules.standards import must_be_capital, needs_capital

SPARES, ALL = "SPARES", "ALL"
_WHOLE_WORDS = (ALL, CRAFT, DRIVE, FTL, HOLD, *CORE)


def repair(context: TurnContext, player: Player, order: Order) -> None:
    """REPAIR: put what an order names down as tasks of the ship's job of the week."""
    game: Campaign = context.game
    ship = own_ship(context, player, order, "ship")
    source = order.get("source", "")
    text = " ".join(order["what"].upper().split())
    if ship.captured and not (source and text in (DRIVE, FTL, *CORE)):
        message = f"{ship.name} is a capture"
        hint = "REBUILD mends all of it; only drives and core systems are mended FROM SPARES"
        raise Refused(Refusal("captured", message, hint, "ship"))
    group = group_of(game, ship)
    if group.withdrawn or group.departure is not None:
        message = f"{ship.name} leaves {place_id(group.at)} this week"
        raise Refused(Refusal("leaving", message, "order it where it arrives", "ship"))
    asked = _asked(player, ship, text)
    job = open_job(player, ship)
    tasks = _tasks(game, player, ship, asked, source, everything=text == ALL)
    fast = "fast" in order.arguments
    if fast and not any(task.major for task in [*tasks, *job.tasks]) and not _hangars(tasks):
        if game.plays_by("1.1.0"):
            put_back(game, player, ship, tasks)
        message = "only repairs that take two weeks can be done faster"
        raise Refused(Refusal("minor-fast", message, "leave FAST out", "fast"))
    job.tasks += tasks
    job.fast = job.fast or fast
    if job not in player.jobs:
        player.jobs.append(job)


def _hangars(tasks: Iterable[Task]) -> bool:
    """Return whether more than one hangar is mended at once (C2E-11.4-02)."""
    return int_sum(task.what == "HANGAR" for task in tasks) > 1


def _asked(player: Player, ship: Ship, text: str) -> list[Damage]:
    """The damage that words of an order name; raises Refused for what is none (C2E-11.1-02)."""
    left = _not_in_work(player, ship)
    if text == ALL:
        if left:
            return left
        raise Refused(_undamaged(f"{ship.name} has no damage that is not in work"))
    word, _, number = text.partition(" ")
    if word in (HULL, ARMOUR) and (not number or is_count(number)):
        return [_boxes(ship, left, word, int(number or 1))]
    if text not in _WHOLE_WORDS:
        text = _part_word(ship, text)
    for damage in left:
        if damage.what == text:
            return [damage]
    raise Refused(_undamaged(f"no {text} of {ship.name} is damaged and not in work"))


def _undamaged(message: str) -> Refusal:
    return Refusal("not-damaged", message, "your report lists the damage of each ship", "what")


def _boxes(ship: Ship, left: Iterable[Damage], word: str, count: int) -> Damage:
    damaged = int_sum(damage.count for damage in left if damage.what == word)
    if not 1 <= count <= damaged:
        message = f"{ship.name} has {damaged} {word} boxes to mend, not {count}"
        raise Refused(_undamaged(message))
    return boxes(word, count)


def _part_word(ship: Ship, text: str) -> str:
    words = sorted({part.word for part in ship.design.parts})
    hint = did_you_mean(text, [*words, *_WHOLE_WORDS, HULL, ARMOUR])
    try:
        word = part_named(text, ship.design.special).word
    except ValueError as problem:
        raise Refused(Refusal("unknown-part", str(problem), hint, "what")) from problem
    if word not in words:
        message = f"{ship.name} has no {word}"
        raise Refused(Refusal("unknown-part", message, hint, "what"))
    return word


def _not_in_work(player: Player, ship: Ship) -> list[Damage]:
    """The damage of a ship that no job mends yet."""
    tasks = [task for job in player.jobs if job.ship == ship.id for task in job.tasks]
    in_work = [(task.what, task.system) for task in tasks if task.what not in BOXES]
    left = []
    for damage in damage_of(ship):
        if damage.what in BOXES:
            count = damage.count - int_sum(t.count for t in tasks if t.what == damage.what)
            if count > 0:
                left.append(boxes(damage.what, count))
        elif (damage.what, damage.system) not in in_work:
            left.append(damage)
    return left


def _tasks(
    game: Campaign,
    player: Player,
    ship: Ship,
    asked: list[Damage],
    source: str,
    *,
    everything: bool,
) -> list[Task]:
    """The tasks for some damage; raises Refused where it cannot be mended (C2E-11.1-01)."""
    group = group_of(game, ship)
    world = game.world_at(group.at)
    at_base = world is not None and is_friendly_base(game, world, player.id)
    if source and folded(source) != folded(SPARES):
        for damage in asked:
            if needs_capital(game, player, ship, damage.system):
                must_be_capital(player, ship, damage.what, group.at)
        if not at_base:
            message = f"{ship.name} is at no friendly base"
            hint = "away from bases only spares of supply ships mend it"
            raise Refused(Refusal("no-base", message, hint, "ship"))
        donor = _donor(game, player, ship, group, source)
        return _from_donor(game, player, ship, donor, asked, everything=everything)
    if at_base and not source:
        return _at_base(game, player, ship, group, asked)
    shelves = shelves_at(game, player, group.at)
    if not everything or not game.plays_by("1.1.0"):
        found = [task for damage in asked for task in _from_spares(game, ship, shelves, damage)]
    else:
        found = [task for damage in asked for task in _what_spares_cover(ship, shelves, damage)]
    if found:
        return found
    raise Refused(_too_few_spares(ship, group, shelves, asked[0], at_base=at_base))


def _too_few_spares(
    ship: Ship, group: Group, shelves: Sequence[Shelf], damage: Damage, *, at_base: bool
) -> Refusal:
    """Why spares do not mend some damage: there are none of it, or not enough (C2E-11.3.1-01)."""
    what, where = damage.what, place_id(group.at)
    there = _spares_of(ship, shelves, damage)
    if there:
        some = "1 spare" if there == 1 else f"{there} spares"
        whose = "lie" if at_base else "are aboard supply ships"
        message = f"only {some} {what} for {ship.name} {whose} at {where}, not {damage.count}"
        hint = f"REPAIR {ship.name} {what} {there} FROM SPARES"
        return Refusal("no-spare", message, hint, "what")
    if at_base:
        message = f"no spare {what} for {ship.name} is at {where}"
        return Refusal("no-spare", message, "leave FROM SPARES out to pay for it", "what")
    message = f"{ship.name} is at no friendly base, and no supply ship with it has a spare {what}"
    return Refusal("no-base", message, "bring it home, or supply ships to it", "ship")


def _at_base(
    game: Campaign, player: Player, ship: Ship, group: Group, asked: list[Damage]
) -> list[Task]:
    """The tasks at a base: what is not standard is mended at the capital alone (C2E-16.3-01)."""
    at_capital = place_id(group.at) == player.capital
    done = [d for d in asked if at_capital or not needs_capital(game, player, ship, d.system)]
    if not done:
        must_be_capital(player, ship, asked[0].what, group.at)
    return [task_for(damage) for damage in done]


def task_for(damage: Damage, source: str = "", from_key: str = "") -> Task:
    """The task of mending some damage from a source."""
    return Task(
        what=damage.what,
        system=damage.system,
        count=damage.count,
        price=damage.price,
        weaponry=damage.weaponry,
        of_the_hull=damage.of_the_hull,
        major=damage.major,
        source=source,
        from_key=from_key,
    )


def _from_spares(
    game: Campaign, ship: Ship, shelves: Sequence[Shelf], damage: Damage
) -> list[Task]:
    """The tasks with spares from stores or holds; none where they do not mend all of it."""
    if not game.plays_by("1.1.0"):
        enough = [s for s in shelves if s.parts.get(_spare(ship, damage), 0) >= damage.count]
        return _what_spares_cover(ship, enough[:1], damage)
    enough_in_all = _spares_of(ship, shelves, damage) >= damage.count
    return _what_spares_cover(ship, shelves, damage) if enough_in_all else []


def _what_spares_cover(ship: Ship, shelves: Iterable[Shelf], damage: Damage) -> list[Task]:
    """The tasks that the spares at hand allow: new ones before second-hand ones (C2E-11.1-02)."""
    word, left = _spare(ship, damage), damage.count
    tasks = []
    for shelf in shelves if word else ():
        count = min(left, shelf.parts.get(word, 0))
        if count and shelf.take(word, count):
            part = boxes(damage.what, count) if damage.what in BOXES else damage
            tasks.append(task_for(part, shelf.name))
            left -= count
    return tasks


def _spares_of(ship: Ship, shelves: Iterable[Shelf], damage: Damage) -> int:
    word = _spare(ship, damage)
    return int_sum(shelf.parts.get(word, 0) for shelf in shelves)


def _spare(ship: Ship, damage: Damage) -> str:
    """The word of the spare that mends some damage; "" for what has none."""
    return "" if damage.what in (CRAFT, HOLD) else spare_for(ship.design, damage.what)


def _donor(game: Campaign, player: Player, ship: Ship, group: Group, name: str) -> Ship:
    """The ship that gives parts: of the same group, or a capture there (C2E-11.3.2-01)."""
    same = folded(name)
    donors = [one for one in game.ships_of(player.id) if folded(one.name) == same]
    if not donors:
        names = [one.name for one in game.ships_in(group.id) if one is not ship]
        hint = did_you_mean(name, [SPARES, *names])
        raise Refused(Refusal("unknown-ship", f"you have no ship {name}", hint, "source"))
    donor = donors[0]
    together = donor.group == group.id or (donor.captured and group_of(game, donor).at == group.at)
    if donor is ship or not together:
        message = f"{donor.name} is not in the group of {ship.name}"
        raise Refused(Refusal("not-in-group", message, "TRANSFER it first", "source"))
    if donor.leased and game.plays_by("1.1.0"):  # C2E-3.8-03
        message = f"{donor.name} is leased"
        raise Refused(Refusal("leased", message, "a leased ship stays as it is", "source"))
    if any(job.ship == donor.id and job.rebuilds for job in player.jobs):
        message = f"{donor.name} is being rebuilt"
        raise Refused(Refusal("in-work", message, "", "source"))
    return donor


def _from_donor(
    game: Campaign,
    player: Player,
    ship: Ship,
    donor: Ship,
    asked: list[Damage],
    *,
    everything: bool,
) -> list[Task]:
    """The tasks with parts of another ship, which are taken out at once (C2E-11.3.2-01).

    A module that is being swapped is not there to be taken, and a part that was second-hand aboard
    the donor stays so.
    """
    chosen: list[tuple[Damage, str]] = []
    follows = game.plays_by("1.1.0")
    jobs = [job for job in player.jobs if job.ship == donor.id and follows]
    swapped = {task.system for job in jobs for task in job.tasks if task.slot}
    for damage in asked:
        key = _working_part(ship, donor, damage, {*swapped, *(key for _, key in chosen)})
        if key is not None:
            chosen.append((damage, key))
    if not chosen or (len(chosen) < len(asked) and not everything):
        message = f"{donor.name} has no working {asked[0].what} to give"
        raise Refused(Refusal("no-such-part", message, "", "source"))
    for damage, key in chosen:
        take_part(donor, damage.what, key)
    tasks = [task_for(damage, donor.id, key) for damage, key in chosen]
    for task in tasks:
        task.second_hand = follows and task.from_key in donor.second_hand
    return tasks


def _working_part(ship: Ship, donor: Ship, damage: Damage, given: Collection[str]) -> str | None:
    """What a donor can give in the place of something damaged, beside what is given already.

    Parts have to be functionally identical: the same kind, class and arcs (C2E-11.3.3-03), and
    what is made to measure comes from ships of the same mass.
    """
    same_mass = donor.design.mass == ship.design.mass
    if damage.what == DRIVE:
        fits = same_mass and donor.design.thrust == ship.design.thrust and donor.drive == "ok"
        return DRIVE if fits else None
    if damage.what == FTL:
        return FTL if same_mass and donor.ftl == "ok" else None
    if damage.what in CORE:
        name = CORE[damage.what]
        return name if same_mass and name not in donor.core_out else None
    if damage.what in (HULL, ARMOUR, CRAFT, HOLD):
        return None
    for system in donor.design.systems:
        is_screen = system.part.kind == "screen"
        if (
            system.part.word == damage.what
            and system.key not in donor.out
            and system.key not in given
            and (same_mass or not is_screen)
        ):
            return system.key
    return None
