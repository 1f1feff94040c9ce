"""Pages for tables without a battle."""
