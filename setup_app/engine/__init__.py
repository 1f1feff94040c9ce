"""The engine shared by all rulebooks, in pure Python: prompts, chance, log, replay, views, proof."""
