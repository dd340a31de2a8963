"""A guarded process that answers lines within limits, with a log of its error output."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from attrs import define, field

from horizons_lab.programs.messages import MAX_ANSWER_LENGTH

#: Maximum number of bytes of a program's output in a log.
MAX_LOG_LENGTH = 100_000
#: Maximum number of bytes kept of the end, and number of its lines to show.
MAX_TAIL_LENGTH = 2_000
_LAST_LINES = 10
#: Grace period of a process after the end of its input.
GRACE_SECONDS = 5.0

_CHUNK = 1 << 16
#: Makes hash tables of these languages have the same order in every process.
_SAME_ORDER = {"PYTHONHASHSEED": "0", "PERL_HASH_SEED": "0", "PERL_PERTURB_KEYS": "0"}

#: Interval between checks of the processor time, in seconds.
_CHECK_INTERVAL = 0.5
_MIN_WAIT = 0.01


@define
class ErrorLog:
    """A log of bounded size; the file is created with its first line.

    Attributes:
        path: the file; None to keep nothing.
        written: number of bytes that the program has written, including those left out.
    """

    path: Path | None = None
    written: int = field(default=0, init=False)
    _tail: bytes = field(default=b"", init=False)

    def write(self, data: bytes) -> None:
        """Keep the program's output up to the limit."""
        room = max(0, MAX_LOG_LENGTH - self.written)
        self.written += len(data)
        self._tail = (self._tail + data)[-MAX_TAIL_LENGTH:]
        self._append(data[:room])

    def add_note(self, text: str) -> None:
        """Add a line of the study, after the end of the output that was left out."""
        left_out = self.written - MAX_LOG_LENGTH
        if left_out > 0:
            self._append(f"\n... ({left_out} more bytes, ending with:)\n".encode() + self._tail)
        self._append(f"\n-- {text}\n".encode())

    @property
    def last_lines(self) -> str:
        """The end of the program's output, in printable characters."""
        lines = self._tail.decode("utf-8", "replace").splitlines()[-_LAST_LINES:]
        return "\n".join("".join(c if c.isprintable() else " " for c in line) for line in lines)

    def _append(self, data: bytes) -> None:
        if self.path is None or not data:
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab") as file:
            file.write(data)


_GUARD = Path(__file__).with_name("guard.py")


class ProcessEndedError(Exception):
    """The process has no more output; the message says how it ended."""


