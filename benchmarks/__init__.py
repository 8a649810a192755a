"""What Seqoia does in a second, and what its peers do; `benchmarks.patterns` is the entry."""
