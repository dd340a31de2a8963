"""Players' passwords: kept as argon2 hashes, taken out of order texts before these are stored.

Capital and small letters count alike in passwords, as everywhere in orders.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator

from horizons_core.errors import HorizonsError
from horizons_core.orders import (
    Command,
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
_HASH = "$argon2"
_LINE_END = re.compile(r"\r\n|\r|\n")

#: A part of a text, from and to, and what is to stand in its place.
Change = tuple[int, int, str]


class PasswordError(HorizonsError):
    """A password that is wrong, missing, or cannot be one."""


def hashed(seat: str, password: str) -> str:
    """The hash to store; raises PasswordError for what cannot be written in an order's header."""
    if not password.strip() or not password.isprintable() or '"' in password:
        raise PasswordError(
            f"the password of {seat} will not do",
            "use printable characters that are not all blanks, and no double quotes",
        )
    return _hash(password)


def _hash(password: str) -> str:
    return password_hashes.hasher().hash(password.casefold())


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
            f"this is not the password of {seat}; nothing was stored",
            "it is the third word behind the opening line's first",
        )


def look_at_nothing() -> None:
    """Take as long as a look at a password does, for whoever must not learn that there was none."""
    _hash("")


def blanked(text: str, header: Header | None) -> str:
    """The text with the header's password replaced by a star; no line changes its number."""
    return _changed(text, list(_in_header(text, header)))


def kept(
    text: str,
    read: OrderSet,
    language: Language,
    rejected: Container[int] = (),
    dropped: Container[int] = (),
) -> str:
    """The text as it is stored: `read` from it, and without any password in plain words.

    The header's becomes a star, an order's private argument its hash; what could not be read of
    such an order is masked, and so are the lines in `rejected`; those in `dropped` are left out.
    Outside the set only the line ends stay. No line changes its number.
    """
    changes = [*_in_header(text, read.header), *_outside(text, read.header, language)]
    for order in read.orders:
        if order.line in dropped:
            changes += _dropped(text, order.line, order.command, language)
        elif order.line in rejected:
            changes += _masked(text, order.line)
        else:
            changes += _in_order(text, order)
    orders = {order.line for order in read.orders}
    for line in {remark.line for remark in read.diagnostics} - orders:
        if line and (read.header is None or line > read.header.line):
            changes += _in_mistake(text, line, language)
    return _changed(text, changes)


def private_lines(read: OrderSet) -> set[int]:
    """The lines of orders in which something private stands."""
    return {
        order.line
        for order in read.orders
        if any(order.written.get(name) for name in order.command.private)
    }


def _changed(text: str, changes: list[Change]) -> str:
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


def _in_header(text: str, header: Header | None) -> Iterator[Change]:
    if header is None or header.password is None:
        return
    start, _ = _lines(text)[header.line - 1]
    first, behind = header.columns
    yield start + first - 1, start + behind - 1, _BLANKED


def _outside(text: str, header: Header | None, language: Language) -> Iterator[Change]:
    """All lines before the opening line and behind the closing line of the set that was read."""
    if header is None or not header.line:
        return
    inside = behind = False
    for number, (start, end) in enumerate(_lines(text), start=1):
        inside = (inside or number == header.line) and not behind
        if not inside:
            yield start, end, ""
        elif number > header.line:
            behind = language.envelope.closes(line_of(text[start:end]).text)


def _in_order(text: str, order: Order) -> Iterator[Change]:
    for name in order.command.private:
        words = order.written.get(name, "")
        if not words or words.startswith(_HASH):
            continue
        start, end = _lines(text)[order.line - 1]
        line = line_of(text[start:end])
        pattern = r"\s+".join(f'"?{re.escape(word)}"?' for word in words.split())
        for found in re.finditer(pattern, line.text):
            if line.column(found.start()) == order.columns[name]:
                behind = start + line.column(found.end() - 1)
                yield start + order.columns[name] - 1, behind, _hash(words)


def _in_mistake(text: str, line: int, language: Language) -> Iterator[Change]:
    start, end = _lines(text)[line - 1]
    command = _command_of(text[start:end], language)
    if command is None or not command.private:
        return
    changes = list(_masked(text, line))
    if language.read(_changed(text, changes)[start:end]).orders:  # a mask would be the password
        yield from _dropped(text, line, command, language)
    else:
        yield from changes


def _masked(text: str, line: int) -> Iterator[Change]:
    """A line of which only the first word, quotes, comment signs and lengths stay."""
    start, end = _lines(text)[line - 1]
    read = line_of(text[start:end])
    word = next(iter(words_in(read.text)), None)
    if word is not None:
        behind = start + read.column(word.end() - 1)
        yield behind, end, re.sub(r'[^\s";]', _BLANKED, text[behind:end])


def _dropped(text: str, line: int, command: Command, language: Language) -> Iterator[Change]:
    start, end = _lines(text)[line - 1]
    yield start, end, f"{language.style.comment} {command.keyword}: this line is not kept"


def _command_of(line: str, language: Language) -> Command | None:
    """The command that a line's first word names, if it does."""
    word = first_word(line_of(line).text).upper()
    return language.by_keyword.get(word[:1] if language.style.initials else word)
