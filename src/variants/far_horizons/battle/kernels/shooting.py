"""The rounds of the battle kernels: chances, dice, and shot after shot (`protocol`, 2 to 7)."""

from __future__ import annotations

import numpy as np

from horizons_core.kernels.jit import kernel, part
from variants.far_horizons.battle.kernels import protocol as at
from variants.far_horizons.battle.kernels.arithmetic import below, changed_by, is_hit, with_words
from variants.far_horizons.battle.kernels.hits import (
    HALF,
    OLDEST,
    end_ship,
    force,
    hit_colony,
    hit_ship,
    lose_cargo,
    mark,
    note,
)
from variants.far_horizons.battle.kernels.lists import (
    choose,
    put_down,
    side_of,
    spend,
)
from variants.far_horizons.battle.kernels.protocol import (
    BattleArrays,
    Integers,
    U,
    Workspace,
    cell,
    entry,
)

#: The face of a ten-sided die, counted from 0, that lets a shot at or by a transport pass.
BOLD = 4

# The inverses of the numbers of faces, as in `arithmetic`: a drawn number times 51 * 51 is less
# than 2**32.
_SHIFT = 32
_PER_FACE, _PER_BOTH = (1 << _SHIFT) // at.FACES + 1, (1 << _SHIFT) // at.BOTH_FACES + 1


@part
def chance_to_hit(
    rules: Integers, military: int, other: int, surprised: int, disguised: int
) -> int:
    """Return the chance to hit in percent, before the shooter's age.

    (FH-TARGET-001, FH-FD-007, FH-SURPRISE-002)
    """
    chance = 2 * rules[at.EVEN_HIT] * military // max(1, military + other)
    if surprised:
        chance *= rules[at.SURPRISE_HIT]
    if disguised:
        chance = rules[at.DISTORTED_HIT] * chance // 100
    return min(max(chance, rules[at.MIN_HIT]), rules[at.MAX_HIT])


@kernel
def set_chances(field: BattleArrays, work: Workspace) -> None:
    """Compute the chances of all sides against ships and colonies of all others."""
    sides = len(field.sides)
    for side in range(sides):
        for other in range(sides):
            military, foe = field.sides[side, at.MILITARY], field.sides[other, at.MILITARY]
            surprised = work.tally[entry(other, at.SURPRISED_NOW)]
            disguised = field.sides[other, at.DISGUISED]
            work.chance[2 * (side * sides + other)] = chance_to_hit(
                field.rules, military, foe, surprised, disguised
            )
            work.chance[2 * (side * sides + other) + 1] = chance_to_hit(
                field.rules, military, foe, surprised, 0
            )


@part
def is_spared(
    field: BattleArrays, work: Workspace, place: int, favourite: int, kind: int
) -> tuple[bool, int]:
    """Return whether a shooter spares a target of this kind, and the next position.

    Transports are often spared (FH-TR-001), and so are targets of another kind than the favourite
    (FH-TARGET-004).
    """
    spared = False
    if kind == at.TRANSPORT and favourite != at.TRANSPORT:
        drawn, place = below(work.words, work.state, place, 10)
        spared = drawn != BOLD
    if not spared and favourite not in (0, kind):
        drawn, place = below(work.words, work.state, place, 100)
        spared = drawn < field.rules[at.FAVOURITE_PERCENT]
    return spared, place


@part
def faces_of(drawn: int) -> tuple[int, int, int]:
    """Split a draw into the three dice of a shot: of 100, 51 and 51 faces, counted from 0."""
    first, both = (drawn * _PER_BOTH) >> _SHIFT, (drawn * _PER_FACE) >> _SHIFT
    return first, both - at.FACES * first, drawn - at.FACES * both


@part
def aim(
    work: Workspace, place: int, shooter: int, side: int, width: int, column: int, ordinary: bool
) -> tuple[int, int, int, int]:
    """Roll the dice of a shot at a target in this column of the chances.

    Return whether it hits, its damage (0 for a miss), the die for damage that passes the shields,
    and the position of the next word.
    """
    drawn, place = below(work.words, work.state, place, at.ALL_FACES)
    die, first, face = faces_of(drawn)
    chance, age = work.chance[U(side * width + column)], work.hot[cell(shooter, at.AGE)]
    hit = np.int64(is_hit(die, chance, age))
    damage = changed_by(HALF - first, work.hot[cell(shooter, at.DAMAGE)], ordinary) & -hit
    return hit, damage, face, place


