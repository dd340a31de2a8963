"""A mail has exactly one author's address, read the same on every Python."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from horizons_host.mail.headers import NamedAddress, parse_mailbox

ADA = "ada@example.org"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (ADA, ""),
        (f"<{ADA}>", ""),
        (f" < {ADA} > ", ""),
        (f"{ADA} (Ada (of Wessex))", ""),
        (f"Ada<{ADA}>", "Ada"),
        (f"{ADA} <{ADA}>", ADA),
        (f"{ADA.upper()} <{ADA}>", ADA.upper()),
        (f"'{ADA}' <{ADA}>", f"'{ADA}'"),
        (f"Lovelace, Ada <{ADA}>", "Lovelace, Ada"),
        (f"Ada [Guild] <{ADA}>", "Ada [Guild]"),
        (f"Ada; Brin <{ADA}>", "Ada; Brin"),
        (f"Ada @ Home <{ADA}>", "Ada @ Home"),
        (f"Ada@Home <{ADA}>", "Ada@Home"),
        (f"Dr. Ada: Guild <{ADA}>", "Dr. Ada: Guild"),
        (f"Ada (Guild) <{ADA}> (home)", "Ada"),
        (f"Ada :( <{ADA}>", "Ada :("),
        (f'Ada "Moon <{ADA}>', 'Ada "Moon'),
        (f'"Ada <x> \\" y" <{ADA}>', 'Ada <x> " y'),
        (f'"brin@example.org" <{ADA}>', "brin@example.org"),
        (f"Ada <3 <{ADA}>", "Ada <3"),
        (f"Ada > Brin <{ADA}>", "Ada > Brin"),
        (f"<Guild> Ada <{ADA}>", "<Guild> Ada"),
        (f"Ada <{ADA}>,", "Ada"),
        (f"{ADA} ;", ""),
    ],
)
def test_a_name_may_be_written_in_any_way(text, name):
    assert parse_mailbox(text) == NamedAddress(name, ADA)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Ada",
        "<>",
        "Ada <>",
        f"{ADA} <eve@evil.org>",
        f"<{ADA}><eve@evil.org>",
        f"<{ADA}> <{ADA}>",
        f"<eve@evil> <{ADA}>",
        f"Ada <eve@evil.org <{ADA}>",
        f"{ADA}, eve@evil.org",
        f"eve@evil.org, Ada <{ADA}>",
        f"Ada <{ADA}>, eve@evil.org",
        f"Ada <{ADA}> Lovelace",
        f"Friends: {ADA};",
        f"Ada {ADA}",
        f"Ada <{ADA}",
        f"Ada {ADA}>",
        f"<<{ADA}>>",
        f"<@relay.example:{ADA}>",
        "Ada <ada @example.org>",
        f'Ada <"eve"{ADA}>',
        f"Ada <{ADA}@evil.org>",
    ],
)
def test_without_exactly_one_address_there_is_no_author(text):
    assert parse_mailbox(text) is None


@given(st.text("ab .;,:[]@!'<>\"\\()é", max_size=40))
def test_an_author_is_named_by_the_only_angle_brackets_that_are_not_quoted(name):
    quoted = '"' + re.sub(r'(["\\])', r"\\\1", name) + '"'
    assert parse_mailbox(f"{quoted} <{ADA}>") == NamedAddress(" ".join(name.split()), ADA)
    mailbox = parse_mailbox(f"{name} <{ADA}>")
    assert mailbox is None or mailbox.address == ADA


@given(st.text('ab@.<>(),;:"\\ ', max_size=60))
def test_an_address_that_is_found_stands_in_the_text(text):
    mailbox = parse_mailbox(text)
    assert mailbox is None or mailbox.address in text
