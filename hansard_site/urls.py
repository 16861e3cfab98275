"""URLs of the whole site."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.templatetags.static import static
from django.urls import include, path
from django.views.generic import RedirectView

from hansard_site import health
from hansard_site.api import api, nothing_here

# The same sign-in as everybody's, so that guessing is throttled there too.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

admin.site.site_header = admin.site.site_title = "Hansard: administration"

handler404 = "speeches.views.missing.nothing_here"
handler500 = "hansard_site.outages.broken"

urlpatterns = [
    path("favicon.ico", RedirectView.as_view(url=static("icon.svg"))),
    path("admin/", admin.site.urls),
    path("api/v1/", api.urls),
    path("api/", nothing_here),
    path("api/<path:rest>", nothing_here),
    path("accounts/", include("allauth.account.urls")),
    path("accounts/2fa/", include("allauth.mfa.urls")),
    path("healthz", health.healthz),
    path("readyz", health.readyz),
    path("metrics", health.metrics),
    path("", include("guardian.urls")),
    path("", include("speeches.urls")),
]
