"""Other engines on the same events and patterns, each set up by the benchmark in an environment of its own."""
