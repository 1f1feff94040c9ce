"""The rules that a placed piece must obey, one small function each."""
