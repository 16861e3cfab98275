"""The record's pages. A view reads the request, calls one function, and passes the result to a template."""
