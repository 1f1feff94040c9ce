"""House rules: their form and their words."""