@part
def strike(
    field: BattleArrays,
    work: Workspace,
    count: int,
    total: int,
    shooter: int,
    target: int,
    tag: int,
    hit: int,
    damage: int,
    face: int,
    surprised: int,
    ordinary: bool,
    record: Integers,
) -> tuple[int, int]:
    """Apply a shot, or a miss, to a ship.

    Return the numbers of ready units and of their shots left.
    """
    hot, state = work.hot, work.state
    foe = tag >> at.TAG_BITS
    absorbed, share = hit_ship(hot, target, damage, face, surprised, ordinary)
    if hot[cell(target, at.AGE)] > OLDEST:
        put_down(state, count, total)
        end_ship(field, work, shooter, target, absorbed, share, record)
        return state[at.READY], state[at.LEFT_TO_FIRE]
    note(record, state, shooter, target, hit, absorbed, share)
    if tag & at.LADEN and share > 0:
        side = side_of(work, shooter)
        if field.hostile[U(side), U(foe)] != at.AS_HIJACKER:
            lose_cargo(field, work, target, share)
    return count, total


@part
def exchange_fire(field: BattleArrays, work: Workspace, record: Integers) -> bool:
    """Fight a round of plain warships, the most frequent case, as `fire_all` would.

    A processor runs this small loop faster than `fire_all` with all its checks.
    """
    hot, words, state = work.hot, work.words, work.state
    place, count = state[at.PLACE], state[at.READY]
    width = 2 * len(field.sides)
    fired, hits = 0, 0
    while count > 0:
        place = with_words(words, state, place)
        seated, place = below(words, state, place, count)
        shooter = work.ready[U(seated)]
        side = side_of(work, shooter)
        target, place = choose(field, work, place, side)
        count = spend(work, seated, count, hot[cell(shooter, at.SHOTS_LEFT)] - 1)
        fired += 1
        tag = hot[cell(target, at.TAG)]
        foe = tag >> at.TAG_BITS
        hit, damage, face, place = aim(work, place, shooter, side, width, 2 * foe, True)
        hits += hit
        count, _ = strike(
            field, work, count, 0, shooter, target, tag, hit, damage, face, 0, True, record
        )
    state[at.PLACE] = place
    state[at.SHOTS_FIRED] += fired
    state[at.HITS] += hits
    return fired > 0


@part
def fire_all(field: BattleArrays, work: Workspace, act: int, record: Integers) -> bool:
    """Fire all shots of a round; return whether any was fired, or a forced jump was tried."""
    hot, tally, words, state = work.hot, work.tally, work.words, work.state
    place, count, total = state[at.PLACE], state[at.READY], state[at.LEFT_TO_FIRE]
    width = 2 * len(field.sides)
    fired, hits, tried = 0, 0, False
    while total > 0:
        place = with_words(words, state, place)
        seated, place = below(words, state, place, count)
        shooter = work.ready[U(seated)]
        tag = hot[cell(shooter, at.TAG)]
        side, kind = tag >> at.TAG_BITS, tag & at.KIND_BITS
        target, place = choose(field, work, place, side)
        foe_tag = hot[cell(target, at.TAG)]
        foe, foe_kind = foe_tag >> at.TAG_BITS, foe_tag & at.KIND_BITS
        forces = kind == at.STARBASE and work.cold[shooter, at.FORCES] != 0
        if forces:
            if foe_kind != at.COLONY:
                put_down(state, count, total)
                forced, place = force(field, work, place, shooter, target, record)
                count, total = state[at.READY], state[at.LEFT_TO_FIRE]
                tried = tried or forced
                if forced:
                    continue
            if hot[cell(shooter, at.SHOTS_LEFT)] == 0:
                continue
        spared, place = is_spared(field, work, place, tally[entry(side, at.FAVOURS)], foe_kind)
        if spared:
            continue
        shots_left = hot[cell(shooter, at.SHOTS_LEFT)] - 1
        total -= 1
        if forces:
            hot[cell(shooter, at.SHOTS_LEFT)] = shots_left
        else:
            count = spend(work, seated, count, shots_left)
        if kind == at.TRANSPORT and act != at.GERM_WARFARE:
            drawn, place = below(words, state, place, 10)
            if drawn != BOLD:
                continue
        fired += 1
        if act > at.ATTACK:
            place = mark(field, work, place, act, shooter, target, record)
            continue
        colony = foe_kind == at.COLONY
        hit, damage, face, place = aim(work, place, shooter, side, width, 2 * foe + colony, False)
        hits += hit
        surprised = tally[entry(foe, at.SURPRISED_NOW)]
        if colony:
            if not hit:
                note(record, state, shooter, target, at.MISSED, 0, 0)
                continue
            put_down(state, count, total)
            hit_colony(field, work, shooter, target, damage, face, surprised, record)
            count, total = state[at.READY], state[at.LEFT_TO_FIRE]
            continue
        count, total = strike(
            field,
            work,
            count,
            total,
            shooter,
            target,
            foe_tag,
            hit,
            damage,
            face,
            surprised,
            False,
            record,
        )
    state[at.PLACE] = place
    if act <= at.ATTACK:
        state[at.SHOTS_FIRED] += fired
        state[at.HITS] += hits
    return fired > 0 or tried
