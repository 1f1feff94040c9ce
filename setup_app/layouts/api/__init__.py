"""How does a program ask about a table, and order one?"""
