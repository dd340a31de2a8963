"""Python blocks of a page: those with `>>>` are doctests, the others simply run."""

from __future__ import annotations

import doctest
from pathlib import Path
from typing import Any

from tests.docs.pages import blocks


def run_python(page: Path) -> int:
    """Run a page's Python blocks one after another, in one namespace; return their number.

    Raises AssertionError with the first output that differs.
    """
    names: dict[str, Any] = {"__name__": page.stem}
    page_blocks = blocks(page, "python")
    for block in page_blocks:
        if ">>>" in block.text:
            _doctest(page, block.text, block.line, names)
        else:
            exec(compile("\n" * block.line + block.text, str(page), "exec"), names)
    return len(page_blocks)


def _doctest(page: Path, text: str, line: int, names: dict[str, Any]) -> None:
    test = doctest.DocTestParser().get_doctest(text, names, page.name, str(page), line)
    output: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False)
    runner.run(test, out=output.append, clear_globs=False)
    assert runner.failures == 0, "".join(output)
    names.update(test.globs)
