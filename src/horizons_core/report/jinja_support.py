"""Jinja templates that release their values, and the cache of compiled templates."""

from __future__ import annotations

import contextlib
import importlib.util
from importlib import metadata
from pathlib import Path
from typing import Any

import jinja2
from jinja2.bccache import Bucket

from horizons_core.version import VERSION

#: Versions that compiled templates depend on besides their text.
_VERSIONS = f"horizons {VERSION}, jinja2 {metadata.version('jinja2')}"


class ReleasingTemplate(jinja2.Template):
    """A template that releases its values after rendering.

    A macro and the values of its template refer to each other. Without this, all data of a page
    would stay in memory until the garbage collector runs, which is as slow as rendering a page.
    """

    def render(self, *positional: Any, **named: Any) -> str:
        """Render the template with these values, given as to a `dict`."""
        values = self.new_context(dict(*positional, **named))
        try:
            return str(self.environment.concat(self.root_render_func(values)))
        except Exception:  # noqa: BLE001 - raised again, with the lines of the template
            self.environment.handle_exception()
        finally:
            values.vars.clear()


class TemplateCache(jinja2.FileSystemBytecodeCache):
    """Compiled templates in `__pycache__`, if that folder is writable.

    A template is compiled again if its text or the compiler has changed.
    """

    def __init__(self) -> None:
        self.folder = Path(importlib.util.cache_from_source(__file__)).parent
        super().__init__(str(self.folder))

    def get_source_checksum(self, source: str) -> str:
        """Return a digest of the template's text and of the compiler's version."""
        return super().get_source_checksum(f"{_VERSIONS}\n{source}")

    def load_bytecode(self, bucket: Bucket) -> None:
        """Load a compiled template, if it is cached and readable."""
        with contextlib.suppress(OSError):
            super().load_bytecode(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Cache a compiled template; if that fails, it is compiled each time."""
        with contextlib.suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            super().dump_bytecode(bucket)
