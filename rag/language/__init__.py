"""What is known of English and French: how a question is cut into words, and how people write days."""
