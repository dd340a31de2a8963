"""The JSON API for programs: the same calls as the pages make, with a token."""
