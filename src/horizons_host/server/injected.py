"""Types of the arguments that Litestar injects into pages and calls."""

from __future__ import annotations

from typing import Annotated

from litestar.di import NamedDependency
from litestar.params import FromPath, PathParameter, URLEncodedBody

from horizons_host.server.service import Service

#: The argument `service`.
InjectedService = NamedDependency[Service]
#: The argument `data` of a page: the fields of a form.
Form = URLEncodedBody[dict[str, str]]
#: Path parameters: the key of a game, and numbers.
Key = FromPath[str]
Number = Annotated[int, PathParameter(ge=0, le=2**31 - 1)]
