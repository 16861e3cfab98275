"""URLs of the record's pages."""

from django.urls import path

from speeches import views, views_answers

urlpatterns = [
    path("", views.search_page, name="search"),
    path("speeches/<path:speech_id>", views.speech_page, name="speech"),
    path("chat", views_answers.chat_page, name="chat"),
    path("chat/stream", views_answers.chat_stream, name="chat-stream"),
    path("chat/<uuid:conversation_id>", views_answers.chat_page, name="conversation"),
    path("chat/<uuid:conversation_id>/rename", views_answers.rename, name="conversation-rename"),
    path("chat/<uuid:conversation_id>/delete", views_answers.delete, name="conversation-delete"),
    path("answers/<uuid:answer_id>", views_answers.receipt, name="answer"),
    path("answers/<uuid:answer_id>/rate", views_answers.rate, name="answer-rate"),
    path("verify", views_answers.verify_page, name="verify"),
]
