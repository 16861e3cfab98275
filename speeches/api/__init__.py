"""The record's part of the JSON API. An endpoint only translates."""

from ninja import Router

from speeches.api import days, entries, ingest, people, questions, records, search, speeches, trends

router = Router()
for part in (search, speeches, days, people, records, entries, questions, trends, ingest):
    router.add_router("", part.router)
