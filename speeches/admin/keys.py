"""API keys: created, shown once, revoked."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.http import HttpRequest

from rag.keys.models import SCOPES, ApiKey


class KeyForm(forms.ModelForm[ApiKey]):
    scopes = forms.MultipleChoiceField(
        choices=[(scope, scope) for scope in SCOPES], widget=forms.CheckboxSelectMultiple
    )

    class Meta:
        model = ApiKey
        fields = ("name", "scopes")


@admin.register(ApiKey)
class ApiKeyAdmin(admin.ModelAdmin[ApiKey]):
    """API keys. The key itself is shown once, on creation."""

    form = KeyForm
    list_display = ("name", "hint", "scopes", "created_at", "last_used_at", "revoked_at")

    def save_model(self, request: HttpRequest, obj: ApiKey, form: Any, change: bool) -> None:
        if change:
            super().save_model(request, obj, form, change)
            return
        key, token = ApiKey.create(form.cleaned_data["scopes"], form.cleaned_data["name"])
        obj.__dict__.update(key.__dict__)
        messages.warning(request, f"The key, shown this once: {token}")
