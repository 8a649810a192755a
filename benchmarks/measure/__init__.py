"""Measuring: a case in a fresh process, repeated; the machine; ratios as a table; pictures."""
