"""From an uploaded PDF to bylaws that answer questions: take in, read, embed, put in force."""
