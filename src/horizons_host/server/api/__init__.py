"""The JSON API, which offers programs with a token the same actions as the pages."""
