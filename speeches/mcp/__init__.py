"""The record's MCP tools for AI assistants. Tools only translate."""

from fastmcp import FastMCP

from speeches.mcp import answers, browse, ingest, prompts, records, resources, search, speeches


def register(server: FastMCP) -> None:
    """Register the record's tools, resources and prompts with a server."""
    for part in (search, speeches, answers, browse, records, ingest, resources, prompts):
        part.register(server)
