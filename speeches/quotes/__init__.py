"""Whether somebody said just this: the fact-checker's question."""
