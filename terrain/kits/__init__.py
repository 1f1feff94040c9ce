"""Which of a club's pieces can stand for which pieces that tables want? Pure."""
