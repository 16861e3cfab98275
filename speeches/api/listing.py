"""Parameters shared by all lists: a cursor, a limit, and the fields to send."""

from ninja import Schema
from pydantic import Field

from rag.serving.paging import MOST
from speeches.search.filters import Filters, to_date


class ListParameters(Schema):
    """How to page through a list."""

    cursor: str = Field("", description="`next_cursor` of the page before.")
    limit: int = Field(20, description=f"How many, 1 to {MOST}.")
    fields: str = Field("", description="Names of fields to send, comma between them; all when empty.")


class OfParliament(Schema):
    """A record of some parliament."""

    parliament: str = Field("", description="The parliament's name.")
    country: str = ""
    sample: bool = Field(False, description="Whether it is of an invented parliament.")


class SpokenParameters(Schema):
    """Whose speeches, where and when."""

    language: str = Field("en", description="The language of the speeches, `en` or `fr`.")
    country: str = ""
    chamber: str = ""
    party: str = ""
    speaker: str = ""
    date_from: str = Field("", description="The first day, such as `2021-10-19`.")
    date_to: str = Field("", description="The last day, such as `2021-12-01`.")

    def filters(self) -> Filters:
        """The filters that are set. Raises SearchError."""
        return Filters(
            country=self.country.strip(),
            chamber=self.chamber.strip(),
            party=self.party.strip(),
            speaker=self.speaker.strip(),
            date_from=to_date(self.date_from, "date_from"),
            date_to=to_date(self.date_to, "date_to"),
        )


class DaysParameters(ListParameters):
    """A list that is narrowed by where and when the chamber sat."""

    country: str = ""
    chamber: str = Field("", description="A chamber's name, such as `House of Representatives` or `Senate`.")
    date_from: str = Field("", description="The first day, such as `2021-10-19`.")
    date_to: str = Field("", description="The last day, such as `2021-12-01`.")

    def filters(self) -> Filters:
        """The filters that are set. Raises SearchError."""
        return Filters(
            country=self.country.strip(),
            chamber=self.chamber.strip(),
            date_from=to_date(self.date_from, "date_from"),
            date_to=to_date(self.date_to, "date_to"),
        )
