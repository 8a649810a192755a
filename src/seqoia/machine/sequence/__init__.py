"""From the solutions of leaves to matches."""
