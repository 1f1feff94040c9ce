"""Layouts that belong to no battle: checks, generated tables, prints."""
