"""Questions about a fleet's jump: read from YAML, simulated many times, or recorded once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from attrs import frozen

from horizons_core.battle_fields import integer, known
from horizons_core.combat import Battle, BattleRecord, BattleStatistics, Fighter, Key, battle_key
from horizons_core.errors import BattleError
from horizons_core.rng import Stream
from horizons_core.sums import int_array_sum, int_sum
from variants.far_horizons.constants import MAX_AGE
from variants.far_horizons.economy import RULEBOOK_ECONOMY, Economy
from variants.far_horizons.formulas import distance_squared
from variants.far_horizons.jumps.mishaps import Jump, JumpEnding, JumpOutcome
from variants.far_horizons.model import Sector

if TYPE_CHECKING:
    import numpy as np

    from variants.far_horizons.jumps.kernels import FleetArrays


#: The endings of a jump, as the sides of a battle against chance.
ENDINGS = ("arrived", "mis-jumped", "lost")
#: Limit of runs times ships in statistics by ship.
MAX_JUMPS = 20_000_000
FAIL_SAFES = "fail-safes"

MAX_SHIPS = 10_000
_MAX_VALUE = 9_999
_TOP = ("variant", "title", "jump")
_FIELDS = ("from", "to", "gravitics", "radius", "ships")
_SHIP_FIELDS = ("name", "age", "fail_safes", "count", "forced")


@frozen
class Jumper:
    """Identical ships that jump: their number, their age, and fail-safe units on each.

    A mishap of a ship that was `forced` to jump is never a mis-jump (FH-FM-004).
    """

    name: str
    age: int = 0
    fail_safes: int = 0
    count: int = 1
    forced: bool = False


@frozen
class JumpQuestion(Battle):
    """A fleet that jumps from one sector to another;  its sides are the three possible endings.

    `gravitics` is the level of the ships' owner. For jumps through a portal it is the level of the
    portal's owner, and the ages are the age of the starbase (FH-JP-008). `radius` is the galaxy's.
    The economy sets the chance of a mishap.
    """

    origin: Sector
    destination: Sector
    gravitics: int
    radius: int
    fleet: tuple[Jumper, ...]
    economy: Economy = RULEBOOK_ECONOMY

    def ships(self) -> Iterator[tuple[str, Jumper]]:
        """Yield the ships one by one, with their names; identical ones are numbered."""
        for jumper in self.fleet:
            for number in range(1, jumper.count + 1):
                yield (f"{jumper.name} {number}" if jumper.count > 1 else jumper.name), jumper

    def jump_of(self, jumper: Jumper) -> Jump:
        """Return the jump of a ship."""
        squared = distance_squared(self.origin, self.destination)
        return Jump(
            origin=self.origin,
            destination=self.destination,
            chance=self.economy.mishap_chance(squared, self.gravitics, jumper.age),
            radius=self.radius,
            fail_safes=jumper.fail_safes,
            forced=jumper.forced,
        )

    def compiled(self, key: Key) -> FleetArrays:
        """Return the fleet as input of the kernels, with the keys of its ships' dice."""
        from variants.far_horizons.jumps.kernels import fleet_of

        stream = Stream(battle_key(key))
        jumps = {jumper: self.jump_of(jumper) for jumper in self.fleet}
        ships = [jumps[jumper] for _, jumper in self.ships()]
        keys = [stream.fork("ship", number).key for number in range(len(ships))]
        return fleet_of(ships, keys)