@define
class GuardedProcess:
    """A process that runs within limits, and its guard (`guard.py`).

    Attributes:
        log: the log of its standard error.
    """

    _guard: subprocess.Popen[bytes]
    _report: int
    _pid: int
    log: ErrorLog
    _ended: str | None = field(default=None, init=False)

    @classmethod
    def start(
        cls, command: Sequence[str], folder: Path, memory_mib: int, log: ErrorLog
    ) -> GuardedProcess:
        """Start a command in a folder; a failure to start is logged."""
        report, report_end = os.pipe()
        options = [str(report_end), str(GRACE_SECONDS), str(memory_mib), str(folder)]
        try:
            guard = subprocess.Popen(  # noqa: S603 - the program that the user named, and no shell
                [sys.executable, "-I", "-S", str(_GUARD), *options, *command],
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env={**os.environ, **_SAME_ORDER},
                start_new_session=True,
                pass_fds=(report_end,),
            )
        finally:
            os.close(report_end)
        for stream in (guard.stdin, guard.stdout, guard.stderr):
            os.set_blocking(_fd(stream), False)
        return cls(guard, report, int(os.read(report, _CHUNK) or 0), log)

    def exchange(self, unsent: memoryview, timeout: float) -> tuple[memoryview, bytes]:
        """Write to and read from the process, for at most `timeout` seconds.

        Returns the part that is still unsent, and the bytes read. Raises ProcessEndedError at the
        end of output.
        """
        out, errors = _fd(self._guard.stdout), _fd(self._guard.stderr)
        with selectors.DefaultSelector() as ready:
            ready.register(out, selectors.EVENT_READ)
            if errors >= 0:
                ready.register(errors, selectors.EVENT_READ)
            if unsent:
                ready.register(_fd(self._guard.stdin), selectors.EVENT_WRITE)
            numbers = {key.fd for key, _ in ready.select(timeout)}
        if errors in numbers:
            self._read_errors()
        data = os.read(out, _CHUNK) if out in numbers else None
        if data == b"":
            raise ProcessEndedError(self._end_reason())
        if _fd(self._guard.stdin) in numbers:
            unsent = self._write(unsent)
        return unsent, data or b""

    def _write(self, unsent: memoryview) -> memoryview:
        try:
            return unsent[os.write(_fd(self._guard.stdin), unsent[:_CHUNK]) :]
        except BrokenPipeError:
            raise ProcessEndedError(self._end_reason()) from None

    def _read_errors(self) -> bool:
        """Log the available error output; return False if there is none."""
        errors = self._guard.stderr
        if errors is None or errors.closed:
            return False
        with suppress(BlockingIOError):
            data = os.read(errors.fileno(), _CHUNK)
            self.log.write(data)
            if not data:
                errors.close()
            return bool(data)
        return False

    def processor_seconds(self) -> float:
        """Return the processor time that it and its ended children have used."""
        import psutil

        try:
            times: Any = psutil.Process(self._pid).cpu_times()
        except psutil.Error:
            return 0.0
        return float(times.user + times.system + times.children_user + times.children_system)

    def kill(self) -> None:
        """Kill it at once, with its descendants."""
        if self._ended is None and self._pid:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._pid, signal.SIGKILL)
        self.end()

    def end(self, last: bytes = b"") -> None:
        """Write a last line and close its input; the guard ends it after the grace period."""
        if self._ended is not None:
            return
        with suppress(OSError):
            os.write(_fd(self._guard.stdin), last)
        _close(self._guard.stdin)
        self._ended = self._last_report()
        self._guard.wait()
        for _ in range(16):  # more than a pipe holds: its writers are gone
            if not self._read_errors():
                break
        for stream in (self._guard.stdout, self._guard.stderr):
            _close(stream)
        os.close(self._report)

    def _last_report(self) -> str:
        """Return the guard's last report; drain the outputs meanwhile, so that it can end."""
        report = b""
        with selectors.DefaultSelector() as ready:
            ready.register(self._report, selectors.EVENT_READ)
            for stream in (self._guard.stdout, self._guard.stderr):
                if (number := _fd(stream)) >= 0:
                    ready.register(number, selectors.EVENT_READ)
            while self._report in ready.get_map():
                for key, _ in ready.select():
                    data = os.read(key.fd, _CHUNK)
                    if key.fd == self._report:
                        report += data
                    elif key.fd == _fd(self._guard.stderr):
                        self.log.write(data)
                    if not data:
                        ready.unregister(key.fd)
        return report.decode().strip()

    def _end_reason(self) -> str:
        self.end()
        report = self._ended
        if not report:
            return "it ended together with its guard process"
        if report == "killed":
            return "it closed its output"
        status = int(report)
        if status < 0:
            return f"it was killed by the signal {signal.Signals(-status).name}"
        return f"it ended with exit status {status}"


def _fd(stream: IO[bytes] | None) -> int:
    """Return the file descriptor of a stream; -1 for a closed one."""
    return -1 if stream is None or stream.closed else stream.fileno()


def _close(stream: IO[bytes] | None) -> None:
    if stream is not None:
        stream.close()


class ProgramError(Exception):
    """An error of a program, in words that are the same on every machine."""


@define
class Program:
    """A program that answers each line with a line.

    Attributes:
        process: its process.
        seconds: limit of processor time per answer.
        wall_seconds: limit of elapsed time per answer.
    """

    process: GuardedProcess
    seconds: float
    wall_seconds: float
    _unread: bytearray = field(factory=bytearray, init=False)
    _used: float = field(default=0.0, init=False)

    def ask(self, request: bytes) -> bytes:
        """Write a line and return the answer without its line end.

        Raises ProgramError for anything but a line of at most MAX_ANSWER_LENGTH bytes in time.
        """
        deadline = time.monotonic() + self.wall_seconds
        unsent = memoryview(request)
        while unsent or b"\n" not in self._unread:
            self._check_length(len(self._unread))
            timeout = min(self._time_left(deadline), self._processor_time_left(), _CHECK_INTERVAL)
            try:
                unsent, read = self.process.exchange(unsent, max(timeout, _MIN_WAIT))
            except ProcessEndedError as problem:
                raise ProgramError(str(problem)) from problem
            self._unread += read
        line, _, self._unread = self._unread.partition(b"\n")
        self._check_length(len(line))
        self._used += self.seconds - self._processor_time_left()
        return bytes(line)

    def _check_length(self, length: int) -> None:
        if length >= MAX_ANSWER_LENGTH:
            raise ProgramError(f"its answer has more than {MAX_ANSWER_LENGTH:,} bytes")

    def _time_left(self, deadline: float) -> float:
        """Return the seconds until the deadline; raises ProgramError after it."""
        left = deadline - time.monotonic()
        if left <= 0:
            raise ProgramError(f"it took more than {self.wall_seconds:g} seconds")
        return left

    def _processor_time_left(self) -> float:
        """Return the processor time left for this answer; raises ProgramError if there is none."""
        left = self.seconds - (self.process.processor_seconds() - self._used)
        if left <= 0:
            raise ProgramError(f"it took more than {self.seconds:g} seconds of processor time")
        return left
