"""Explains a tool's invalid parameters in words."""

from typing import Any

from fastmcp.exceptions import ToolError
from fastmcp.exceptions import ValidationError as InvalidArgumentsError
from fastmcp.server.middleware import Middleware
from pydantic import ValidationError


class PlainErrors(Middleware):
    """Names the parameter and what it should be, instead of the validator's page of text."""

    async def on_call_tool(self, context: Any, call_next: Any) -> Any:
        try:
            return await call_next(context)
        except InvalidArgumentsError as error:
            if not isinstance(error.__cause__, ValidationError):
                raise
            wrong = error.__cause__.errors()
            told = (f"{'.'.join(str(step) for step in one['loc'])}: {one['msg']}" for one in wrong)
            raise ToolError("; ".join(told)) from None
