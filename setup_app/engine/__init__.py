"""What does every rulebook share? Prompts, chance, log, replay, views, proof, in pure Python."""
