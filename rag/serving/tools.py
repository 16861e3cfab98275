"""Shared by all MCP tools: errors that a person and a model can act on, and closed database connections."""

import functools
import logging
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from django.db import InterfaceError, OperationalError, connections
from fastmcp.exceptions import ToolError
from psycopg_pool import PoolTimeout

logger = logging.getLogger(__name__)

P = ParamSpec("P")
R = TypeVar("R")

AWAY = "The database is away for the moment. Try again in a minute."
UNFORESEEN = "Something went wrong that we did not foresee; it is noted. Try again, or ask in other words."


def report_errors(*expected: type[Exception]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Passes messages of the `expected` errors on to the caller. Of any other error the caller learns only that it
    happened."""

    def around(tool: Callable[P, R]) -> Callable[P, R]:
        @functools.wraps(tool)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            try:
                return tool(*args, **kwargs)
            except ToolError:
                raise
            except expected as error:
                raise ToolError(str(error)) from None
            except (OperationalError, InterfaceError, PoolTimeout) as error:
                logger.warning("%s: the database is away: %s", tool.__name__, error)
                raise ToolError(AWAY) from None
            except Exception:
                logger.exception("%s failed", tool.__name__)
                raise ToolError(UNFORESEEN) from None
            finally:
                # A server thread serves many calls, and other threads need the connections meanwhile.
                connections.close_all()

        return call

    return around
