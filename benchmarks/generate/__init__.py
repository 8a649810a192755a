"""Inputs of the benchmark: columns, written as files in the forms that engines read; and the queries over them."""
