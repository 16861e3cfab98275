"""The record's tools for AI assistants. A tool only translates."""

from fastmcp import FastMCP

from speeches.mcp import answers, browse, ingest, prompts, records, resources, search, speeches


def register(server: FastMCP) -> None:
    """Give a server the record's tools, resources and prompts."""
    for part in (search, speeches, answers, browse, records, ingest, resources, prompts):
        part.register(server)
