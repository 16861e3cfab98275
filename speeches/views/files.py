"""Tables of the record as files to download."""

from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse

from rag.serving.streaming import encode_lines, run_in_thread
from speeches.reading.tables import LINES, TABLES


def table_response(request: HttpRequest, table: str, rows: QuerySet[Any], form: str, name: str) -> HttpResponseBase:
    """Some rows of a table in a format of `LINES`, streamed as the file `name`. Each row has its source."""
    content_type, lines_of = LINES[form]
    own = TABLES[table]
    lines = lines_of(own, own.rows(rows, request.build_absolute_uri("/").rstrip("/")))
    response = StreamingHttpResponse(encode_lines(run_in_thread(lines)), content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{name}.{form}"'
    return response
