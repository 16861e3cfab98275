"""The record's part of the JSON API. Endpoints only translate between HTTP and functions."""

from ninja import Router

from speeches.api import days, entries, ingest, people, questions, records, search, speeches, subjects, trends

router = Router()
for part in (search, speeches, days, people, records, entries, questions, subjects, trends, ingest):
    router.add_router("", part.router)
