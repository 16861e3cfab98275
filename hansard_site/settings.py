"""Django settings. Everything that differs between machines comes from the environment (docs/settings.md)."""

from pathlib import Path

import dj_database_url
import django_stubs_ext
from celery.schedules import crontab

from hansard_site import environment

# Lets Django's generic classes take type parameters at run time.
django_stubs_ext.monkeypatch()

BASE_DIR = Path(__file__).resolve().parent.parent

DEBUG = environment.flag("DEBUG")
SECRET_KEY = environment.text(
    "SECRET_KEY", hint="Set it to a long random text, the same in every process of the deployment."
)
ALLOWED_HOSTS = environment.names("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = environment.names("CSRF_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.humanize",
    "django.contrib.sitemaps",
    "servestatic.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "django_htmx",
    "django_prometheus",
    "corsheaders",
    "ninja",
    "hansard_site",
    "rag",
    "speeches",
    "guardian",
]

MIDDLEWARE = [
    "django_prometheus.middleware.PrometheusBeforeMiddleware",
    "hansard_site.logs.RequestId",
    "hansard_site.health.HealthFirst",
    "django.middleware.security.SecurityMiddleware",
    "servestatic.middleware.ServeStaticMiddleware",
    "hansard_site.compression.Compress",
    "hansard_site.security.SecurityHeaders",
    "corsheaders.middleware.CorsMiddleware",
    "hansard_site.throttling.Throttle",
    "django.middleware.http.ConditionalGetMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "hansard_site.account_pages.AccountPages",
    "allauth.account.middleware.AccountMiddleware",
    "hansard_site.second_factor.SecondFactor",
    "django_htmx.middleware.HtmxMiddleware",
    "django_prometheus.middleware.PrometheusAfterMiddleware",
]

ROOT_URLCONF = "hansard_site.urls"
ASGI_APPLICATION = "hansard_site.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "rag.serving.languages.other_language",
                "speeches.views.frames.frame",
            ],
        },
    },
]

_DATABASE_URL = environment.text(
    "DATABASE_URL",
    hint="Set it to postgresql://USER:PASSWORD@HOST:PORT/NAME, a PostgreSQL with the pgvector extension; "
    "on a machine without one, start through manage.py or make, which bring their own.",
)
# The tables' owner migrates (manage.py sees to it). Everything else connects as a role that is subject to row-level
# security.
DATABASE_OWNER_URL = environment.text("DATABASE_OWNER_URL", "")
# A third role sees every row and changes none. Backups use it.
DATABASE_BACKUP_URL = environment.text("DATABASE_BACKUP_URL", "")
APPLICATION_ROLE = dj_database_url.parse(_DATABASE_URL)["USER"]
_AS_OWNER = environment.flag("AS_OWNER") and bool(DATABASE_OWNER_URL)
DATABASE_POOL_SIZE = environment.number("DATABASE_POOL_SIZE", 10)
STATEMENT_SECONDS = environment.number("STATEMENT_SECONDS", 20)
# When somebody waits for an answer, a database that is down fails fast, and no statement runs for minutes.
# hansard_site/asgi.py sets this. Commands and workers wait longer.
_SERVES_REQUESTS = environment.flag("SERVES_REQUESTS")
# A leg returns 100 rows, so the index must scan more. Under a filter it continues until it has them.
_SESSION = {
    "hnsw.ef_search": 600,
    "hnsw.iterative_scan": "relaxed_order",
    "hnsw.max_scan_tuples": 40000,
    **({"statement_timeout": f"{STATEMENT_SECONDS}s"} if _SERVES_REQUESTS else {}),
}
_OPTIONS = {
    "pool": {
        "min_size": 1,
        "max_size": DATABASE_POOL_SIZE,
        "timeout": 1.5 if _SERVES_REQUESTS else 10,
        # Seconds for which the pool itself retries. After that, the next caller makes it retry at once.
        "reconnect_timeout": 1.0,
    },
    "connect_timeout": 2 if _SERVES_REQUESTS else 10,
    # Milliseconds after which a server that no longer acknowledges anything is given up.
    "tcp_user_timeout": 5000 if _SERVES_REQUESTS else 0,
    "options": " ".join(f"-c {name}={value}" for name, value in _SESSION.items()),
}


