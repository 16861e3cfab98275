"""The people whom tests sign in as."""

from allauth.account.models import EmailAddress
from django.contrib.auth.models import User

PASSWORD = "a long word for tests only"


def create_person(name: str) -> User:
    """Creates a person with a confirmed address and the password of all people in tests."""
    user = User.objects.create_user(name, f"{name}@example.org", PASSWORD)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user
