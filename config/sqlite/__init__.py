"""Django's SQLite backend with a fair queue of writers (`write_queue`)."""
