"""Turns a PDF's bytes into text with places on the page, sections, and pictures of pages. Does not use Django."""
