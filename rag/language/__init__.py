"""English and French: how to cut a question into words, how people write days, and what French words mean in
English."""
