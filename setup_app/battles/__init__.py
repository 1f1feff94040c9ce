"""How is a battle kept, played, watched and taken back? Rows around the engine's log."""
