"""Which pieces of the kit build a round's tables, and what is carried from which box to where?"""
