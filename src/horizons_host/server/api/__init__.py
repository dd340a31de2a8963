"""The JSON API for programs: the same actions as the pages offer, authorized by a token."""
