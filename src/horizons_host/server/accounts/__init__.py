"""Accounts with their sessions, API tokens and mailed links."""
