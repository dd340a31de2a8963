"""Argon2 hashes of players' passwords, and the removal of passwords from order texts."""

from __future__ import annotations

import re
import threading
from bisect import bisect_left
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from horizons_core.errors import HorizonsError
from horizons_core.orders import (
    Command,
    Diagnostic,
    Header,
    Language,
    Order,
    OrderSet,
    first_word,
    line_of,
    words_in,
)

if TYPE_CHECKING:
    from argon2 import PasswordHasher


_AT_ONCE = threading.BoundedSemaphore(2)
_MAX_LENGTH = 300
#: Upper bounds for the parameters of a hash: twice what any release of argon2-cffi has used. A
#: hash contains its parameters, and players may write hashes in orders.
_MAX_MEMORY, _MAX_PASSES, _MAX_LANES, _MAX_BYTES = 2 * 102_400, 8, 16, 64

_BLANKED = "*"
#: Placeholder for the hash of a password until a text is stored. Games accept it as a hash.
_HASH_TO_COME = "$argon2-of-the-password"
#: Maximum number of dropped lines that a stored text explains one by one.
_MAX_EXPLAINED = 20
_LINE_END = re.compile(r"\r\n|\r|\n")

#: A replacement in a text: start, end, new text.
TextChange = tuple[int, int, str]


@cache
def hasher() -> PasswordHasher:
    """Return the hasher; call it through `hash_password` and `verify_hash`."""
    from argon2 import PasswordHasher

    return PasswordHasher()


def hash_password(password: str) -> str:
    """Return a hash of a password."""
    with _AT_ONCE:
        return hasher().hash(password)


def verify_hash(password_hash: str, password: str) -> bool:
    """Return whether a password matches a hash; False if `password_hash` is not a hash."""
    from argon2.exceptions import InvalidHashError, VerificationError

    if not is_hash(password_hash):
        return False
    try:
        with _AT_ONCE:
            return hasher().verify(password_hash, password)
    except (VerificationError, InvalidHashError):
        return False


def is_hash(text: str) -> bool:
    """Return whether a text is a hash that is no more expensive to verify than those made here."""
    if not text.startswith("$argon2") or len(text) > _MAX_LENGTH:
        return False
    from argon2 import extract_parameters
    from argon2.exceptions import InvalidHashError

    try:
        parameters = extract_parameters(text)
    except (InvalidHashError, ValueError):
        return False
    return (
        parameters.memory_cost <= _MAX_MEMORY
        and parameters.time_cost <= _MAX_PASSES
        and parameters.parallelism <= _MAX_LANES
        and max(parameters.salt_len, parameters.hash_len) <= _MAX_BYTES
    )


class PasswordError(HorizonsError):
    """A password that is wrong, missing or not allowed."""


def hashed(seat: str, password: str) -> str:
    """Hash a password; raises PasswordError if it cannot be written in an order header."""
    if not password.strip() or not password.isprintable() or '"' in password:
        raise PasswordError(
            f"this password for {seat} is not allowed",
            "use printable characters, not only spaces, and no double quotes",
        )
    return hash_of(password)


def hash_of(password: str) -> str:
    """Return the hash that is stored for a password."""
    return hash_password(password.casefold())


def hash_to_come(_password: str) -> str:
    """Return the placeholder for a hash, used by checks and forecasts to avoid hashing."""
    return _HASH_TO_COME


def check_password(
    seat: str, password_hash: str | None, password: str | None, opening: str
) -> None:
    """Raise PasswordError unless the seat has no password, or this one."""
    if not password_hash:
        return
    if password is None:
        raise PasswordError(
            f"{seat}'s orders need a password; nothing was stored",
            f"begin them with a line {opening} game {seat} password",
        )
    # Older games hashed the password as typed.
    if not any(
        verify_hash(password_hash, form) for form in dict.fromkeys((password.casefold(), password))
    ):
        raise PasswordError(
            f"wrong password for {seat}; nothing was stored",
            "the password is the fourth word of the opening line",
        )


def verify_dummy() -> None:
    """Take as long as verifying a password, so that timing does not reveal that there is none."""
    hash_of("")


def blank_password(text: str, header: Header | None) -> str:
    """Replace the header's password by a star; line numbers stay the same."""
    return _replace(text, list(_in_header(_lines(text), header)))


def strip_passwords(
    text: str,
    read: OrderSet,
    language: Language,
    rejected: Container[int] = (),
    dropped: Collection[int] = (),
    hash_of: Callable[[str], str] = hash_of,
) -> str:
    """Return the text to store, without plain-text passwords; `read` is the parsed text.

    The header's password becomes a star, an order's private argument its hash, made by `hash_of`.
    Unreadable parts of such an order are masked, and so are the lines in `rejected`; those in
    `dropped` are left out. Outside the order set only line ends remain. Line numbers stay the same.
    """
    lines = _lines(text)
    changes = [*_in_header(lines, read.header), *_blank_outside(text, lines, read.header, language)]
    for order in read.orders:
        if not order.command.private:
            continue
        start, end = lines[order.line - 1]
        if order.line in dropped:
            words = _dropped(order.command, language)
            # Keep the stored text from growing much longer than the submitted one.
            fits = len(words) <= end - start or len(dropped) <= _MAX_EXPLAINED
            changes.append((start, end, words if fits else language.style.comment))
        elif order.line in rejected:
            changes += _masked(text[start:end], start)
        else:
            changes += _in_order(text[start:end], start, order, hash_of)
    for line in _mistakes(read, len(lines), language):
        start, end = lines[line - 1]
        changes += _in_mistake(text[start:end], start, language)
    return _replace(text, changes)


