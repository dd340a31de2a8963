"""Deadlines of turns, from schedules and reminders to running due turns."""
