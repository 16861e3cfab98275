"""From the bytes of a PDF to text with its places on the page, its sections, and pictures of its pages. No Django."""
