"""What happens before the battle: two army lists in, a table to deploy on out."""
