"""What does a group rule for itself? The form of its house rulings, and their words."""
