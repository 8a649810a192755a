"""The query languages, one room each."""
