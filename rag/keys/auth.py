"""API keys as django-ninja wants them."""

from django.http import HttpRequest
from ninja.errors import HttpError
from ninja.security import HttpBearer

from rag.keys.models import ApiKey


class AnyKey(HttpBearer):
    """`Authorization: Bearer <key>`: any active key. What it opens is for the endpoint to say."""

    def authenticate(self, request: HttpRequest, token: str) -> ApiKey | None:
        return ApiKey.objects.opening(token)


class KeyWithScope(HttpBearer):
    """`Authorization: Bearer <key>`, where the key allows a scope. Another key's answer is 403, none's 401.

    A key that is bound to a scheme does not open the record.
    """

    def __init__(self, scope: str) -> None:
        super().__init__()
        self.scope = scope

    def authenticate(self, request: HttpRequest, token: str) -> ApiKey | None:
        key = ApiKey.objects.opening(token)
        if key is not None and key.bound_to:
            raise HttpError(403, "This key is for one scheme's bylaws and opens nothing else.")
        if key is not None and not key.allows(self.scope):
            raise HttpError(403, f"This key does not allow “{self.scope}”; it allows {', '.join(key.scopes)}.")
        return key
