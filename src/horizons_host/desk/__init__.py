"""The gamemaster's tools: audit log, edits of the state, turn sheet, handover and archive."""