def _database(url: str) -> dj_database_url.DBConfig:
    """The connection to a database. One that the server has dropped is replaced before it is used."""
    own = dj_database_url.parse(url)
    return {**own, "CONN_HEALTH_CHECKS": True, "OPTIONS": {**own.get("OPTIONS", {}), **_OPTIONS}}


DATABASES = {"default": _database(DATABASE_OWNER_URL if _AS_OWNER else _DATABASE_URL)}
# Streaming replicas that searches may read (docs/operations.md).
DATABASES |= {
    f"replica-{number}": {**_database(url), "TEST": {"MIRROR": "default"}}
    for number, url in enumerate(environment.names("DATABASE_REPLICA_URLS"), 1)
}
DATABASE_ROUTERS = ["rag.retrieval.replicas.ReplicaRouter"]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = environment.text("REDIS_URL", hint="Set it to redis://HOST:PORT/0, a Redis or a Valkey.")
_REDIS = {
    "LOCATION": REDIS_URL,
    "KEY_PREFIX": environment.text("CACHE_PREFIX", "hansard"),
    "OPTIONS": {"socket_timeout": 1, "socket_connect_timeout": 1},
}
CACHES = {
    # Must work while Redis is down: rate limits, including those for sign-in.
    "default": {**_REDIS, "BACKEND": "rag.serving.cache.RedisOrDatabase"},
    # Only speeds things up.
    "results": {**_REDIS, "BACKEND": "django.core.cache.backends.redis.RedisCache"},
}
RAG_CACHE_DISABLE = environment.flag("RAG_CACHE_DISABLE")

CELERY_BROKER_URL = REDIS_URL
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "global_keyprefix": f"{_REDIS['KEY_PREFIX']}:celery:",
    "visibility_timeout": 3600,
}
CELERY_BEAT_SCHEDULE = {
    "find work left behind": {"task": "speeches.tasks.resume", "schedule": 60},
    "find bylaws left behind": {"task": "guardian.tasks.resume", "schedule": 60},
    "write to those who follow": {"task": "speeches.tasks.send_mails", "schedule": 60},
    "forget files that failed": {"task": "speeches.tasks.forget_failed_files", "schedule": crontab(hour=4, minute=0)},
    "forget bylaws that failed": {"task": "guardian.tasks.forget_failed_files", "schedule": crontab(hour=4, minute=10)},
    "fetch what parliaments published": {
        "task": "speeches.tasks.fetch_nightly",
        "schedule": crontab(hour=3, minute=30),
    },
}

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]

AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
LOGIN_REDIRECT_URL = "guardian:schemes"
LOGIN_URL = "account_login"
ACCOUNT_LOGIN_METHODS = {"email", "username"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_ADAPTER = "guardian.accounts.AccountAdapter"
SIGNUP_OPEN = environment.flag("SIGNUP_OPEN", True)
# Whether anybody with an account may found a scheme; otherwise operators make them.
SCHEMES_OPEN = environment.flag("SCHEMES_OPEN", True)
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
# Counts failed sign-ins by address and by account. The library counts the rest by itself.
ACCOUNT_RATE_LIMITS = {"login_failed": "10/m/ip,5/5m/key"}

MFA_TOTP_ISSUER = "Hansard"
MFA_ADAPTER = "hansard_site.second_factor.SecondFactorAdapter"
# Phone clocks are off by some seconds.
MFA_TOTP_TOLERANCE = 1
# An empty value must not switch off a protection.
ADMIN_SECOND_FACTOR = not environment.text("ADMIN_SECOND_FACTOR", "") or environment.flag("ADMIN_SECOND_FACTOR")

EMAIL_HOST = environment.text("EMAIL_HOST", "")
# If mail works, an address must be confirmed before it counts, and signing up does not reveal whether it is known.
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if EMAIL_HOST else "optional"
# Signing up with another person's address must not lock that person out. Without mail nobody can prove whose it is.
MFA_ALLOW_UNVERIFIED_EMAIL = not EMAIL_HOST
EMAIL_PORT = environment.number("EMAIL_PORT", 587)
EMAIL_HOST_USER = environment.text("EMAIL_USER", "")
EMAIL_HOST_PASSWORD = environment.text("EMAIL_PASSWORD", "")
EMAIL_USE_TLS = environment.flag("EMAIL_TLS", True)
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = environment.text("EMAIL_FROM", "hansard@localhost")
# Without a mail server, mails go to the log, so that links in them are not lost.
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if EMAIL_HOST else 'console'}.EmailBackend"

