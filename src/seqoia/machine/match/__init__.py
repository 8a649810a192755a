"""From events to the solutions of a plan's leaves."""
