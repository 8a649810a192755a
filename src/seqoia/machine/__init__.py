"""Pure state machines over Arrow columns: matching, then sequences. They know no Spark."""
