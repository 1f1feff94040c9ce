"""Identity: who sends a request, what they own, and what a token lets its holder do."""
