"""Collections of quotations that readers clip from the record."""
