"""One app per rulebook: what it draws on the pages of a battle."""
