"""URLs of the record's pages."""

from django.urls import path

from speeches.views import answers, days, frames, languages, people, records, search, transcripts
from speeches.views import speeches as reading

urlpatterns = [
    path("", search.search_page, name="search"),
    path("complete", search.complete_query, name="complete"),
    path("similar/<path:speech_id>", search.similar_page, name="similar"),
    path("speeches/<path:speech_id>", reading.speech_page, name="speech"),
    path("debates/<str:key>", transcripts.debate_page, name="debate"),
    path("sittings/", days.sittings_page, name="sittings"),
    path("sittings/<str:date>/<str:chamber>", transcripts.sitting_page, name="sitting"),
    path("divisions/", days.divisions_page, name="divisions"),
    path("divisions/agreement/<slug:one>/<slug:other>", days.agreement_page, name="agreement"),
    path("divisions/<str:key>", days.division_page, name="division"),
    path("politicians/", people.politicians_page, name="politicians"),
    path("politicians/<slug:slug>", people.politician_page, name="politician"),
    path("parties/", people.parties_page, name="parties"),
    path("parties/<slug:country>/<path:code>", people.party_page, name="party"),
    path("parties/<path:code>", people.party_page, name="party-code"),
    path("bills/", records.bills_page, name="bills"),
    path("bills/<str:key>", records.bill_page, name="bill"),
    path("committees/", records.committees_page, name="committees"),
    path("committees/<slug:country>/<slug:slug>", records.committee_page, name="committee"),
    path("committee-reports/<path:key>", records.report_page, name="committee-report"),
    path("elections/", records.elections_page, name="elections"),
    path("elections/<str:key>", records.election_page, name="election"),
    path("ridings/<slug:country>/<int:riding>", records.riding_page, name="riding"),
    path("sessions/<slug:country>/<str:code>", records.session_page, name="session"),
    path("coverage", days.coverage_page, name="coverage"),
    path("lists", records.list_page, name="list"),
    path("parliament", frames.choose_parliament, name="parliament"),
    path("language/<str:code>", languages.choose_language, name="language"),
    path("chat", answers.chat_page, name="chat"),
    path("chat/stream", answers.chat_stream, name="chat-stream"),
    path("chat/<uuid:conversation_id>", answers.chat_page, name="conversation"),
    path("chat/<uuid:conversation_id>/rename", answers.rename, name="conversation-rename"),
    path("chat/<uuid:conversation_id>/delete", answers.delete, name="conversation-delete"),
    path("answers/<uuid:answer_id>", answers.receipt, name="answer"),
    path("answers/<uuid:answer_id>/rate", answers.rate, name="answer-rate"),
    path("verify", answers.verify_page, name="verify"),
]
