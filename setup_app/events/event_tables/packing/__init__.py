"""Plans of which kit pieces build a round's tables, and what is carried from which box to where."""
