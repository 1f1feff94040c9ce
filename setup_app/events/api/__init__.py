"""The REST API for events."""
