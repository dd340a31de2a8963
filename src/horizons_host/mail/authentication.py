"""What a mail server has found out about a mail's sender: `Authentication-Results` (RFC 8601)."""

from __future__ import annotations

import re
from collections.abc import Sequence

#: What others wrote into an address may look like a result.
_QUOTED = re.compile(r'"(?:[^"\\]|\\.){0,500}"')
_COMMENT = re.compile(r"\([^()]{0,500}\)")
_MOST_NESTED = 4
_PASSED = re.compile(r"(dmarc|dkim|spf)\s{0,5}=\s{0,5}pass\b", re.IGNORECASE)
#: Whose mail each method proves it to be: a domain, or an address of it.
_PROVED = {
    "dmarc": re.compile(r"\bheader\.from\s{0,5}=\s{0,5}[\"<]?([^\s\";<>]{1,255})", re.IGNORECASE),
    "dkim": re.compile(r"\bheader\.[di]\s{0,5}=\s{0,5}[\"<]?([^\s\";<>]{1,255})", re.IGNORECASE),
    "spf": re.compile(r"\bsmtp\.mailfrom\s{0,5}=\s{0,5}[\"<]?([^\s\";<>]{1,255})", re.IGNORECASE),
}


def is_proved(fields: Sequence[str], host: str, sender: str) -> bool:
    """Whether a host says that a mail comes from its sender's domain.

    Only the uppermost field of that host counts: it has taken those of before away, or set its own
    above them. A method counts only for the domain that it has looked at.
    """
    domain = sender.rpartition("@")[2].casefold()
    for field in fields:
        server, *results = _bare(field).split(";")
        if not server.split() or server.split()[0].casefold() != host.casefold():
            continue
        return any(_proves(result, domain) for result in results)
    return False


def _bare(field: str) -> str:
    """A field without quoted texts and comments, which may stand within each other."""
    bare = _QUOTED.sub(" ", field)
    for _ in range(_MOST_NESTED):
        bare = _COMMENT.sub(" ", bare)
    return "" if "(" in bare or ")" in bare else bare


def _proves(result: str, domain: str) -> bool:
    passed = _PASSED.match(result.strip())
    if passed is None:
        return False
    found = _PROVED[passed[1].casefold()].search(result)
    return found is not None and _is_of(found[1].rpartition("@")[2].casefold(), domain)


def _is_of(proved: str, domain: str) -> bool:
    """Whether a proved domain is a sender's, or one above that."""
    return bool(proved) and (domain == proved or ("." in proved and domain.endswith(f".{proved}")))
