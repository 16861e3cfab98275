"""API keys as django-ninja authentication."""

from django.http import HttpRequest
from ninja.errors import HttpError
from ninja.security import HttpBearer

from rag.keys.models import ApiKey


class AnyKey(HttpBearer):
    """`Authorization: Bearer <key>`: any active key. The endpoint decides what the key opens."""

    def authenticate(self, request: HttpRequest, token: str) -> ApiKey | None:
        return ApiKey.objects.opening(token)


class KeyWithScope(HttpBearer):
    """`Authorization: Bearer <key>` with a key that allows a scope. Without the scope the answer is 403, without a key
    401.

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
