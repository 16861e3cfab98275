"""A pytest plugin that orders the tests so that several processes share one run well."""

import pytest

# This many tests of the record go first: the process that gets them embeds it while the others run tests without it.
_FIRST = 40


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Runs a few tests of the record, all without it, the rest of the record, and last those that empty tables."""
    fixtures = {item: set(getattr(item, "fixturenames", ())) for item in items}
    emptying = [item for item in items if "transactional_db" in fixtures[item] or _transactional(item)]
    rest = [item for item in items if item not in set(emptying)]
    of_record = [item for item in rest if "real_days" in fixtures[item]]
    others = [item for item in rest if "real_days" not in fixtures[item]]
    items[:] = [*of_record[:_FIRST], *others, *of_record[_FIRST:], *emptying]


def _transactional(item: pytest.Item) -> bool:
    marker = item.get_closest_marker("django_db")
    return marker is not None and bool(marker.kwargs.get("transaction"))
