"""Is this table legal, and how does it look? Questions about layouts that belong to no battle."""
