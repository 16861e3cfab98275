"""Keys that open the API and the MCP server, for both applications."""
