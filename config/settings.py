"""All settings; the only module (with the supervisor) that reads the environment."""

import hashlib
import os
import secrets
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from config.mail import mail_settings

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()
environ.Env.read_env(BASE_DIR / ".env")

# Threads of the embedding engine that wait must sleep: spinning, two busy processes slow each
# other more than tenfold (52 ms a query became 760 ms on two cores). Read when its library loads.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
# Requests run side by side already. The product of a user's vectors and a query is over before a
# second thread wakes up: on two busy cores one in a hundred took 8 ms instead of 0.1 ms.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# Everything that an embedded instance writes lies below VAR_DIR.
VAR_DIR = Path(env.str("VAR_DIR", default=str(BASE_DIR / "var"))).absolute()
RUN_DIR = VAR_DIR / "run"


def _kept_secret(path: Path) -> str:
    """Return the secret kept at `path`, made at first use; a fresh one if the disk is read-only."""
    try:
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch(mode=0o600)
            path.write_text(secrets.token_urlsafe(48))
        return path.read_text().strip()
    except OSError:
        return secrets.token_urlsafe(48)


def _published(name: str, default: str) -> str:
    """Return an address that the supervisor of an embedded instance wrote to RUN_DIR."""
    try:
        return (RUN_DIR / name).read_text().strip() or default
    except OSError:
        return default


DEBUG = env.bool("DEBUG", default=False)
# Embedded: the supervisor runs Redis, Chroma and SQLite itself; demo accounts exist only there.
EMBEDDED = env.bool(
    "EMBEDDED",
    default=not any(
        env.str(key, default="") for key in ("DATABASE_URL", "REDIS_URL", "CHROMA_URL")
    ),
)
SECRET_KEY = env.str("SECRET_KEY", default="") or _kept_secret(VAR_DIR / "secret_key")
HOST = env.str("HOST", default="127.0.0.1")
PORT = env.int("PORT", default=8000)
# What runs, as a mark on the charts of the dashboard.
RELEASE = env.str("RELEASE", default="0.1.0")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["127.0.0.1", "localhost", "[::1]", HOST])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
DEMO_PASSWORD = env.str("DEMO_PASSWORD", default="")
# Two people's weeks on a new embedded instance, so that no page of the dashboard is empty.
DEMO_DATA = env.bool("DEMO_DATA", default=EMBEDDED)
REDIS_SERVER = env.str("REDIS_SERVER", default="")  # empty: the system's, else the bundled one
WORKER_CONCURRENCY = env.int("WORKER_CONCURRENCY", default=2)
WARM_UP = env.bool("WARM_UP", default=True)  # load the language models at the start
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")  # empty: /metrics answers loopback only

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django_htmx",
    "csp",
    "allauth",
    "allauth.account",
    "memory",
    "chat",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "chat.middleware.time_zone",
    "chat.middleware.sign_in_again",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "config.pages.whole_pages",
]
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "chat.context_processors.appearance",
            ]
        },
    }
]

DATABASE_URL = env.str("DATABASE_URL", default="")
if DATABASE_URL:
    DATABASES = {"default": env.db_url_config(DATABASE_URL)}
else:
    DATABASES = {
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": str(VAR_DIR / "palimpsest.sqlite3"),
            # IMMEDIATE: a read that later writes never fails halfway with "database is locked".
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "timeout": 30,
                # secure_delete: what is erased is overwritten in the file, too.
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; "
                "PRAGMA secure_delete=ON;",
            },
        }
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"


