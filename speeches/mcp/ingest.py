"""The ingestion tool, for keys with the scope, or for people who run the server themselves."""

from pathlib import Path
from typing import Annotated

import anyio.to_thread
from django.conf import settings
from fastmcp import Context, FastMCP
from fastmcp.exceptions import ToolError
from mcp.types import ToolAnnotations
from pydantic import Field

from rag.serving.callers import Caller, current_caller
from speeches.formats import FORMATS
from speeches.ingestion.embedding import pending_speech_count
from speeches.ingestion.ingest import embed_all, ingest_content
from speeches.mcp.common import tool_errors
from speeches.mcp.schemas import Ingested

_WRITING = ToolAnnotations(readOnlyHint=False, destructiveHint=False, idempotentHint=True, openWorldHint=False)


def register(server: FastMCP) -> None:
    """Register this tool with a server."""
    server.tool(ingest_speech, title="Bring speeches in", annotations=_WRITING, tags={"ingestion", "admin"})


async def ingest_speech(
    context: Context,
    file_path: Annotated[str, Field(description="A file on the server's machine; only where it runs on yours.")] = "",
    content: Annotated[str, Field(description="The file's text itself.")] = "",
    format: Annotated[str, Field(description=f"One of {', '.join(FORMATS)}.")] = "json",
) -> Ingested:
    """Bring speeches into the record: JSON, JSON Lines, CSV, or Hansard XML (aph). What is there already is skipped.

    Use it only when the user asks to add a file. Give either file_path or content. Over HTTP it needs a key with the
    scope “ingest” and takes content only, at most 4 MB of it; bigger files go to the API or the administration.
    """
    await context.report_progress(0, 3, "Reading")
    bytes_, name = await anyio.to_thread.run_sync(_content, file_path, content, format)
    await context.report_progress(1, 3, "Storing")
    stored = await anyio.to_thread.run_sync(_store, bytes_, name, format if content else "")
    await context.report_progress(2, 3, "Embedding")
    stored.vectors_stored = await anyio.to_thread.run_sync(_embed_new, stored.chunks_created)
    await context.report_progress(3, 3, "Done")
    return stored


@tool_errors
def _content(file_path: str, content: str, format_: str) -> tuple[bytes, str]:
    _admit(current_caller(), file_path)
    if format_ not in FORMATS:
        raise ToolError(f"format is “{format_}”; choose one of {', '.join(FORMATS)}.")
    if bool(file_path) == bool(content.strip()):
        raise ToolError("Give either file_path or content.")
    bytes_, name = _file(file_path) if file_path else (content.encode(errors="replace"), f"request.{format_}")
    if len(bytes_) > settings.UPLOAD_LIMIT_BYTES:
        raise ToolError(f"The file has more than {settings.UPLOAD_LIMIT_BYTES // 1024 // 1024} MB. Split it.")
    return bytes_, name


def _admit(caller: Caller, file_path: str) -> None:
    if caller.local:
        return
    if caller.key is None or caller.key.bound_to or not caller.key.allows("ingest"):
        raise ToolError("Bringing files in needs an API key with the scope “ingest”, as a bearer token.")
    if file_path:
        raise ToolError("Over HTTP no file of the server is read. Give the text itself as content.")


def _file(file_path: str) -> tuple[bytes, str]:
    folder = Path(settings.MCP_FOLDER).resolve()
    path = (folder / file_path).resolve()
    if not path.is_relative_to(folder):
        raise ToolError(f"Only files below {folder} are read. Copy the file there, or set MCP_FOLDER.")
    try:
        return path.read_bytes(), path.name
    except OSError as error:
        raise ToolError(f"{path.name} cannot be read: {error.strerror}.") from None


@tool_errors
def _store(content: bytes, name: str, format_: str) -> Ingested:
    # The file's content and name reveal its format.
    return Ingested(**ingest_content(content, name, format_=format_ or None).as_dict())


@tool_errors
def _embed_new(created: int) -> int:
    return max(embed_all(), created - pending_speech_count())
