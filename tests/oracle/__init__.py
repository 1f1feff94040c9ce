"""Is a layout legal, asked of slow arithmetic that shares nothing with the engine?"""
