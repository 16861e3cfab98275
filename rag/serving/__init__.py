"""What the web and API interfaces of both applications share: answers that stream, and how often one may ask."""
