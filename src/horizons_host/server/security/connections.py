"""Connections within bounds: how many there are, and how long a request's headers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

#: More connections than that are answered with status 503. Each takes a file that the process has
#: open, of which a system gives it 1,024 as a rule, and databases need some hundreds.
MOST_CONNECTIONS = 500
#: The bytes that the headers of a request may have.
LONGEST_HEADERS = 32_768
#: What uvicorn is told of that. It knows no time for headers: a proxy before it has to.
BOUNDS: Mapping[str, Any] = {
    "http": "h11",  # another parser that is installed has other bounds
    "h11_max_incomplete_event_size": LONGEST_HEADERS,
    "limit_concurrency": MOST_CONNECTIONS,
}
