"""Design strings: parsing and writing (SC-DES-006).

    [S1(AA)1][Q1][Y1][Q1][(KKKKKKK)1][Bsa][(GGG)1][Mg][(II)1(II)1]

Letters repeated in parentheses mean that many units or, for a weapon, hull spaces; the number after
them is their generation. Brackets and braces only group visually, but must be closed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from variants.starcluster.designs.design import ShipSystem
from variants.starcluster.designs.tables import COMPONENTS, DRIVES, HS, WEAPONS

#: Maximum length of a design string, and number of systems in one.
MAX_LENGTH, MAX_SYSTEMS = 2_000, 1_000
#: Up to this many letters are written out.
_MAX_LETTERS = 10

#: The longest code first: Mgs before Mg before M.
CODES = sorted((*COMPONENTS, *DRIVES), key=lambda code: (-len(code), code))
_CODE = re.compile("|".join(CODES))
_NUMBER = re.compile(r"[0-9]+")
_TIMES = re.compile(r"[×x*]\s*")
_SKIPPED = re.compile(r"[\s\[\]{}/]+|0(?![0-9])")
_BLANKS = re.compile(r"\s*")
#: Brackets by their closing character. Brackets and braces may close each other.
_OPENING = {")": "(", "]": "[", "}": "{"}
_CLOSING = {opening: closing for closing, opening in _OPENING.items()}


class DesignTextError(ValueError):
    """A design string that cannot be read.

    Attributes:
        column: the 0-based position of the error.
        remedy: what to write instead.
    """

    def __init__(self, message: str, column: int, remedy: str) -> None:
        super().__init__(message)
        self.column = column
        self.remedy = remedy


def read_systems(text: str, *, balanced: bool = True) -> tuple[ShipSystem, ...]:
    """The systems of a design string, from the bow to the stern.

    Args:
        text: the design string.
        balanced: whether brackets must be closed; not required by games of version 1.0.0.

    Raises:
        DesignTextError: if it cannot be read.
    """
    if len(text) > MAX_LENGTH:
        raise DesignTextError(
            "the design is too long", MAX_LENGTH, f"use at most {MAX_LENGTH} characters"
        )
    systems: list[ShipSystem] = []
    for _, parsed in _Reader(text).tokens():
        systems += parsed
        if len(systems) > MAX_SYSTEMS:
            raise DesignTextError("there are too many systems", 0, f"use at most {MAX_SYSTEMS}")
    if not systems:
        raise DesignTextError(
            "the design is empty", 0, "write its systems, as in [S1][A1][Q1][(II)1]"
        )
    if balanced:
        _must_balance(text)
    return tuple(systems)


def _must_balance(text: str) -> None:
    """Raise DesignTextError at an unmatched bracket."""
    opened: list[int] = []
    for position, character in enumerate(text):
        if character in _CLOSING:
            opened.append(position)
        elif character in _OPENING:
            matching = [start for start in opened if (text[start] == "(") == (character == ")")]
            if not matching:
                message = f"a '{character}' has no opening bracket"
                remedy = f"remove it, or write {_OPENING[character]} before its group"
                raise DesignTextError(message, position, remedy)
            if matching[-1] != opened[-1]:
                raise _unclosed(text, opened[-1])
            opened.pop()
    if opened:
        raise _unclosed(text, opened[-1])


def _unclosed(text: str, start: int) -> DesignTextError:
    remedy = f"write {_CLOSING[text[start]]} after its group"
    return DesignTextError(f"a '{text[start]}' is not closed", start, remedy)


def first_positions(text: str) -> dict[ShipSystem, int]:
    """The 0-based position of the first system of each kind in a valid design string."""
    positions: dict[ShipSystem, int] = {}
    for position, systems in _Reader(text).tokens():
        positions.setdefault(systems[0], position)
    return positions


def design_string(systems: Iterable[ShipSystem]) -> str:
    """The design string of these systems, with equal adjacent ones grouped."""
    return "".join(f"[{_token(system, len(list(group)))}]" for system, group in groupby(systems))


def _token(system: ShipSystem, count: int) -> str:
    kind = system.kind
    generation = "" if kind and not kind.has_generations else str(system.generation)
    if system.weapon is None and count == 1:
        return system.code + generation
    letters = count * (system.size // HS if system.weapon else 1)
    if letters <= _MAX_LETTERS:
        return f"({system.code * letters}){generation}"
    blank = " " if generation else ""
    return f"({system.code})x{letters}{blank}{generation}"


class _Reader:
    """Reads a design string token by token."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def tokens(self) -> Iterator[tuple[int, list[ShipSystem]]]:
        """Yield the position of each token and its systems."""
        while True:
            self._skip()
            if self.at >= len(self.text):
                return
            start = self.at
            yield start, self._token()

    def _skip(self) -> None:
        """Skip separators of groups, lone zeros, and parentheses around groups."""
        while True:
            match = _SKIPPED.match(self.text, self.at)
            if match:
                self.at = match.end()
            elif self._around_groups():
                self.at += 1
            else:
                return

    def _around_groups(self) -> bool:
        """True if the parenthesis at this position holds groups and no code."""
        character = self.text[self.at : self.at + 1]
        if character == ")":
            return True
        behind = self._blanks(self.at + 1)
        return character == "(" and self.text[behind : behind + 1] in ("[", "{", "(")

    def _token(self) -> list[ShipSystem]:
        start = self.at
        if self.text[start] == "(":
            return self._repeated(start)
        code = self._code()
        return self._systems(code, 1, self._generation(), start)

    def _repeated(self, start: int) -> list[ShipSystem]:
        self.at = self._blanks(start + 1)
        code, repeats = self._code(), 1
        self.at = self._blanks(self.at)
        while self.text[self.at : self.at + 1] != ")":
            if self.at >= len(self.text):
                raise DesignTextError(
                    "a parenthesis is not closed", start, "write ) after the codes"
                )
            place, other = self.at, self._code()
            if other != code:
                message = f"{code} and {other} share a parenthesis"
                raise DesignTextError(message, place, "write each code in its own parenthesis")
            repeats += 1
            self.at = self._blanks(self.at)
        self.at += 1
        times = _TIMES.match(self.text, self._blanks(self.at))
        if times:
            self.at = times.end()
            factor = self._number("how many there are")
            if repeats > 1:
                message = "the number of repeats is given twice"
                raise DesignTextError(message, start, f"write ({code})x{repeats * factor}")
            repeats = factor
        return self._systems(code, repeats, self._generation(), start)

    def _systems(self, code: str, repeats: int, generation: int, start: int) -> list[ShipSystem]:
        kind = COMPONENTS.get(code)
        if kind and not kind.has_generations and generation != 1:
            message = f"{code} has only one version"
            raise DesignTextError(message, start, f"write {code} without a number")
        if code in DRIVES and generation > len(DRIVES[code].rows):
            message = f"there is no {code}{generation}"
            raise DesignTextError(message, start, f"the latest is {code}{len(DRIVES[code].rows)}")
        if code in WEAPONS and self.text[start] == "(":
            spaces = WEAPONS[code].size // HS
            repeats, left = divmod(repeats, spaces)
            if left or not repeats:
                message = f"a weapon {code} takes {spaces} hull spaces"
                remedy = f"write a multiple of {spaces} letters, as in ({code * spaces})1"
                raise DesignTextError(message, start, remedy)
        if not 0 < repeats <= MAX_SYSTEMS:
            message = f"{repeats} systems are not possible"
            raise DesignTextError(message, start, f"write 1 to {MAX_SYSTEMS}")
        return [ShipSystem(code, generation)] * repeats

    def _code(self) -> str:
        match = _CODE.match(self.text, self.at)
        if match is None:
            excerpt = self.text[self.at : self.at + 3]
            message = f"'{excerpt}' is not a component" if excerpt.strip() else "a code is missing"
            raise DesignTextError(
                message, self.at, "use the exact case: S, A, Q, Y, K, Mg, Bsa, I …"
            )
        self.at = match.end()
        return match[0]

    def _generation(self) -> int:
        """The number after a token; 1 if missing or 0."""
        behind = self._blanks(self.at)
        if not _NUMBER.match(self.text, behind):
            return 1
        self.at = behind
        return max(1, self._number("a generation"))

    def _number(self, expected: str) -> int:
        match = _NUMBER.match(self.text, self.at)
        if match is None:
            raise DesignTextError("a number is missing", self.at, f"write {expected}")
        if len(match[0]) > 4:
            raise DesignTextError(f"{match[0][:9]} is too large", self.at, f"write {expected}")
        self.at = match.end()
        return int(match[0])

    def _blanks(self, at: int) -> int:
        match = _BLANKS.match(self.text, at)
        return match.end() if match else at
