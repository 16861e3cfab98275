"""What visitors of the site do, for locust: they search, open pages, ask and verify, and read in between.

It runs in locust's own environment (`make load`) and imports nothing from the project. VISIT names a JSON file with
what visitors type and open, and their minimum and maximum seconds of reading:
`{"questions": […], "quotations": […], "pages": […], "pause": [5, 15]}`.
"""

import json
import os
import random
from pathlib import Path

from locust import HttpUser, between, task

_TYPED = json.loads(Path(os.environ["VISIT"]).read_text(encoding="utf-8"))


class Visitor(HttpUser):
    """A visitor who reads for some seconds between clicks."""

    wait_time = between(*_TYPED["pause"])

    @task(60)
    def search(self) -> None:
        self.client.get("/", params={"q": random.choice(_TYPED["questions"])}, name="search")

    @task(20)
    def open_page(self) -> None:
        self.client.get(random.choice(_TYPED["pages"]), name="page")

    @task(15)
    def ask(self) -> None:
        self.client.post("/api/v1/ask", json={"question": random.choice(_TYPED["questions"])}, name="ask")

    @task(5)
    def verify(self) -> None:
        self.client.post("/api/v1/quotes/verify", json={"quote": random.choice(_TYPED["quotations"])}, name="verify")
