"""Mutation tests of the test suite: `make mutants`; see --help for options."""

from __future__ import annotations

import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parents[1])
    from benchmarks.mutation.session import main

    sys.exit(main())
