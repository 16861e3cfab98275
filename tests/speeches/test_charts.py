"""Column charts: how high, how wide, and where their axis breaks."""

import datetime

from speeches.views.charts import Value, column_chart, year_value


def day(number: int, count: float | None = 1) -> Value:
    date = datetime.date(2021, 3, 1) + datetime.timedelta(days=number)
    return Value(date.isoformat(), count, date, date)


def test_neighbouring_years_stand_side_by_side() -> None:
    chart = column_chart("Speeches", [year_value(2020, 3), year_value(2021, 6)])
    assert chart is not None
    assert ([column.x for column in chart.columns], chart.breaks) == ([2, 22], [])
    assert ([column.height for column in chart.columns], chart.most) == ([30, 60], 6)


def test_the_axis_breaks_where_years_are_missing() -> None:
    chart = column_chart("Speeches", [year_value(2007, 3), year_value(2021, 6), year_value(2022, 1)])
    assert chart is not None
    assert ([column.x for column in chart.columns], chart.breaks) == ([2, 42, 62], [30])


def test_days_of_one_week_are_neighbours() -> None:
    chart = column_chart("Speeches", [day(0), day(1), day(8), day(16)])
    assert chart is not None
    assert [column.x for column in chart.columns] == [2, 22, 42, 82]


def test_a_count_that_is_not_known_has_no_column() -> None:
    chart = column_chart("Speeches", [day(0), day(1, None)])
    assert chart is not None
    assert [(column.count, column.height) for column in chart.columns] == [(1, 60), (None, 0)]


def test_one_value_or_only_zeros_make_no_chart() -> None:
    assert column_chart("Speeches", [year_value(2020, 3)]) is None
    assert column_chart("Speeches", [year_value(2020, 0), year_value(2021, 0)]) is None
