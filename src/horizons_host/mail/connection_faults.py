"""Why a mail server cannot be talked to, in plain words, with what to do about it."""

from __future__ import annotations

import smtplib
import ssl

_UNTRUSTED = (
    "name the host as its certificate does; if you trust the certificate of a server of your own,"
    " set SSL_CERT_FILE to the file with it"
)
_NO_TLS = (
    "encryption begins at once on ports 465 (tls) and 993 (imaps), and after a greeting on 587"
    " (starttls) and 143 (imap+starttls): check port and kind"
)


def reason_and_hint(problem: Exception, hint: str) -> tuple[str, str]:
    """What is wrong, and the remedy; `hint` if there is no better one."""
    if isinstance(problem, ssl.SSLCertVerificationError):
        return f"its certificate cannot be trusted ({problem.verify_message})", _UNTRUSTED
    if isinstance(problem, TimeoutError):
        return "it did not answer in time", hint
    if isinstance(problem, ssl.SSLError):
        return "it does not speak TLS on this port, or not as we do", _NO_TLS
    if isinstance(problem, smtplib.SMTPNotSupportedError) or "TLS not supported" in str(problem):
        return "it offers no encryption (STARTTLS)", _NO_TLS
    if isinstance(problem, smtplib.SMTPResponseException):
        reply = problem.smtp_error
        words = reply.decode(errors="replace") if isinstance(reply, bytes) else reply
        return _printable(f"{problem.smtp_code} {words}"), hint
    return _printable(str(problem)) or type(problem).__name__, hint


def _printable(text: str) -> str:
    """A server's words as far as they can be shown."""
    return "".join(c if c.isprintable() else "?" for c in " ".join(text.split()))[:200]
