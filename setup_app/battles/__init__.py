"""Battles: stored, played, watched and undone, as rows around the engine's log."""
