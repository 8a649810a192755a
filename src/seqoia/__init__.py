"""Semantic complex event processing over RDF streams."""
