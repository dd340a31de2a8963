"""A readable implementation of the battle of Far Horizons: objects, with the rules in order.

Stages, participants and strengths are those of a game's combat phase. Rounds draw their dice from a
plain `Stream`, as the head of `battles.kernels.protocol` states, and must agree with the kernels
bit for bit.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from horizons_core.combat import BattleRecord, Key, Note, Shot, Stage, battle_key
from horizons_core.combat import Fighter as Unit
from horizons_core.rng import Stream
from variants.far_horizons.battle import strengths
from variants.far_horizons.battle.actions import action_for, stages_of
from variants.far_horizons.battle.bombardment import chance_of, damage_percent, wipe_out
from variants.far_horizons.battle.hits import recycling_value
from variants.far_horizons.battle.model import (
    MAX_AGE,
    Action,
    ActionKind,
    BattleFighter,
    FighterKind,
    FighterState,
    HostileAct,
)
from variants.far_horizons.battle.questions import FleetBattle, scene_of
from variants.far_horizons.formulas import percent, truncated

BOLD = 4  # the die of ten that lets a shot at or by a transport pass


def resolve(battle: FleetBattle, key: Key, run: int = 0) -> BattleRecord:
    """Fight one run of a battle."""
    return Reference(battle, Stream(battle_key(key), run)).fight()


@dataclass(eq=False)
class Reference:
    """One run of a battle. `lists` hold the possible targets, by side, `ready` the shooters."""

    asked: FleetBattle
    dice: Stream
    rounds: int = 0
    hits: int = 0
    shots: list[Shot] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    stages: list[Stage] = field(default_factory=list)
    lists: dict[int, list[BattleFighter]] = field(default_factory=dict)
    ready: list[BattleFighter] = field(default_factory=list)
    looted: dict[int, int] = field(default_factory=dict)
    besiegers: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        scene = scene_of(self.asked)
        self.scene, self.battle, self.rules = scene, scene.battle, scene.rules
        self.fighters = self.battle.fighters
        self.before = [(f.age, f.defenses, dict(f.cargo)) for f in self.fighters]

    def fight(self) -> BattleRecord:
        """Stage after stage (FH-BATTLE-010)."""
        for stage in stages_of(self.scene):
            action = action_for(self.scene, stage)
            if action is not None:
                strengths.prepare(self.battle, action, self.rules)
                self.fight_stage(action)
        return self.record()

    # stages

    def fight_stage(self, action: Action) -> None:
        self.action, self.act = action, action.act
        self.lists = {
            s.index: [fighter for fighter in action.fighters if self.is_aimed_at(fighter, s.index)]
            for s in self.battle.sides
        }
        self.alike = {side.index: self.are_alike(side.index) for side in self.battle.sides}
        if self.act.imagined:
            self.imagine()
        else:
            self.fight_rounds()

    def is_aimed_at(self, fighter: BattleFighter, side: int) -> bool:
        if fighter.side != side or fighter.state != FighterState.FIGHTING:
            return False
        if fighter.kind is FighterKind.COLONY:
            return self.act is not ActionKind.ATTACK or fighter.defenses > 0
        return self.act is not ActionKind.GERM_WARFARE

    def are_alike(self, side: int) -> bool:
        """True if all present and later targets of a side have the same n * w."""
        might = {
            fighter.shots * fighter.damage
            for fighter in self.action.fighters
            if fighter.side in self.battle.sides[side].enemies
            and (fighter.state is FighterState.RESERVE or self.is_aimed_at(fighter, fighter.side))
        }
        return len(might) <= 1

    def fight_rounds(self) -> None:
        """Fight until a round passes with no shot (FH-BATTLE-010)."""
        place = f"Planet #{self.action.planet}" if self.act is ActionKind.ATTACK else "Deep space"
        self.stages.append(Stage(self.rounds + 1, place))
        for number in range(1, self.action.most_rounds + 1):
            if self.battle.begun:
                self.withdraw()
            for fighter in self.action.fighters:
                side = self.battle.side_of(fighter)
                fighter.surprised = self.battle.surprising and number == 1 and side.surprised
            if not self.fight_round():
                break
            self.rounds += 1
            self.battle.surprising = False
            self.recover()
            if not self.battle.begun:
                self.battle.begun = True
                self.withdraw()

    def recover(self) -> None:
        for fighter in self.action.fighters:
            support = self.battle.side_of(fighter).life_support
            if support > 0 or not self.rules.shields_need_life_support:
                gained = (
                    (self.rules.shield_recovery_percent + support // 10) * fighter.defense // 100
                )
                fighter.shields = min(fighter.defense, fighter.shields + gained)

    def imagine(self) -> None:
        """Simulated rounds in which no shot hits, and their consequences."""
        for fighter in self.action.fighters:
            fighter.surprised = False
        if self.battle.begun:
            self.withdraw()
        self.bombed: dict[int, int] = {}
        self.aimed: set[tuple[int, int]] = set()
        self.bombs: dict[tuple[int, int], int] = {}
        for _ in range(self.action.most_rounds):
            self.fight_round()
        colonies = [unit for unit in self.action.fighters if unit.kind is FighterKind.COLONY]
        if self.act is ActionKind.GERM_WARFARE and self.rules.all_germs_are_dropped:
            self.drop_the_rest(colonies)
        for colony in colonies:
            if self.act is ActionKind.GERM_WARFARE:
                self.infect(colony)
            elif id(colony) in self.bombed:
                self.damage_colony(colony) if self.act is ActionKind.BOMBARDMENT else self.besiege(
                    colony
                )

    # ships that leave, ships that join

    def withdraw(self) -> None:
        """Old ships leave, then fleets (FH-WITHDRAW-005, FH-WITHDRAW-006)."""
        ships = [fighter for fighter in self.action.fighters if fighter.is_ship]
        for ship in ships:
            limits = self.battle.side_of(ship).limits
            limit = limits.warships
            if ship.kind is FighterKind.TRANSPORT:
                limit = limits.transports or 100
            if ship.age > limit:
                self.leave(ship)
        losses = {}
        for side in self.battle.sides:
            fleet = [ship for ship in ships if ship.side == side.index]
            losses[side.index] = 100 * sum(ship.gone for ship in fleet) // max(1, len(fleet))
        for ship in ships:
            limit, loss = self.battle.side_of(ship).limits.fleet, losses[ship.side]
            above = loss >= limit if self.rules.fleets_leave_at_limit else loss > limit
            if limit == 0 or above:
                self.leave(ship)

    def leave(self, ship: BattleFighter) -> None:
        if ship.can_leave and not ship.gone:
            waiting = ship.state is FighterState.RESERVE
            ship.state = FighterState.WITHDREW
            self.note(f"{ship.name} jumps away from the battle.", ship)
            if not waiting:
                self.drop(ship)

    def join(self) -> None:
        """Reserves join a side without shots (FH-HIDESHIP-003)."""
        reserves = [
            fighter for fighter in self.action.fighters if fighter.state is FighterState.RESERVE
        ]
        armed = {f.side for f in self.action.fighters if self.fires(f) and f.shots}
        first, last = self.action.fighters[0].side, self.action.fighters[-1]
        for reserve in reserves:
            joins = reserve.side not in armed
            if not self.rules.reserves_wait_for_losses and reserve.side != first:
                joins = reserve is not last
            if joins:
                reserve.state = FighterState.FIGHTING
                self.lists[reserve.side].append(reserve)

    # one round

    def enemies_of(self, side: int) -> list[BattleFighter]:
        return [
            foe
            for other in self.battle.sides
            if other.index in self.battle.sides[side].enemies
            for foe in self.lists[other.index]
        ]

    def fires(self, fighter: BattleFighter) -> bool:
        firing = self.action.firing is None or fighter.side in self.action.firing
        able = fighter.state is FighterState.FIGHTING and not fighter.surprised and firing
        return able and (fighter.is_ship or fighter.defenses > 0)

    def forces(self, fighter: BattleFighter) -> bool:
        """True for a starbase with forced jump or misjump units."""
        aboard = fighter.cargo.get("FJ", 0) + fighter.cargo.get("FM", 0)
        return fighter.kind is FighterKind.STARBASE and aboard > 0

    def fight_round(self) -> bool:
        """Return whether any shot was fired or any ship was to be forced away."""
        if any(unit.state is FighterState.RESERVE for unit in self.action.fighters):
            self.join()
        self.ready = []
        for fighter in self.action.fighters:
            able = self.fires(fighter) and bool(self.enemies_of(fighter.side))
            fighter.shots_left = fighter.shots if able else 0
            if able and (fighter.shots or self.forces(fighter)):
                self.ready.append(fighter)
        self.throwers = {id(f) for f in self.ready if self.forces(f)}
        took_place = False
        while any(f.shots_left for f in self.ready):
            took_place |= self.turn()
        return took_place

    def turn(self) -> bool:
        """Run one shooter's turn; return whether it fired or tried to force a ship away."""
        shooter = self.ready[self.dice.below(len(self.ready))]
        target = self.choose(shooter.side)
        if id(shooter) in self.throwers and target.is_ship and self.force(shooter, target):
            return True
        if shooter.shots_left == 0 or self.spares(shooter, target):
            return False
        shooter.shots_left -= 1
        if shooter.shots_left == 0 and id(shooter) not in self.throwers:
            self.leave_ready(shooter)
        shy = shooter.kind is FighterKind.TRANSPORT and self.act is not ActionKind.GERM_WARFARE
        if shy and self.dice.below(10) != BOLD:
            return False
        if self.act.imagined:
            self.mark(shooter, target)
        else:
            self.fire(shooter, target)
        return True

    def choose(self, side: int) -> BattleFighter:
        """The strongest of four candidates, the earliest of equal ones (FH-TARGET-001)."""
        enemies = self.enemies_of(side)
        draws = 1 if self.alike[side] else 4
        candidates = [enemies[self.dice.below(len(enemies))] for _ in range(draws)]
        return max(candidates, key=lambda x: x.shots * x.damage)

    def spares(self, shooter: BattleFighter, target: BattleFighter) -> bool:
        favourite = self.battle.side_of(shooter).favourite
        shy = target.kind is FighterKind.TRANSPORT and favourite is not FighterKind.TRANSPORT
        if shy and self.dice.below(10) != BOLD:
            return True
        if favourite is None or favourite is target.kind:
            return False
        return self.dice.below(100) < self.rules.favourite_percent

    def force(self, shooter: BattleFighter, target: BattleFighter) -> bool:
        """True if a starbase tried to throw a ship out (FH-FM-003, FH-FM-005)."""
        side, foe = self.battle.side_of(shooter), self.battle.side_of(target)
        lock = (
            self.rules.forced_jump_percent
            * side.gravitics
            // max(1, side.gravitics + side.military)
        )
        if self.dice.below(100) + 1 >= lock:
            return False
        jumps, misjumps = shooter.cargo.get("FJ", 0), shooter.cargo.get("FM", 0)
        units, kind = (jumps, "Jump") if jumps else (misjumps, "Misjump")
        if jumps and misjumps and self.dice.below(2):
            units, kind = misjumps, "Misjump"
        if units < target.tonnage or target.kind is FighterKind.STARBASE:
            return False
        chance = 2 * (units - target.tonnage + side.gravitics - foe.gravitics)
        if self.rules.forced_jumps_suffer_from_age:
            chance = min(max(chance, 0), 100)
            chance -= 2 * max(shooter.age, 0) * chance // 100
        tried = f"{shooter.name} attempts to use Forced {kind} Units against {target.name}, and"
        if self.dice.below(100) + 1 > chance:
            self.note(f"{tried} fails!")
            return True
        self.note(f"{tried} succeeds!", target)
        target.state = FighterState.FORCED
        self.drop(target)
        return True

    def fire(self, shooter: BattleFighter, target: BattleFighter) -> None:
        chance = self.chance(shooter, target)
        dice = self.dice.below(100 * 51 * 51)
        die, first, second = dice // (51 * 51), dice // 51 % 51, dice % 51
        if die >= chance:
            self.notify(shooter, target, hit=False)
            return
        self.hits += 1
        damage = shooter.damage + truncated((25 - first) * shooter.damage, 100)
        if target.is_ship:
            self.hit_ship(shooter, target, damage, second)
        else:
            self.hit_colony(shooter, target, damage, second)

    def chance(self, shooter: BattleFighter, target: BattleFighter) -> int:
        """The chance to hit in percent (FH-TARGET-001, FH-FD-007, FH-AGE-005)."""
        firing, aimed = self.battle.side_of(shooter), self.battle.side_of(target)
        both = max(1, firing.military + aimed.military)
        chance = 2 * self.rules.even_hit_percent * firing.military // both
        if target.surprised:
            chance *= self.rules.surprise_hit_factor
        if aimed.disguised and target.is_ship:
            chance = self.rules.distorted_hit_percent * chance // 100
        chance = min(max(chance, self.rules.least_hit_percent), self.rules.most_hit_percent)
        return chance - (truncated(2 * shooter.age * chance, 100) if shooter.is_ship else 0)

    # hits (FH-SUMMARY-005)

    def share(self, through: int, target: BattleFighter, face: int) -> int:
        share = 50 * through // max(1, target.defense)
        return min(share + truncated((face - 25) * share, 100), 100)

    def hit_ship(
        self, shooter: BattleFighter, target: BattleFighter, damage: int, face: int
    ) -> None:
        absorbed = 0
        if not target.surprised:
            absorbed = min(target.shield_percent * damage // 100, target.shields)
            target.shields -= absorbed
            target.shield_percent = 100 * target.shields // max(1, target.defense)
        share = self.share(damage - absorbed, target, face)
        years = min(share // 2, 50 - target.age)
        target.age += share // 2
        hijacked = self.battle.side_of(shooter).enemies[target.side] is HostileAct.HIJACK
        if target.age > MAX_AGE:
            target.state = FighterState.HIJACKED if hijacked else FighterState.DESTROYED
            if hijacked:
                owner = self.battle.side_of(target)
                value = recycling_value(target, owner.biology, self.asked.economy)
                gain = self.rules.capture_percent * value // 100
                self.battle.side_of(shooter).gained += gain
            target.cargo.clear()
            fate = "captured" if hijacked else ""
            self.notify(shooter, target, absorbed, years, destroyed=True, fate=fate)
            self.drop(target)
            return
        self.notify(shooter, target, absorbed, years)
        if not hijacked:
            for item, count in target.cargo.items():
                target.cargo[item] = count - share * count // 100

    def hit_colony(
        self, shooter: BattleFighter, target: BattleFighter, damage: int, face: int
    ) -> None:
        through = damage
        if not target.surprised:
            through = max(damage - target.shields, 0)
            target.shields = max(target.shields - damage, 0)
        if through == 0:
            self.notify(shooter, target, damage)
            return
        share = self.share(through, target, face)
        lost = min(max(share * target.defenses_at_start // 100, 1), target.defenses)
        target.defenses -= lost
        target.cargo["PD"] = target.defenses
        self.notify(shooter, target, damage=lost)
        if target.defenses == 0:
            self.drop(target)

    def drop(self, target: BattleFighter) -> None:
        """Remove it from targets and shooters, and with it the shooters left without a target."""
        listed = self.lists[target.side]
        listed[listed.index(target)] = listed[-1]
        listed.pop()
        target.shots_left = 0
        if target in self.ready:
            self.leave_ready(target)
        for side in self.battle.sides:
            if target.side in side.enemies and not self.enemies_of(side.index):
                for fighter in reversed(list(self.ready)):
                    if fighter.side == side.index:
                        fighter.shots_left = 0
                        self.leave_ready(fighter)

    def leave_ready(self, fighter: BattleFighter) -> None:
        self.ready[self.ready.index(fighter)] = self.ready[-1]
        self.ready.pop()

    def notify(
        self,
        shooter: BattleFighter,
        target: BattleFighter,
        absorbed: int = 0,
        damage: int = 0,
        *,
        destroyed: bool = False,
        hit: bool = True,
        fate: str = "",
    ) -> None:
        at = self.fighters.index
        self.shots.append(
            Shot(
                at(shooter), at(target), absorbed, (), destroyed, self.rounds + 1,
                damage=damage, hits=int(hit), fate=fate,
            )
        )  # fmt: skip

    def note(self, text: str, *gone: BattleFighter) -> None:
        number = self.shots[-1].round if self.shots else 1
        left = tuple(self.fighters.index(f) for f in gone)
        self.notes.append(Note(len(self.shots), number, text, left))

    # effects of simulated shots

    def mark(self, shooter: BattleFighter, target: BattleFighter) -> None:
        if self.act is ActionKind.BOMBARDMENT:
            face = self.dice.below(51)
            damage = shooter.damage + truncated((25 - face) * shooter.damage, 100)
            if target.kind is FighterKind.COLONY:
                self.bombed[id(target)] = self.bombed.get(id(target), 0) + damage
        elif self.act is ActionKind.GERM_WARFARE:
            self.drop_bombs(shooter, target)
        else:
            self.aimed.add((shooter.side, target.side))
            if target.kind is FighterKind.COLONY:
                self.bombed[id(target)] = 0

    def drop_bombs(self, carrier: BattleFighter, target: BattleFighter) -> None:
        key = (id(target), carrier.side)
        self.bombs[key] = self.bombs.get(key, 0) + carrier.cargo.get("GW", 0)
        if "GW" in carrier.cargo:
            carrier.cargo["GW"] = 0

    def drop_the_rest(self, colonies: list[BattleFighter]) -> None:
        """Carriers without a shot, and colonies, drop theirs on one drawn (FH-GERM-003)."""
        for fighter in self.action.fighters:
            firing = self.action.firing is None or fighter.side in self.action.firing
            if fighter.state is FighterState.FIGHTING and firing and fighter.cargo.get("GW", 0):
                enemies = self.battle.side_of(fighter).enemies
                victims = [colony for colony in colonies if colony.side in enemies]
                if victims:
                    self.drop_bombs(fighter, victims[self.dice.below(len(victims))])

    def infect(self, target: BattleFighter) -> None:
        """Each bomb is checked until one succeeds (FH-GERM-001, FH-GERM-002)."""
        for side in self.battle.sides:
            for _ in range(self.bombs.get((id(target), side.index), 0)):
                if not target.colony.populated:
                    break
                chance = chance_of(side.biology, self.battle.side_of(target).biology, self.rules)
                if self.dice.below(100) + 1 <= chance:
                    loot = target.colony.base * (
                        self.rules.home_loot_factor if target.colony.home else 1
                    )
                    self.looted[side.index] = self.looted.get(side.index, 0) + loot
                    wipe_out(self.battle, self.battle.side_of(target).species, target)

    def damage_colony(self, target: BattleFighter) -> None:
        """The effect of ten simulated rounds on a colony (FH-BOMB-002, FH-BOMB-004)."""
        colony = target.colony
        if colony.base <= 0 and not colony.items.get("CU", 0):
            return
        share = damage_percent(self.bombed[id(target)], colony)
        names = ("mining_base", "manufacturing_base", "population")
        lost = {name: percent(share, getattr(colony, name)) for name in names}
        if not any(lost.values()):
            if self.rules.bombardment_always_hurts:
                larger = "mining_base"
                if colony.manufacturing_base > colony.mining_base:
                    larger = "manufacturing_base"
                larger = larger if colony.base > 0 else "population"
                if getattr(colony, larger) > 0:
                    setattr(colony, larger, getattr(colony, larger) - 1)
                else:
                    colony.items["CU"] -= 1
            return
        for name in names:
            setattr(colony, name, getattr(colony, name) - lost[name])
        if max(getattr(colony, name) for name in names) <= 0:
            wipe_out(self.battle, self.battle.side_of(target).species, target)
            return
        for item, count in colony.items.items():
            colony.items[item] = count - percent(share, count)
        target.defenses = colony.items.get("PD", 0)

    def besiege(self, target: BattleFighter) -> None:
        """All ships of those who aimed at its owner besiege it (FH-SIEGE-001)."""
        for fighter in self.action.fighters:
            idle = fighter.kind is FighterKind.TRANSPORT and not self.rules.transports_besiege
            if (
                fighter.is_ship
                and not fighter.gone
                and not idle
                and (fighter.side, target.side) in self.aimed
            ):
                self.besiegers[fighter.side] = self.besiegers.get(fighter.side, 0) + 1

    # the end

    def record(self) -> BattleRecord:
        numbers = {army.number: self.asked.sides.index(army.name) for army in self.asked.armies}
        places = [numbers[side.number] for side in self.battle.sides]
        units = tuple(
            self.unit(fighter, before, places[fighter.side])
            for fighter, before in zip(self.fighters, self.before, strict=True)
        )
        held = {
            places[fighter.side]
            for fighter in self.fighters
            if (fighter.defenses > 0 if fighter.kind is FighterKind.COLONY else not fighter.gone)
        }
        for army in self.asked.armies:
            side = numbers[army.number]
            if side not in places and (army.ships or any(c.items.get("PD") for c in army.colonies)):
                held.add(side)
        return BattleRecord(
            sides=self.asked.sides,
            units=units,
            shots=tuple(self.shots),
            rounds=self.rounds,
            winner=held.pop() if len(held) == 1 else None,
            words=self.dice.drawn,
            notes=tuple(self.notes),
            stages=tuple(self.stages),
        )

    def unit(self, fighter: BattleFighter, was: tuple[int, int, dict[str, int]], side: int) -> Unit:
        age, defenses, cargo = was
        if fighter.kind is FighterKind.COLONY:
            before, after = {"PDs": defenses}, {"PDs": fighter.defenses}
            return Unit(fighter.name, side, before, after, destroyed=False, counts="PD")
        after = {"years": max(50 - fighter.age, 0)}
        after |= {item: fighter.cargo.get(item, 0) for item in cargo}
        fates = {
            FighterState.WITHDREW: "withdrew",
            FighterState.FORCED: "forced away",
            FighterState.HIJACKED: "captured",
        }
        return Unit(
            fighter.name, side, {"years": 50 - age, **cargo}, after,
            destroyed=fighter.state in (FighterState.DESTROYED, FighterState.HIJACKED),
            counts="year", fate=fates.get(fighter.state, ""),
        )  # fmt: skip
