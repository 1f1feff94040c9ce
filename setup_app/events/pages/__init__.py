"""The pages on which people run events and take part in them."""
