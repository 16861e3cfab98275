"""Our own embedding models: encoders from wheels, trained further on official text."""
