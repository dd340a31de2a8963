"""Gzip compression of responses.

Litestar 2.25 opens a GzipFile for every request and closes it only after a body: a response
without one leaves it open, which Python 3.13 reports. A zlib compressor is no file.
"""

from __future__ import annotations

import zlib

from litestar.datastructures import MutableScopeHeaders
from litestar.middleware.compression import CompressionMiddleware
from litestar.types import HTTPResponseStartEvent, Message, Scope, Send

#: A window of 32 KiB (15) in the gzip format (16).
_GZIP = 15 + 16


class GzipMiddleware(CompressionMiddleware):
    """Litestar's middleware with a compressor that need not be closed."""

    def create_compression_send_wrapper(
        self, send: Send, compression_encoding: str, scope: Scope
    ) -> Send:
        """Return a `send` that compresses; a short body sent in one piece is left as it is."""
        del scope
        start: HTTPResponseStartEvent | None = None
        packer = zlib.compressobj(self.config.gzip_compress_level, wbits=_GZIP)
        packs = True

        async def send_packed(message: Message) -> None:
            nonlocal start, packs
            if message["type"] == "http.response.start":
                start = message
                return
            if message["type"] != "http.response.body":
                await send(message)
                return
            body, more = message["body"], message["more_body"]
            if start is not None:
                packs = more or len(body) >= self.config.minimum_size
            if packs:
                body = packer.compress(body)
                body += packer.flush(zlib.Z_SYNC_FLUSH if more else zlib.Z_FINISH)
            if start is not None:
                if packs:
                    headers = MutableScopeHeaders.from_message(start)
                    headers["Content-Encoding"] = compression_encoding
                    headers.extend_header_value("vary", "Accept-Encoding")
                    del headers["Content-Length"]
                    if not more:
                        headers["Content-Length"] = str(len(body))
                await send(start)
                start = None
            await send({"type": "http.response.body", "body": body, "more_body": more})

        return send_packed
