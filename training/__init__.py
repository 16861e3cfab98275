"""How the reader is trained: data, model, training, measuring and export. The product imports none of it."""
