"""YAML, JSON and TOML within limits: damaged or excessive input is refused with its place."""

from __future__ import annotations

import pytest

from horizons_core.data_text import (
    MAX_DEPTH,
    MAX_NUMBER_LENGTH,
    DataError,
    read_file,
    read_json,
    read_toml,
    read_yaml,
)

DIGITS = "9" * (MAX_NUMBER_LENGTH + 1)


def nested_lists(times: int) -> str:
    """Return ten lists of ten, each in the next: a short text of 10**times values."""
    rows = ["a0: &a0 [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]"]
    rows += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, times)]
    return "\n".join(rows)


@pytest.mark.parametrize(
    ("text", "line", "column", "reason"),
    [
        ("[" * 100_000, 1, MAX_DEPTH + 1, "are nested more than"),
        ("- " * 100_000, 1, 2 * MAX_DEPTH + 1, "are nested more than"),
        (f"a: {DIGITS}", 1, 4, "a number has more than 100 digits"),
        (f"a: -0x{'f' * 1_000_000}", 1, 4, "a number has more than 100 digits"),
        (f"a:\n- 0.{DIGITS}", 2, 3, "a number has more than 100 digits"),
        ("a: 1\nb: 2\na: 3", 3, 1, "the key 'a' appears twice"),
        ("&a [1, *a]", 1, 8, "'*a' refers to an anchor that is not defined before it"),
        ("a: *b", 1, 4, "'*b' refers to an anchor"),
        (nested_lists(9), 6, 30, "there are more than 500,000 values"),
        ("a: !!int x", 1, 4, "unknown tag"),
        ("a: !!python/object:os.system x", 1, 4, "unknown tag"),
        ("a: 0b_", 1, 4, "'0b_' is not a number"),
        ("a: [", 2, 1, ""),
        ("a: 1\n--- b", 2, 1, "another document"),
        ("? [1]\n: 2", 1, 3, "unhashable"),
    ],
)
def test_yaml_that_is_damaged_or_without_measure(text, line, column, reason):
    with pytest.raises(DataError) as refusal:
        read_yaml(text)
    assert reason in refusal.value.reason
    assert (refusal.value.line, refusal.value.column) == (line, column)
    assert refusal.value.place == f":{line}:{column}"


@pytest.mark.parametrize("text", [b"\xff", "\x00", "\ud800", b"\xff\xfeb"])
def test_what_is_no_text_is_no_yaml(text):
    with pytest.raises(DataError):
        read_yaml(text)


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("", None),
        (f"a: {DIGITS[:-1]}", {"a": int(DIGITS[:-1])}),
        (f"a: '{DIGITS}'", {"a": DIGITS}),
        (f"a: {DIGITS}x", {"a": f"{DIGITS}x"}),
        ("day: 2001-02-30", {"day": "2001-02-30"}),
        ("a: =", {"a": "="}),
        ("a: &a {b: 1}\nc: {<<: *a, d: 2}", {"a": {"b": 1}, "c": {"b": 1, "d": 2}}),
        ("[" * MAX_DEPTH + "]" * MAX_DEPTH, None),
    ],
)
def test_yaml_as_people_write_it(text, data):
    read = read_yaml(text)
    assert read == data if data is not None else not read or read[0] is not None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[" * 100_000, "are nested more than"),
        ("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1), "are nested more than"),
        ("[" + DIGITS + "]", "more than 100 digits"),
        ("[0." + DIGITS + "]", "more than 100 digits"),
        ("[1e999]", "1e999 is too large"),
        ("[NaN]", "NaN is not a number"),
        ('{"a": 1, "b": 2, "a": 1}', "the field 'a' appears twice"),
        ("[\n  1", "line 2, column 4: it is incomplete"),
        ("[1 2]", "line 1, column 4"),
        (b'["\xff"]', "byte 2 is not UTF-8"),
    ],
)
def test_json_that_is_damaged_or_without_measure(text, reason):
    with pytest.raises(DataError, match=reason):
        read_json(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a = " + "[" * 100_000, "are nested more than"),
        (".".join("a" * (MAX_DEPTH + 2)) + " = 1", "are nested more than"),
        ("a = " + "9" * 5000, "."),
        ("a = [0x" + "f" * 1000 + "]", "more than 100 digits"),
        ("a = ", "Invalid value"),
        (b"a = '\xff'", "utf-8"),
    ],
)
def test_toml_that_is_damaged_or_without_measure(text, reason):
    with pytest.raises(DataError, match=reason):
        read_toml(text)


def test_a_file_is_read_up_to_a_bound(tmp_path):
    file = tmp_path / "file"
    file.write_bytes(b"12345")
    assert read_file(file, 5) == b"12345"
    with pytest.raises(DataError, match="more than 4 bytes"):
        read_file(file, 4)