def _socket_path() -> Path:
    """Return where Redis listens. A path may have 107 bytes (sys/un.h): else below /tmp."""
    path = RUN_DIR / "redis.sock"
    if len(os.fsencode(path)) <= 107:
        return path
    digest = hashlib.sha256(os.fsencode(VAR_DIR)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"palimpsest-{digest}" / "redis.sock"


# What is not given here the supervisor starts itself.
IS_REDIS_GIVEN = bool(env.str("REDIS_URL", default=""))
IS_CHROMA_GIVEN = bool(env.str("CHROMA_URL", default=""))
REDIS_URL = env.str("REDIS_URL", default="") or f"unix://{_socket_path()}"
CHROMA_PORT = env.int("CHROMA_PORT", default=8801)  # of the embedded server, or the next free one
CHROMA_URL = env.str("CHROMA_URL", default="") or _published(
    "chroma-url", f"http://127.0.0.1:{CHROMA_PORT}"
)
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {"socket_timeout": 5, "socket_connect_timeout": 2},
        "KEY_PREFIX": "cache",
    }
}
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "channels_redis.core.RedisChannelLayer",
        # The layer waits for messages by blocking pops of 5 s. A client that gives up after 5 s, as
        # redis-py 8 does, would lose that race, and with it every idle websocket.
        "CONFIG": {"hosts": [{"address": REDIS_URL, "socket_timeout": 30}]},
    }
}
CELERY_BROKER_URL = (
    f"redis+socket://{urlsplit(REDIS_URL).path}" if REDIS_URL.startswith("unix://") else REDIS_URL
)
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# Seconds between runs of each periodic job.
CELERY_BEAT_SCHEDULE = {
    "requeue-episodes": {"task": "memory.tasks.requeue_episodes", "schedule": 15.0},
    "recover-turns": {"task": "chat.tasks.recover_turns", "schedule": 10.0},
    "record-abandoned": {"task": "chat.tasks.record_abandoned", "schedule": 60.0},
    "write-vectors": {"task": "memory.tasks.write_vectors", "schedule": 15.0},
    "consolidate": {"task": "memory.tasks.consolidate", "schedule": 3600.0},
    "forget": {"task": "memory.tasks.forget", "schedule": 24 * 3600.0},
    "settle-erasures": {"task": "memory.tasks.settle_erasures", "schedule": 300.0},
    "worker-heartbeat": {"task": "memory.tasks.heartbeat", "schedule": 10.0},
}

AUTH_USER_MODEL = "memory.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = env.str("ACCOUNT_EMAIL_VERIFICATION", default="none")
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "chat.accounts.AccountAdapter"
ACCOUNT_FORMS = {"login": "chat.forms.LoginForm"}
# Sign-up joins this tenant, made by migration.
DEFAULT_TENANT = env.str("DEFAULT_TENANT", default="main")
vars().update(mail_settings(env.email_url("EMAIL_URL", default="consolemail://")))
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="palimpsest@localhost")

LANGUAGE_CODE = "en"
FORMAT_MODULE_PATH = ["config.formats"]
LANGUAGES = [("en", _("English")), ("zh-hans", _("Simplified Chinese"))]
LOCALE_PATHS = [BASE_DIR / "config" / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_USE_FINDERS = True

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "object-src": [NONE],
        "base-uri": [SELF],
        "frame-ancestors": [NONE],
        "form-action": [SELF],
    }
}
SECURE = env.bool("SECURE", default=False)  # served over https, behind a proxy that says so
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if SECURE else None
SECURE_HSTS_SECONDS = 31536000 if SECURE else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = SECURE
SECURE_SSL_REDIRECT = SECURE
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^metrics$"]  # asked without the proxy
X_FRAME_OPTIONS = "DENY"

# The model. Without a key the local engine answers and extracts.
OPENAI_API_KEY = env.str("OPENAI_API_KEY", default="")
OPENAI_BASE_URL = env.str("OPENAI_BASE_URL", default="https://api.openai.com/v1")
CHAT_MODEL = env.str("CHAT_MODEL", default="gpt-4o-mini")
SMALL_MODEL = env.str("SMALL_MODEL", default=CHAT_MODEL)
EMBEDDING_MODEL = env.str("EMBEDDING_MODEL", default="")  # empty: the bundled e5
MODEL_CONTEXT_TOKENS = env.int("MODEL_CONTEXT_TOKENS", default=8192)
# Prices by model, for a million tokens: {"gpt-4o-mini": {"input": 0.15, "output": 0.6}}.
MODEL_PRICES: dict[str, dict[str, float]] = env.json("MODEL_PRICES", default={})
MODEL_CURRENCY = env.str("MODEL_CURRENCY", default="USD")
MODEL_TIMEOUT_SECONDS = env.float("MODEL_TIMEOUT_SECONDS", default=60.0)

