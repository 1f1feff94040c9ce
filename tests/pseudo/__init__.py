"""A language that nobody speaks: what was translated is told from what was not, and longer."""
