"""Deadlines of turns: rules, schedules, calendars, reminders, and running due turns."""
