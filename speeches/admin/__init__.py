"""The admin site: upload and follow files, browse the record, correct identities, manage keys."""

from speeches.admin import keys, people, record, tables, uploads

__all__ = ["keys", "people", "record", "tables", "uploads"]
