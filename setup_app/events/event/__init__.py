"""An event, its entries, lists, rounds and roles. Imports nothing of its tables or prints."""
