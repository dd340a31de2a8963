"""Limits on connections: their number, and the size of request headers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

#: Further connections are answered with status 503. Each uses an open file, of which a process
#: usually has 1,024, and databases need some hundreds.
MOST_CONNECTIONS = 500
#: The most bytes in the headers of a request.
LONGEST_HEADERS = 32_768
#: Settings of uvicorn. It has no timeout for headers: the proxy in front must provide it.
BOUNDS: Mapping[str, Any] = {
    "http": "h11",  # another installed parser has other limits
    "h11_max_incomplete_event_size": LONGEST_HEADERS,
    "limit_concurrency": MOST_CONNECTIONS,
}
