"""Where does everything begin? The first page, and the doors at the head of every page."""
