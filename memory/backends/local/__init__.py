"""Extraction without a model: rules over the grammar of English and of Chinese."""
