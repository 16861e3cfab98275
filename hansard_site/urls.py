"""URLs of the whole site."""

from django.contrib import admin
from django.urls import include, path

from hansard_site.api import api

urlpatterns = [
    path("admin/", admin.site.urls),
    path("api/v1/", api.urls),
    path("accounts/", include("allauth.account.urls")),
    path("", include("guardian.urls")),
    path("", include("speeches.urls")),
]
