"""Plain Litestar that serves a string, beside which the server's reading of what stands is held.

python -m benchmarks.hosting.plain PORT SIZE
"""

from __future__ import annotations

import sys

import uvicorn
from litestar import Litestar, MediaType, get


def app(size: int) -> Litestar:
    """An application with one page, of so many bytes, and `/healthz`."""
    text = "x" * size

    @get(["/", "/healthz"], media_type=MediaType.HTML, sync_to_thread=True)
    def string() -> str:
        """The string."""
        return text

    return Litestar([string], logging_config=None)


def main() -> None:
    """Serve until the process is ended."""
    port, size = map(int, sys.argv[1:])
    uvicorn.run(app(size), port=port, log_level="error", access_log=False)


if __name__ == "__main__":
    main()
