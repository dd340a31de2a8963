"""The gamemaster's desk, a module for each of its pages."""