@frozen
class JumpStatistics:
    """Many runs of a fleet's jump, ship by ship.

    `endings` of shape (runs, ships) are numbers of `ENDINGS`, `used` of the same shape counts
    fail-safe units, `sectors` of shape (runs, ships, 3) holds each ship's sector, -1 if it is lost.
    """

    names: tuple[str, ...]
    destination: Sector
    endings: np.ndarray[Any, Any]
    used: np.ndarray[Any, Any]
    sectors: np.ndarray[Any, Any]

    @property
    def runs(self) -> int:
        return len(self.endings)

    def share(self, ending: JumpEnding) -> dict[str, float]:
        """Return how often each ship's jump ended this way, from 0 to 1."""
        shares = int_array_sum(self.endings == ending, axis=0) / self.runs
        return dict(zip(self.names, shares.tolist(), strict=True))

    def fail_safes_used(self) -> dict[str, float]:
        """Return the average number of fail-safe units that each ship used."""
        return dict(
            zip(self.names, (int_array_sum(self.used, axis=0) / self.runs).tolist(), strict=True)
        )

    def parsecs_off(self, ship: str) -> np.ndarray[Any, Any]:
        """Return by how many parsecs a ship's mis-jumps missed the destination, run by run."""
        import numpy as np

        column = self.names.index(ship)
        misjumped = self.endings[:, column] == JumpEnding.MISJUMPED
        off = self.sectors[misjumped, column] - np.array(self.destination)
        distances: np.ndarray[Any, Any] = np.sqrt(int_array_sum(off * off, axis=1))
        return distances


def simulate(
    fleet: Sequence[Jumper],
    origin: Sector,
    destination: Sector,
    *,
    gravitics: int,
    radius: int,
    runs: int,
    key: Key,
    threads: int = 1,
    economy: Economy = RULEBOOK_ECONOMY,
) -> JumpStatistics:
    """Simulate `runs` jumps of a fleet; the outcome does not depend on `threads`.

    Raises ValueError for more than `MAX_JUMPS` jumps in all, and for numbers out of bounds.
    """
    question = JumpQuestion(ENDINGS, origin, destination, gravitics, radius, tuple(fleet), economy)
    return statistics_of(question, runs, key, threads)


def statistics_of(question: JumpQuestion, runs: int, key: Key, threads: int = 1) -> JumpStatistics:
    """Simulate a question; see `simulate`."""
    from variants.far_horizons.jumps.kernels import ENDING, SECTOR, USED, outcomes_of

    names = tuple(name for name, _ in question.ships())
    if runs * len(names) > MAX_JUMPS:
        raise ValueError(f"{runs:,} runs of {len(names):,} ships are more than {MAX_JUMPS:,}")
    outcomes = outcomes_of(question.compiled(key), runs, threads)
    return JumpStatistics(
        names=names,
        destination=question.destination,
        endings=outcomes[:, :, ENDING],
        used=outcomes[:, :, USED],
        sectors=outcomes[:, :, SECTOR:],
    )


def as_statistics(
    question: JumpQuestion, runs: int, key: Key, threads: int = 1
) -> BattleStatistics:
    """Return the jumps as a battle's statistics, whose sides are the endings.

    An ending wins if all ships end that way; `rounds` are the maximum number of attempts of a ship.
    For each ending the measures are the number of its ships, the fail-safe units they used, and
    their maximum distance from the destination in whole parsecs.
    """
    import numpy as np

    from variants.far_horizons.jumps.kernels import ATTEMPTS, OFF, SHIPS, UNITS, sums_of

    sums = sums_of(question.compiled(key), runs, threads)
    ships = sums[:, SHIPS:UNITS]
    off = np.zeros_like(ships)
    off[:, JumpEnding.MISJUMPED] = sums[:, OFF]
    winner = np.where(np.count_nonzero(ships, axis=1) == 1, ships.argmax(axis=1), -1)
    return BattleStatistics(
        sides=question.sides,
        winner=winner,
        rounds=sums[:, ATTEMPTS],
        shots=np.zeros(runs, np.int64),
        measures={
            "ships": ships,
            "fail-safes used": sums[:, UNITS:OFF],
            "parsecs off": off,
        },
    )


def record_run(question: JumpQuestion, key: Key, run: int) -> BattleRecord:
    """Record a run, ship by ship."""
    from variants.far_horizons.jumps.kernels import outcomes_of

    rows = outcomes_of(question.compiled(key), 1, first=run)[0].tolist()
    outcomes = []
    for ending, used, x, y, z in rows:
        sector = None if ending == JumpEnding.LOST else (x, y, z)
        outcomes.append(JumpOutcome(JumpEnding(ending), sector, used))
    return record_of(question, outcomes)


