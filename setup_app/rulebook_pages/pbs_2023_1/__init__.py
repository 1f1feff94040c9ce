"""The pre-battle system (PBS), release v2023.1, on the pages of a battle."""
