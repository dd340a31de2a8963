"""Reasons why a mail server cannot be used, in plain words, with remedies."""

from __future__ import annotations

import smtplib
import ssl

_UNTRUSTED = (
    "use the host name in its certificate; if you trust the certificate of your own"
    " server, set SSL_CERT_FILE to its file"
)
_NO_TLS = (
    "check the port and the kind of encryption: 465 (tls) and 993 (imaps) start"
    " encrypted, 587 (starttls) and 143 (imap+starttls) switch to encryption"
)


def reason_and_hint(problem: Exception, hint: str) -> tuple[str, str]:
    """Return the reason and the remedy; `hint` if there is no better one."""
    if isinstance(problem, ssl.SSLCertVerificationError):
        return f"its certificate is not trusted ({problem.verify_message})", _UNTRUSTED
    if isinstance(problem, TimeoutError):
        return "it did not respond in time", hint
    if isinstance(problem, ssl.SSLError):
        return "TLS failed on this port", _NO_TLS
    if isinstance(problem, smtplib.SMTPNotSupportedError) or "TLS not supported" in str(problem):
        return "it offers no encryption (STARTTLS)", _NO_TLS
    if isinstance(problem, smtplib.SMTPResponseException):
        reply = problem.smtp_error
        words = reply.decode(errors="replace") if isinstance(reply, bytes) else reply
        return _printable(f"{problem.smtp_code} {words}"), hint
    return _printable(str(problem)) or type(problem).__name__, hint


def _printable(text: str) -> str:
    """Return the printable part of a server's words."""
    return "".join(c if c.isprintable() else "?" for c in " ".join(text.split()))[:200]