def _mistakes(read: OrderSet, lines: int, language: Language) -> set[int]:
    """Return unreadable lines that may be orders with passwords."""
    if not any(command.private for command in language.commands):
        return set()
    # If remarks were cut off, any line may be a mistake.
    all_lines: Iterable[int] = range(1, lines + 1)
    suspects = set(all_lines if read.left_out else (remark.line for remark in read.diagnostics))
    first = read.header.line if read.header is not None else 0
    return {line for line in suspects if line > first} - {order.line for order in read.orders}


def private_lines(read: OrderSet) -> set[int]:
    """Return the lines of orders with plain-text private arguments."""
    return {order.line for order in read.orders if _secrets(order)}


def superseded_lines(read: OrderSet, rejected: Container[int]) -> set[int]:
    """Return lines with a plain-text password that a later order of the same command replaces.

    Orders on lines in `rejected` replace none.
    """
    superseded: set[int] = set()
    later: set[str] = set()
    for order in reversed(read.orders):
        if order.command.private and order.line not in rejected:
            if order.keyword in later and _secrets(order):
                superseded.add(order.line)
            later.add(order.keyword)
    return superseded


def superseded_remarks(read: OrderSet, superseded: Container[int]) -> list[Diagnostic]:
    """Return a remark for each command with superseded orders, at the last of them."""
    by_keyword: dict[str, list[Order]] = {}
    for order in read.orders:
        if order.line in superseded:
            by_keyword.setdefault(order.keyword, []).append(order)
    return [
        Diagnostic(
            "warning",
            "superseded-order",
            f"{keyword}: only the last of these orders counts; {len(orders):,} before it"
            f" {'is' if len(orders) == 1 else 'are'} not kept",
            orders[-1].line,
            orders[-1].column,
            keyword,
            f"write {keyword} once",
        )
        for keyword, orders in by_keyword.items()
    ]


def _secrets(order: Order) -> dict[str, str]:
    """Return an order's private words that are not hashes, by argument."""
    words = {name: order.written.get(name, "") for name in order.command.private}
    return {name: word for name, word in words.items() if word and not is_hash(word)}


def _replace(text: str, changes: Sequence[TextChange]) -> str:
    pieces, at = [], 0
    for start, end, words in sorted(changes):
        pieces += [text[at:start], words]
        at = end
    return "".join([*pieces, text[at:]])


def _lines(text: str) -> list[tuple[int, int]]:
    """Return the start and end of each line, without its line end."""
    ends = list(_LINE_END.finditer(text))
    starts = [0, *(end.end() for end in ends)]
    return list(zip(starts, [*(end.start() for end in ends), len(text)], strict=True))


def _in_header(lines: Sequence[tuple[int, int]], header: Header | None) -> Iterator[TextChange]:
    if header is None or header.password is None:
        return
    start, _ = lines[header.line - 1]
    first, behind = header.columns
    yield start + first - 1, start + behind - 1, _BLANKED


def _blank_outside(
    text: str, lines: Sequence[tuple[int, int]], header: Header | None, language: Language
) -> Iterator[TextChange]:
    """Blank all lines before the opening line and after the closing line of the order set."""
    if header is None or not header.line:
        return
    inside = behind = False
    for number, (start, end) in enumerate(lines, start=1):
        inside = (inside or number == header.line) and not behind
        if not inside:
            yield start, end, ""
        elif number > header.line:
            behind = language.envelope.closes(line_of(text[start:end]).text)


def _in_order(
    written: str, start: int, order: Order, hash_of: Callable[[str], str]
) -> Iterator[TextChange]:
    """Replace the private arguments of an order, on a line that begins at `start`, by hashes."""
    for name, words in _secrets(order).items():
        line = line_of(written)
        pattern = re.compile(r"\s+".join(f'"?{re.escape(word)}"?' for word in words.split()))
        places = range(len(line.text))
        first = bisect_left(places, order.columns[name], key=line.column)
        match = pattern.match(line.text, first)
        if match is not None:
            behind = start + line.column(match.end() - 1)
            yield start + order.columns[name] - 1, behind, hash_of(words)
        else:  # never store it as plain text
            yield from _masked(written, start)


def _in_mistake(written: str, start: int, language: Language) -> Iterator[TextChange]:
    command = _command_of(written, language)
    if command is None or not command.private:
        return
    changes = list(_masked(written, 0))
    if language.read(_replace(written, changes)).orders:  # the mask would be read as a password
        yield start, start + len(written), _dropped(command, language)
    else:
        yield from ((start + first, start + behind, words) for first, behind, words in changes)


def _masked(written: str, start: int) -> Iterator[TextChange]:
    """Mask a line except its first word, quotes, comment marks and lengths."""
    read = line_of(written)
    word = next(iter(words_in(read.text)), None)
    if word is not None:
        behind = read.column(word.end() - 1)
        yield start + behind, start + len(written), re.sub(r'[^\s";]', _BLANKED, written[behind:])


def _dropped(command: Command, language: Language) -> str:
    return f"{language.style.comment} {command.keyword}: this line is not kept"


def _command_of(line: str, language: Language) -> Command | None:
    """Return the command named by a line's first word, or None."""
    word = first_word(line_of(line).text).upper()
    return language.by_keyword.get(word[:1] if language.style.initials else word)
