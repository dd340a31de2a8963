"""Plain Litestar that serves a string, for comparison with the server's static resources.

python -m benchmarks.hosting.plain PORT SIZE
"""

from __future__ import annotations

import sys

import uvicorn
from litestar import Litestar, MediaType, get


def app(size: int) -> Litestar:
    """Return an application with one page of this size in bytes, and `/healthz`."""
    text = "x" * size

    @get(["/", "/healthz"], media_type=MediaType.HTML, sync_to_thread=True)
    def string() -> str:
        """Return the string."""
        return text

    return Litestar([string], logging_config=None)


def main() -> None:
    """Serve until the process is ended."""
    port, size = map(int, sys.argv[1:])
    uvicorn.run(app(size), port=port, log_level="error", access_log=False)


if __name__ == "__main__":
    main()
