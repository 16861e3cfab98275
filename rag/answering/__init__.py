"""From passages to an answer: sentences, each with the passages that prove it, or none at all."""
