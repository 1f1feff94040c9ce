"""Which armies does a player keep here? Lists, their import and their checking."""
