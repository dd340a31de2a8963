"""Databases in which stores lie: how they are opened, locked, marked, checked and brought up."""
