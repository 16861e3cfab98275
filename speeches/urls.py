"""URLs of the record's pages."""

from django.urls import path

from speeches import views

urlpatterns = [
    path("", views.search_page, name="search"),
    path("speeches/<path:speech_id>", views.speech_page, name="speech"),
]
