"""Players' passwords: kept as argon2 hashes, taken out of order texts before these are stored.

Capital and small letters count alike in passwords, as everywhere in orders.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Sequence

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
from horizons_host import password_hashes

_BLANKED = "*"
#: Stands in a text for the hash of a password until the text is stored. Games take it for a hash.
_HASH_TO_COME = "$argon2-of-the-password"
#: Of more lines that are left out a text does not say so one by one.
_MOST_EXPLAINED = 20
_LINE_END = re.compile(r"\r\n|\r|\n")

#: A part of a text, from and to, and what is to stand in its place.
Change = tuple[int, int, str]


class PasswordError(HorizonsError):
    """A password that is wrong, missing, or cannot be one."""


def hashed(seat: str, password: str) -> str:
    """The hash to store; raises PasswordError for what cannot be written in an order's header."""
    if not password.strip() or not password.isprintable() or '"' in password:
        raise PasswordError(
            f"this password for {seat} is not allowed",
            "use printable characters, not only spaces, and no double quotes",
        )
    return hash_of(password)


def hash_of(password: str) -> str:
    """Return the hash that is stored for a password."""
    return password_hashes.hashed(password.casefold())


def hash_to_come(_password: str) -> str:
    """Return what stands for a hash in checks and forecasts, which make none."""
    return _HASH_TO_COME


def demand(seat: str, password_hash: str | None, given: str | None, opening: str) -> None:
    """Raises PasswordError unless the seat has no password, or this one."""
    if not password_hash:
        return
    if given is None:
        raise PasswordError(
            f"{seat}'s orders need a password; nothing was stored",
            f"begin them with a line {opening} game {seat} password",
        )
    # Hashes of older games are of the password as it was typed.
    if not any(
        password_hashes.fits(password_hash, form)
        for form in dict.fromkeys((given.casefold(), given))
    ):
        raise PasswordError(
            f"wrong password for {seat}; nothing was stored",
            "the password is the fourth word of the opening line",
        )


def look_at_nothing() -> None:
    """Take as long as a look at a password does, for whoever must not learn that there was none."""
    hash_of("")


def blanked(text: str, header: Header | None) -> str:
    """The text with the header's password replaced by a star; no line changes its number."""
    return _changed(text, list(_in_header(_lines(text), header)))


def kept(
    text: str,
    read: OrderSet,
    language: Language,
    rejected: Container[int] = (),
    dropped: Collection[int] = (),
    hash_of: Callable[[str], str] = hash_of,
) -> str:
    """The text as it is stored: `read` from it, and without any password in plain words.

    The header's becomes a star, an order's private argument its hash, made by `hash_of`; what could
    not be read of such an order is masked, and so are the lines in `rejected`; those in `dropped`
    are left out. Outside the set only the line ends stay. No line changes its number.
    """
    lines = _lines(text)
    changes = [*_in_header(lines, read.header), *_outside(text, lines, read.header, language)]
    for order in read.orders:
        if not order.command.private:
            continue
        start, end = lines[order.line - 1]
        if order.line in dropped:
            words = _dropped(order.command, language)
            # What is stored is never much longer than what was sent.
            fits = len(words) <= end - start or len(dropped) <= _MOST_EXPLAINED
            changes.append((start, end, words if fits else language.style.comment))
        elif order.line in rejected:
            changes += _masked(text[start:end], start)
        else:
            changes += _in_order(text[start:end], start, order, hash_of)
    for line in _mistakes(read, len(lines), language):
        start, end = lines[line - 1]
        changes += _in_mistake(text[start:end], start, language)
    return _changed(text, changes)


def _mistakes(read: OrderSet, lines: int, language: Language) -> set[int]:
    """The lines that may be orders with passwords and could not be read."""
    if not any(command.private for command in language.commands):
        return set()
    # Beyond the first remarks nobody knows which lines are mistakes.
    all_lines: Iterable[int] = range(1, lines + 1)
    found = set(all_lines if read.left_out else (remark.line for remark in read.diagnostics))
    first = read.header.line if read.header is not None else 0
    return {line for line in found if line > first} - {order.line for order in read.orders}


