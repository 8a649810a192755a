"""From the algebra to a physical plan: leaves, correlation key, automaton."""
