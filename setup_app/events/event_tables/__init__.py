"""On which ground does each table of each round stand?"""