def record_of(question: JumpQuestion, outcomes: Sequence[JumpOutcome]) -> BattleRecord:
    """Return the outcomes of a fleet's ships as a battle's record."""
    units = tuple(
        _fighter(name, jumper, outcome, question)
        for (name, jumper), outcome in zip(question.ships(), outcomes, strict=True)
    )
    endings = {unit.side for unit in units}
    return BattleRecord(
        sides=question.sides,
        units=units,
        shots=(),
        rounds=max((outcome.used + 1 for outcome in outcomes), default=0),
        winner=endings.pop() if len(endings) == 1 else None,
    )


def _fighter(name: str, jumper: Jumper, outcome: JumpOutcome, question: JumpQuestion) -> Fighter:
    """Return a ship before and after its jump."""
    x, y, z = question.origin
    after = {FAIL_SAFES: jumper.fail_safes - outcome.used}
    if outcome.sector is not None:
        after |= dict(zip("xyz", outcome.sector, strict=True))
    return Fighter(
        name=name,
        side=int(outcome.ending),
        before={"x": x, "y": y, "z": z, FAIL_SAFES: jumper.fail_safes},
        after=after,
        destroyed=outcome.ending == JumpEnding.LOST,
    )


def read_jump(spec: Mapping[str, Any], economy: Economy = RULEBOOK_ECONOMY) -> JumpQuestion:
    """Read a fleet's jump from plain data; raises BattleError with the place of a mistake."""
    known("the question", spec, _TOP)
    jump = spec.get("jump")
    if not isinstance(jump, Mapping):
        raise BattleError("'jump' is not a mapping", "write from, to, gravitics, radius and ships")
    known("jump", jump, _FIELDS)
    missing = [name for name in _FIELDS if name not in jump]
    if missing:
        raise BattleError(f"jump: '{missing[0]}' is missing", f"it needs {', '.join(_FIELDS)}")
    origin, destination = _sector("jump.from", jump["from"]), _sector("jump.to", jump["to"])
    if origin == destination:
        raise BattleError("jump.to is where the ships are", "name another sector")
    fleet = _fleet(jump["ships"])
    ships = int_sum(jumper.count for jumper in fleet)
    if ships > MAX_SHIPS:
        raise BattleError(f"jump.ships are {ships:,}", f"at most {MAX_SHIPS:,} can be asked for")
    return JumpQuestion(
        sides=ENDINGS,
        origin=origin,
        destination=destination,
        gravitics=integer("jump.gravitics", jump["gravitics"], 0, _MAX_VALUE),
        radius=integer("jump.radius", jump["radius"], 1, _MAX_VALUE),
        fleet=fleet,
        economy=economy,
    )


def _fleet(ships: Any) -> tuple[Jumper, ...]:
    if not isinstance(ships, list) or not ships:
        raise BattleError("jump.ships is not a list of ships", "write [{name: TR1 Scout, age: 3}]")
    return tuple(_jumper(f"jump.ships[{i}]", ship) for i, ship in enumerate(ships, start=1))


def _jumper(place: str, ship: Any) -> Jumper:
    if not isinstance(ship, Mapping):
        raise BattleError(f"{place} is not a ship", "write {name: TR1 Scout, age: 3}")
    known(place, ship, _SHIP_FIELDS)
    forced = ship.get("forced", False)
    if not isinstance(forced, bool):
        raise BattleError(f"{place}.forced is {forced!r}", "write true or false")
    return Jumper(
        name=str(ship.get("name", "Ship")),
        age=integer(f"{place}.age", ship.get("age", 0), 0, MAX_AGE),
        fail_safes=integer(f"{place}.fail_safes", ship.get("fail_safes", 0), 0, _MAX_VALUE),
        count=integer(f"{place}.count", ship.get("count", 1), 1, MAX_SHIPS),
        forced=forced,
    )


def _sector(place: str, value: Any) -> Sector:
    """Read three coordinates: "12 7 18" or [12, 7, 18]."""
    parts = value.split() if isinstance(value, str) else value
    if isinstance(parts, Sequence) and not isinstance(parts, str) and len(parts) == 3:
        numbers = [
            int(p) if isinstance(p, str) and p.isdecimal() and len(p) < 9 else p for p in parts
        ]
        x, y, z = (integer(place, number, 0, _MAX_VALUE) for number in numbers)
        return (x, y, z)
    raise BattleError(f"{place} is {value!r}", "write three numbers: 12 7 18")
