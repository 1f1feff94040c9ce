"""The engine of all rulebooks, in pure Python: prompts, chance, log, replay, views, proof."""
