"""How does somebody get a table in a browser, without a battle?"""