LANGUAGE_CODE = "en-au"
TIME_ZONE = environment.text("TIME_ZONE", "Australia/Canberra")
USE_I18N = True
LANGUAGES = [("en", "English"), ("fr", "Français")]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
STATICFILES_DIRS = [BASE_DIR / "static"]
SERVESTATIC_USE_FINDERS = True

DATA_FOLDER = Path(environment.text("DATA_FOLDER", str(BASE_DIR / ".local")))
EMBEDDING_MODEL = environment.text("EMBEDDING_MODEL", "record-minilm")
MULTILINGUAL_EMBEDDING_MODEL = environment.text("MULTILINGUAL_EMBEDDING_MODEL", "multilingual-e5-small")
EMBEDDING_BASE_URL = environment.text("EMBEDDING_BASE_URL", "")
EMBEDDING_API_KEY = environment.text("EMBEDDING_API_KEY", "")

# Where parliaments publish, if not where their `parliament.yaml` says; how gently to fetch; and which to fetch each
# night: au,ca,nz,uk.
FETCH_URLS = environment.pairs("FETCH_URLS")
FETCH_PAUSE_SECONDS = environment.number("FETCH_PAUSE_SECONDS", 2)
FETCH_TIMEOUT_SECONDS = environment.number("FETCH_TIMEOUT_SECONDS", 60)
FETCH_NIGHTLY = [code for code in environment.text("FETCH_NIGHTLY", "").replace(" ", "").split(",") if code]

# Without a chat model, answers consist of verbatim sentences.
LLM_BASE_URL = environment.text("LLM_BASE_URL", "")
LLM_API_KEY = environment.text("LLM_API_KEY", "")
LLM_MODEL = environment.text("LLM_MODEL", "")
LLM_MAX_TOKENS = environment.number("LLM_MAX_TOKENS", 700)
LLM_TIMEOUT_SECONDS = environment.number("LLM_TIMEOUT_SECONDS", 30)
LLM_REPHRASES = environment.flag("LLM_REPHRASES")
LLM_UNDERSTANDS = environment.flag("LLM_UNDERSTANDS")
# The chat model's context also ends where the score falls by more than this share of the best one; 0 means never.
CONTEXT_GAP = environment.share("CONTEXT_GAP", 0.0)
ASKS_PER_MINUTE = environment.number("ASKS_PER_MINUTE", 60)
SUPPORT_MODEL = environment.text("SUPPORT_MODEL", "")

