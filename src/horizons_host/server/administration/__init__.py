"""The server's administrators, and what they read: problem reports and figures of newcomers."""
