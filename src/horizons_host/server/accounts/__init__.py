"""Accounts, sessions, API tokens, and links sent by mail."""