# A cross-encoder that rereads the best passages: a model's name, or cohere:MODEL for an endpoint like Cohere's.
RERANKER_MODEL = environment.text("RERANKER_MODEL", "")
RERANKER_BASE_URL = environment.text("RERANKER_BASE_URL", "https://api.cohere.com/v2")
RERANKER_API_KEY = environment.text("RERANKER_API_KEY", "")
RERANKER_TIMEOUT_SECONDS = environment.number("RERANKER_TIMEOUT_SECONDS", 5)
SEARCH_FUSION = environment.text("SEARCH_FUSION", "weighted")
FAILED_FILES_DAYS = environment.number("FAILED_FILES_DAYS", 30)
UPLOAD_LIMIT_BYTES = environment.number("UPLOAD_LIMIT_MB", 50) * 1024 * 1024
DATA_UPLOAD_MAX_MEMORY_SIZE = UPLOAD_LIMIT_BYTES

BYLAW_LIMIT_BYTES = environment.number("BYLAW_LIMIT_MB", 20) * 1024 * 1024
SCHEME_LIMIT_BYTES = environment.number("SCHEME_LIMIT_MB", 200) * 1024 * 1024
BYLAW_MOST_PAGES = environment.number("BYLAW_MOST_PAGES", 500)
BYLAW_MEMORY_MB = environment.number("BYLAW_MEMORY_MB", 1024)
BYLAW_SECONDS = environment.number("BYLAW_SECONDS", 120)
OCR_ENABLED = environment.flag("OCR_ENABLED")

SECURE_SSL_REDIRECT = environment.flag("HTTPS_ONLY")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT
SECURE_HSTS_SECONDS = 31_536_000 if SECURE_SSL_REDIRECT else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = SECURE_SSL_REDIRECT
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
# If set, the proxy's headers give the client and the scheme (hansard_site/gate.py).
BEHIND_PROXY = environment.flag("BEHIND_PROXY")
REQUESTS_AT_ONCE = environment.number("REQUESTS_AT_ONCE", 100)

# Pages on other origins may read the API only from the origins listed here.
CORS_ALLOWED_ORIGINS = environment.names("CORS_ORIGINS")
CORS_URLS_REGEX = r"^/api/"
CORS_EXPOSE_HEADERS = ["ETag", "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset", "Retry-After"]
API_PER_MINUTE = environment.number("API_PER_MINUTE", 300)
PAGES_PER_MINUTE = environment.number("PAGES_PER_MINUTE", 600)
API_PER_MINUTE_WITH_KEY = environment.number("API_PER_MINUTE_WITH_KEY", 1200)

# The tools that the MCP server lists (all if empty), the folder from which `manage.py mcp` may read files, and its key.
MCP_TOOLS = environment.names("MCP_TOOLS")
MCP_FOLDER = environment.text("MCP_FOLDER", ".")
SITE_URL = environment.text("SITE_URL", "http://127.0.0.1:8000")
MCP_KEY = environment.text("MCP_KEY", "")

METRICS_TOKEN = environment.text("METRICS_TOKEN", "")

_LOG_FORMAT = environment.text("LOG_FORMAT", "text")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "text": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
        "json": {"()": "hansard_site.logs.JsonLines"},
        "bare": {"format": "{message}", "style": "{"},
    },
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": "json" if _LOG_FORMAT == "json" else "text"},
        "asks": {"class": "logging.StreamHandler", "formatter": "bare"},
    },
    "loggers": {
        # A line of JSON for each question, in web processes (see asgi.py). On a terminal the answer itself appears.
        "speeches.ask": {"handlers": ["asks"], "propagate": False},
        # Its warnings name whole paths of missing pages, and an invitation's path lets people in.
        "django.request": {"level": "ERROR"},
        # How each request ended, if programs read the log.
        "hansard_site.access": {"level": "INFO" if _LOG_FORMAT == "json" else "WARNING"},
    },
    "root": {"handlers": ["console"], "level": environment.text("LOG_LEVEL", "WARNING")},
}

# Characters per chunk, and how many of them repeat the chunk before.
CHUNK_PROFILES = {
    "hansard": {"size": 800, "overlap": 150},
    "bylaws": {"size": 1000, "overlap": 200},
    # As much text as the installed models read. They would ignore anything beyond.
    "bills": {"size": 1600, "overlap": 250},
}