def private_lines(read: OrderSet) -> set[int]:
    """The lines of orders in which something private stands."""
    return {order.line for order in read.orders if _secrets(order)}


def superseded_lines(read: OrderSet, rejected: Container[int]) -> set[int]:
    """The lines with a password in plain words that a later order of the same command replaces.

    The orders on lines in `rejected` replace none.
    """
    found: set[int] = set()
    later: set[str] = set()
    for order in reversed(read.orders):
        if order.command.private and order.line not in rejected:
            if order.keyword in later and _secrets(order):
                found.add(order.line)
            later.add(order.keyword)
    return found


def superseded_remarks(read: OrderSet, superseded: Container[int]) -> list[Diagnostic]:
    """A remark for each command of which earlier orders are not kept, at the last of these."""
    gone: dict[str, list[Order]] = {}
    for order in read.orders:
        if order.line in superseded:
            gone.setdefault(order.keyword, []).append(order)
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
        for keyword, orders in gone.items()
    ]


def _secrets(order: Order) -> dict[str, str]:
    """The private words of an order that are no hashes, by argument."""
    words = {name: order.written.get(name, "") for name in order.command.private}
    return {
        name: word for name, word in words.items() if word and not password_hashes.is_hash(word)
    }


def _changed(text: str, changes: Sequence[Change]) -> str:
    pieces, at = [], 0
    for start, end, words in sorted(changes):
        pieces += [text[at:start], words]
        at = end
    return "".join([*pieces, text[at:]])


def _lines(text: str) -> list[tuple[int, int]]:
    """From where to where each line goes, its end left out."""
    ends = list(_LINE_END.finditer(text))
    starts = [0, *(end.end() for end in ends)]
    return list(zip(starts, [*(end.start() for end in ends), len(text)], strict=True))


def _in_header(lines: Sequence[tuple[int, int]], header: Header | None) -> Iterator[Change]:
    if header is None or header.password is None:
        return
    start, _ = lines[header.line - 1]
    first, behind = header.columns
    yield start + first - 1, start + behind - 1, _BLANKED


def _outside(
    text: str, lines: Sequence[tuple[int, int]], header: Header | None, language: Language
) -> Iterator[Change]:
    """All lines before the opening line and behind the closing line of the set that was read."""
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
) -> Iterator[Change]:
    """The private arguments of an order on a line that begins at `start`."""
    for name, words in _secrets(order).items():
        line = line_of(written)
        pattern = re.compile(r"\s+".join(f'"?{re.escape(word)}"?' for word in words.split()))
        places = range(len(line.text))
        first = bisect_left(places, order.columns[name], key=line.column)
        found = pattern.match(line.text, first)
        if found is not None:
            behind = start + line.column(found.end() - 1)
            yield start + order.columns[name] - 1, behind, hash_of(words)
        else:  # never in plain words
            yield from _masked(written, start)


def _in_mistake(written: str, start: int, language: Language) -> Iterator[Change]:
    command = _command_of(written, language)
    if command is None or not command.private:
        return
    changes = list(_masked(written, 0))
    if language.read(_changed(written, changes)).orders:  # a mask would be the password
        yield start, start + len(written), _dropped(command, language)
    else:
        yield from ((start + first, start + behind, words) for first, behind, words in changes)


def _masked(written: str, start: int) -> Iterator[Change]:
    """A line of which only the first word, quotes, comment signs and lengths stay."""
    read = line_of(written)
    word = next(iter(words_in(read.text)), None)
    if word is not None:
        behind = read.column(word.end() - 1)
        yield start + behind, start + len(written), re.sub(r'[^\s";]', _BLANKED, written[behind:])


def _dropped(command: Command, language: Language) -> str:
    return f"{language.style.comment} {command.keyword}: this line is not kept"


def _command_of(line: str, language: Language) -> Command | None:
    """The command that a line's first word names, if it does."""
    word = first_word(line_of(line).text).upper()
    return language.by_keyword.get(word[:1] if language.style.initials else word)
