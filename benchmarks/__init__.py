"""What Seqoia does in a second, and what its peers do: inputs (generate), peers, measuring, and the entry `benchmarks.patterns`."""
