"""The error for a search that cannot be run as asked."""


class SearchError(ValueError):
    """What is wrong with a request, for the person who made it. `field` is the parameter to mend."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field
        self.message = message
