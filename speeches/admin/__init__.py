"""The administrator's side: bring files in and watch them, look at the record, mend who is who, manage keys."""

from speeches.admin import keys, people, record, tables, uploads

__all__ = ["keys", "people", "record", "tables", "uploads"]
