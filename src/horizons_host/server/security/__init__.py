"""Authentication, response headers, and limits on requests."""
