"""Finding passages: the query understood, both legs run, their results fused, cut and dressed."""
