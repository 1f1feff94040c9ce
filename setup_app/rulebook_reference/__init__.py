"""How is a rulebook read, by people and by programs, without playing a battle?"""
