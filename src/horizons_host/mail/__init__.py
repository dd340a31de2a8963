"""Play by email: orders arrive as emails, and reports are sent as emails."""
