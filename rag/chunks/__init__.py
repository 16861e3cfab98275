"""The rows that are searched: an abstract chunk, its QuerySet, its indexes, and the models that embed it."""
