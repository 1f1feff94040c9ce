"""An event's printed documents, and how an order becomes one PDF."""
