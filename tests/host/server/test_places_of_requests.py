"""Clients are identified by address: a machine, or a person's own network."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from horizons_host.server.security.requests import network_of


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("a socket", "a socket"),
    ],
)
def test_the_place_of_a_request(address: str, expected: str) -> None:
    connection = SimpleNamespace(client=SimpleNamespace(host=address))
    assert network_of(cast(Any, connection)) == expected


def test_a_client_without_an_address_has_no_place() -> None:
    assert network_of(cast(Any, SimpleNamespace(client=None))) == "nowhere"
