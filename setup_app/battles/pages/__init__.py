"""The pages of a battle: plain forms, which scripts make more pleasant."""
