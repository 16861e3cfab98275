"""A pytest plugin: the order in which several processes share the tests of one run well."""

import pytest

# So many tests of the record go first: whoever gets them embeds it while the others work through what needs none.
_FIRST = 40


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A few tests of the record, all that need none, the others of the record; at the end those that empty tables."""
    fixtures = {item: set(getattr(item, "fixturenames", ())) for item in items}
    emptying = [item for item in items if "transactional_db" in fixtures[item] or _transactional(item)]
    rest = [item for item in items if item not in set(emptying)]
    of_record = [item for item in rest if "real_days" in fixtures[item]]
    others = [item for item in rest if "real_days" not in fixtures[item]]
    items[:] = [*of_record[:_FIRST], *others, *of_record[_FIRST:], *emptying]


def _transactional(item: pytest.Item) -> bool:
    marker = item.get_closest_marker("django_db")
    return marker is not None and bool(marker.kwargs.get("transaction"))
