"""Trains the models that ship: data, models, training, measuring and export. The product imports none of it."""
