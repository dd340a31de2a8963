"""Security: identity of requests, response headers, and limits on requests."""
