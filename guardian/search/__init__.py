"""Finding the sections that a question means: exactly, over one scheme's own chunks and no others."""
