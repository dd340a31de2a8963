"""A mail server's check of the sender: `Authentication-Results` (RFC 8601)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from horizons_host.mail.addresses import normalized
from horizons_host.mail.name_addr import unquoted_parts

_MOST_COMMENTS = 20
_PASSED = re.compile(r"(dmarc|dkim|spf)\s{0,5}=\s{0,5}pass(?=\s|$)", re.IGNORECASE)
#: The domain, or an address in it, that each method proves.
_PROVED = {
    method: re.compile(
        rf"(?<!\S){name}\s{{0,5}}=\s{{0,5}}([^\s;<>]{{1,255}})(?=[\s;]|$)", re.IGNORECASE
    )
    for method, name in (
        ("dmarc", r"header\.from"),
        ("dkim", r"header\.[di]"),
        ("spf", r"smtp\.mailfrom"),
    )
}


def is_proved(fields: Sequence[str], host: str, sender: str) -> bool:
    """Tell whether a host confirms that a mail comes from its sender's domain.

    Only the topmost field of that host counts: it has removed earlier ones, or put its own above
    them. A method counts only for the domain that it has checked.
    """
    domain = normalized(sender.rpartition("@")[2])
    for field in fields:
        server, *results = _bare(field).split(";")
        if not server.split() or server.split()[0].casefold() != host.casefold():
            continue
        return any(_proves(result, domain) for result in results)
    return False


def _bare(field: str) -> str:
    """Return a field without quoted texts and comments, which may contain the sender's words."""
    if field.count("(") > _MOST_COMMENTS:
        return ""
    parts = (" " if is_quoted else part for part, is_quoted in unquoted_parts(field))
    bare = "".join(parts)
    return "" if any(sign in bare for sign in '"()') else bare


def _proves(result: str, domain: str) -> bool:
    passed = _PASSED.match(result.strip())
    if passed is None:
        return False
    match = _PROVED[passed[1].casefold()].search(result)
    return match is not None and _is_of(normalized(match[1].rpartition("@")[2]), domain)


def _is_of(proved: str, domain: str) -> bool:
    """Tell whether a proved domain is the sender's, or a parent domain."""
    return bool(proved) and (domain == proved or ("." in proved and domain.endswith(f".{proved}")))
