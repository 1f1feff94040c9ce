"""Server-sent events for battle updates, `/api/v1/stream/`."""
