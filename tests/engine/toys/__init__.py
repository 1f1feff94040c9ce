"""Two small rulebooks that nobody plays, to keep the engine honest."""
