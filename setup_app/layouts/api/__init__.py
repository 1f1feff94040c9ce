"""How does a program ask about a table, order one, and get a battle's?"""
