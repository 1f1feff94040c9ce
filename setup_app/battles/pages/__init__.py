"""How is a battle played in a browser? Plain forms; scripts only make them pleasanter."""
