"""Search: which terms to look up, how to fuse two rankings, where to cut, what to show. Independent of record types."""
