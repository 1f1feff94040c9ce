"""Sets of tables, generated, compared and printed together without an event."""
