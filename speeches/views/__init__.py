"""The pages of the record. A view reads the request, asks one function, and names what the template shows."""
