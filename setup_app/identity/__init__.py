"""Who asks, what is whose, and what may whoever holds a token do? Without knowing any battle."""
