"""The embedding models of our own: the encoders that come as wheels, trained further on official text."""
