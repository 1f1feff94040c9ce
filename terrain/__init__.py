"""The ground: its geometry and its drawing. Knows no rulebook and no battle."""
