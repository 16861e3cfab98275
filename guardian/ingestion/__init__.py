"""From an uploaded PDF to bylaws that answer: taken in, read, embedded, put in force."""
