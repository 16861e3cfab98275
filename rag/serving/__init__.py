"""Code shared by the web pages and APIs of both applications: streamed answers, rate limits, paging."""