CHAT: dict[str, Any] = {
    "model": {
        "BACKEND": "chat.llm.openai.OpenAIModel" if OPENAI_API_KEY else "chat.llm.local.LocalModel",
        "OPTIONS": {},
    },
    "window_messages": 20,  # base width of the window; a change of topic doubles it
    "max_message_characters": 20_000,
    "turns_per_minute": env.int("TURNS_PER_MINUTE", default=30),
}

# One entry a backend, in the grammar of CACHES.
MEMORY: dict[str, Any] = {
    # What-ifs of the dashboard count tokens as the chat does.
    "token_counter": "chat.llm.tokens.token_counter",
    "embedder": (
        {
            "BACKEND": "memory.backends.openai.OpenAIEmbedder",
            "OPTIONS": {"model": EMBEDDING_MODEL},
        }
        if EMBEDDING_MODEL
        else {"BACKEND": "memory.backends.e5.E5Embedder", "OPTIONS": {}}
    ),
    "index": {
        "BACKEND": "memory.backends.chroma.ChromaIndex",
        "OPTIONS": {"url": CHROMA_URL, "shards": 8, "prefix": "palimpsest"},
    },
    "state": {
        "BACKEND": "memory.backends.redis.RedisState",
        "OPTIONS": {"url": REDIS_URL, "prefix": "memory"},
    },
    "extractor": (
        {"BACKEND": "memory.backends.openai.OpenAIExtractor", "OPTIONS": {}}
        if OPENAI_API_KEY
        else {"BACKEND": "memory.backends.local.extractor.LocalExtractor", "OPTIONS": {}}
    ),
    "generaliser": (
        {
            "BACKEND": "memory.backends.openai.OpenAIGeneraliser",
            "OPTIONS": {"timeout": min(MODEL_TIMEOUT_SECONDS, 30.0)},
        }
        if OPENAI_API_KEY
        else None  # then the rules do it alone
    ),
    # Elliptic questions are made to stand alone by the small model, if there is one.
    "rewriter": (
        {"BACKEND": "memory.backends.rewriting.OpenAIRewriter", "OPTIONS": {}}
        if OPENAI_API_KEY
        else None
    ),
    "reranker": (
        {
            "BACKEND": "memory.backends.rerank.HttpReranker",
            "OPTIONS": {
                "url": env.str("RERANK_URL"),
                "model": env.str("RERANK_MODEL", default=""),
                "api_key": env.str("RERANK_API_KEY", default=""),
            },
        }
        if env.str("RERANK_URL", default="")
        else None
    ),
}
WORKING_MEMORY_TTL_SECONDS = 3600
HOT_INDEX_BYTES = env.int("HOT_INDEX_BYTES", default=512 * 1024 * 1024)
# Live items from which on a namespace is not held whole: its candidates come from Chroma first.
HOT_INDEX_ITEMS = env.int("HOT_INDEX_ITEMS", default=20_000)
EVALUATION_DATA_DIR = env.str(
    "EVALUATION_DATA_DIR", default=str(BASE_DIR.parent / "shared" / "data")
)

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"redact": {"()": "memory.redaction.RedactingFilter"}},
    "formatters": {"line": {"format": "{asctime} {levelname} {name} {message}", "style": "{"}},
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": "line",
            "filters": ["redact"],  # no secret in a log
        }
    },
    # One line a request of the index or the model says nothing.
    "loggers": {"httpx": {"level": "WARNING"}},
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", default="INFO")},
}
