"""Database roles: the tables' owner, who migrates, and the application's role, which owns nothing."""

from django.conf import settings
from django.db import connections

# No TRUNCATE, because it ignores row-level policies.
_GRANTS = """
GRANT USAGE ON SCHEMA public TO {role};
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {role};
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {role};
"""


def let_application_in(using: str) -> None:
    """Grants the application's role (from DATABASE_URL) access to the tables that the owner has just migrated."""
    connection = connections[using]
    role = settings.APPLICATION_ROLE
    if connection.vendor == "postgresql" and role and role != connection.settings_dict["USER"]:
        with connection.cursor() as cursor:
            cursor.execute(_GRANTS.format(role=connection.ops.quote_name(role)))
