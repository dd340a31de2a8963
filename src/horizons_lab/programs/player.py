"""External programs as players."""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from attrs import Attribute, asdict, define, field, fields_dict, frozen

from horizons_core import Variant
from horizons_core.errors import did_you_mean
from horizons_core.model.views import View
from horizons_core.orders import OrderOptions
from horizons_core.rng import Stream
from horizons_lab.checks import StudyError
from horizons_lab.programs.messages import AnswerError, end_message, orders_of, turn_message
from horizons_lab.programs.process import ErrorLog, GuardedProcess, Program, ProgramError

#: Upper limit of seconds and of MiB.
_MAX_VALUE = 1_000_000


@frozen
class Forfeit:
    """The reason why a seat gives no more orders.

    Attributes:
        turn: the turn whose orders were requested.
        reason: the program's error, the same on every machine.
        last_lines: the end of its standard error.
    """

    turn: int
    reason: str
    last_lines: str = ""

    def __str__(self) -> str:
        return f"forfeit in turn {self.turn}: {self.reason}"


@define
class ProgramPlayer:
    """A running program: a bot that may remember earlier turns of the same game.

    Attributes:
        forfeit: the program's error; None while it plays.
    """

    _program: Program
    _order_options: Callable[[View], Mapping[str, OrderOptions]] | None = None
    forfeit: Forfeit | None = field(default=None, init=False)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._program.process.end(end_message())

    def orders(self, view: View, stream: Stream) -> str:
        """Return the program's orders for the coming turn; after a forfeit, none."""
        if self.forfeit is not None:
            return ""
        offers = self._order_options(view) if self._order_options else None
        line = turn_message(view, stream, offers)
        try:
            return orders_of(self._program.ask(line))
        except (ProgramError, AnswerError) as problem:
            self.forfeit = self._forfeit_with(view.turn + 1, str(problem))
            return ""

    def _forfeit_with(self, turn: int, reason: str) -> Forfeit:
        """End the program, and log the reason."""
        process = self._program.process
        process.kill()
        forfeit = Forfeit(turn, reason, process.log.last_lines)
        process.log.add_note(str(forfeit))
        return forfeit


def _argv(command: Sequence[str]) -> tuple[str, ...]:
    """Return a command as a tuple; raises StudyError unless it is a list of strings."""
    if isinstance(command, str) or not isinstance(command, Sequence):
        example = command.split() if isinstance(command, str) else ["perl", "miner.pl"]
        raise StudyError(
            f"the command of an outside program must be a list of words, not {command!r}",
            f"write [{', '.join(example)}]",
        )
    if not command or not all(isinstance(word, str) and "\0" not in word for word in command):
        raise StudyError(
            f"the command of an outside program must be a list of words, not {list(command)!r}",
            "quote numbers, yes and no" if command else "name a program",
        )
    return tuple(command)


def _above_0(_: Any, attribute: Attribute[Any], value: object) -> None:
    """Validate a limit; raises StudyError unless it is a number above 0."""
    is_integer = attribute.name == "memory_mib"
    if isinstance(value, bool) or not isinstance(value, int if is_integer else (int, float)):
        raise StudyError(
            f"'{attribute.name}' of an outside program is {value!r}",
            f"use a {'whole ' * is_integer}number",
        )
    if not 0 < value <= _MAX_VALUE:
        raise StudyError(
            f"'{attribute.name}' of an outside program is {value}",
            f"use a number above 0 and at most {_MAX_VALUE:,}",
        )


@frozen
class Outside:
    """A player that is a separate program, in any language.

    It is started for every game. For each turn it reads one line of JSON and answers with another
    (`horizons_lab.programs.messages`). Any error costs it the rest of the game, and nothing else: a
    seat that has forfeited gives no orders. The limits guard against mistakes; they are not a
    sandbox. If a program comes near a time limit, rows can differ from machine to machine.

    Raises StudyError for invalid values.

    Attributes:
        command: the program and its arguments, without a shell.
        seconds: limit of processor time per turn.
        wall_seconds: limit of elapsed time per turn.
        memory_mib: limit of data memory of each of its processes, in MiB.
        offers: whether it also gets the available orders (`Variant.order_options`).
        folder: its working directory, relative to `base`.
        name: its name in tables; by default, its command.
        base: the folder of the file that describes it; "" for the folder in which the study runs.
            Comparisons ignore it, because the folder may be moved.
    """

    command: tuple[str, ...] = field(converter=_argv)
    seconds: float = field(default=10.0, validator=_above_0)
    wall_seconds: float = field(default=120.0, validator=_above_0)
    memory_mib: int = field(default=1024, validator=_above_0)
    offers: bool = False
    folder: str = ""
    name: str = ""
    base: str = field(default="", eq=False, kw_only=True)

    @classmethod
    def read(cls, data: Mapping[str, Any], base: Path | None = None) -> Outside:
        """Read a description from plain data: `{"program": ["perl", "miner.pl"], "seconds": 2}`.

        `base` is the folder of the file with the description. Raises StudyError.
        """
        fields = [name for name in fields_dict(cls) if name not in {"command", "base"}]
        known = ["program", *fields]
        for key, value in data.items():
            if key not in known:
                hint = did_you_mean(str(key), known)
                raise StudyError(f"an outside program has no field '{key}'", hint)
            if key in {"folder", "name"} and not isinstance(value, str):
                raise StudyError(f"'{key}' of an outside program must be text, not {value!r}")
            if key == "offers" and not isinstance(value, bool):
                raise StudyError(
                    f"'offers' of an outside program must be true or false, not {value!r}"
                )
        if "program" not in data:
            raise StudyError("no program is named", "write program: [perl, miner.pl]")
        rest = {key: value for key, value in data.items() if key != "program"}
        if base is not None:
            rest["base"] = str(base.absolute())
        return cls(data["program"], **rest)

    def data(self) -> dict[str, Any]:
        """Return the description as plain data for `read`; defaults are left out."""
        fields = asdict(self, filter=lambda field_, value: field_.eq and value != field_.default)
        return {"program": list(fields.pop("command")), **fields}

    @property
    def started_in(self) -> Path:
        """The working directory of the program."""
        return Path(self.base, self.folder)

    @property
    def label(self) -> str:
        """The name in tables."""
        return self.name or shlex.join(self.command)

    def check(self) -> None:
        """Raise StudyError unless the program can be started on this machine."""
        if not hasattr(os, "fork"):
            raise StudyError("outside programs can play on POSIX systems only")
        if not self.started_in.is_dir():
            raise StudyError(f"{self.label}: there is no folder {self.started_in}")
        program = self.command[0]
        if os.sep in program:
            executable: Any = os.access(self.started_in / program, os.X_OK)
        else:
            executable = shutil.which(program)
        if not executable:
            raise StudyError(
                f"{self.label}: there is no executable program {program}",
                "install it, or give its path",
            )

    def opened(self, log: Path | None = None, variant: Variant | None = None) -> ProgramPlayer:
        """Start the program for one game: a context manager that is a bot, and ends it.

        Its standard error and a forfeit go to the file `log`, which is created only if needed.
        Raises ValueError for a program with `offers` if the game's rules are missing.
        """
        if self.offers and variant is None:
            raise ValueError("a program with `offers` needs the rules")
        error_log = ErrorLog(log)
        process = GuardedProcess.start(self.command, self.started_in, self.memory_mib, error_log)
        program = Program(process, self.seconds, self.wall_seconds)
        return ProgramPlayer(program, variant.order_options if self.offers and variant else None)
