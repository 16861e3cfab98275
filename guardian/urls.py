"""URLs of the schemes' pages."""

from django.urls import path

from guardian import views, views_documents, views_members

app_name = "guardian"
_SCHEME = "schemes/<slug:slug>/"
_BYLAW = f"{_SCHEME}bylaws/<uuid:bylaw_id>/"

urlpatterns = [
    path("schemes/", views.schemes_page, name="schemes"),
    path("schemes/found", views_members.found, name="found"),
    path(_SCHEME, views.scheme_page, name="scheme"),
    path(f"{_SCHEME}stream", views.stream, name="stream"),
    path(f"{_SCHEME}conversations/<uuid:conversation_id>", views.scheme_page, name="conversation"),
    path(
        f"{_SCHEME}conversations/<uuid:conversation_id>/change", views.change_conversation, name="conversation-change"
    ),
    path(f"{_SCHEME}messages/<uuid:message_id>/rate", views.rate, name="rate"),
    path(f"{_SCHEME}bylaws", views_documents.upload, name="upload"),
    path(f"{_SCHEME}bylaws/status", views_documents.status, name="status"),
    path(_BYLAW, views_documents.document, name="document"),
    path(f"{_BYLAW}change", views_documents.change, name="change"),
    path(f"{_BYLAW}original", views_documents.original, name="original"),
    path(f"{_BYLAW}pages/<int:number>", views_documents.page, name="page"),
    path(f"{_SCHEME}members", views_members.members, name="members"),
    path(f"{_SCHEME}log", views_members.log, name="log"),
    path("invitations/<str:token>", views_members.invitation, name="invitation"),
    path("invitations/<str:token>/join", views_members.join, name="join"),
]
