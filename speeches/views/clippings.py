"""Collections of quotations: clip, annotate, order, share and export."""

import uuid
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rag.serving.languages import in_the_readers_language
from speeches.collecting.clippings import (
    ClippingError,
    checked_name,
    clip,
    collection_for,
    compare_clips,
    move,
    new_collection,
    note,
    own_collection,
)
from speeches.models import Clip, Collection, Speech
from speeches.reading.exports import FORMS
from speeches.views.addresses import span_from


@in_the_readers_language
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def collections_page(request: HttpRequest) -> HttpResponse:
    """The signed-in user's collections, and a form for a new one."""
    if request.method == "POST":
        try:
            return redirect(new_collection(_reader(request), request.POST.get("name", "")))
        except ClippingError as error:
            messages.error(request, str(error))
        return redirect("collections")
    own = Collection.objects.filter(user=request.user.pk).annotate(count=Count("clips"))
    return render(request, "speeches/collections.html", {"collections": own})


@in_the_readers_language
@login_required
@require_POST
def clip_passage(request: HttpRequest) -> HttpResponse:
    """Clip a passage (`speech`, `from`, `to`) to one of the user's collections (`collection`), or to a new one called
    `name`."""
    related = ("chamber", "party", "parliament")
    speech = get_object_or_404(Speech.objects.select_related(*related), pk=request.POST.get("speech", ""))
    span = span_from(request.POST, speech.text)
    try:
        # One transaction, so that no empty new collection stays behind if the clip fails.
        with transaction.atomic():
            collection = _chosen_collection(request)
            clip(collection, speech, span)
        messages.success(request, gettext("Clipped to “%(name)s”.") % {"name": collection.name})
    except ClippingError as error:
        messages.error(request, str(error))
    return redirect(f"{speech.get_absolute_url()}?from={span.start}&to={span.end}#clip")


def _reader(request: HttpRequest) -> int:
    """The signed-in user's primary key."""
    assert request.user.pk is not None
    return request.user.pk


def _chosen_collection(request: HttpRequest) -> Collection:
    """A new collection if the form gives a name or no collection, otherwise the user's chosen one. Raises ClippingError
    and Http404."""
    key, name = request.POST.get("collection", ""), request.POST.get("name", "")
    if name.strip() or not key:
        return new_collection(_reader(request), name)
    try:
        found = own_collection(uuid.UUID(key), request.user.pk)
    except ValueError:
        found = None
    if found is None:
        raise Http404("You have no such collection.")
    return found


@in_the_readers_language
@require_http_methods(["GET", "HEAD", "POST"])
def collection_page(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """A collection: its owner may change it, others may read it if it is shared."""
    if request.method == "POST":
        return _change(request, _own(request, key))
    collection = collection_for(key, request.user.pk)
    if collection is None:
        raise Http404("There is no such collection, or it is not shared.")
    clips = compare_clips(collection)
    context: dict[str, Any] = {
        "collection": collection,
        "clips": clips,
        "own": request.user.is_authenticated and collection.user_id == request.user.pk,
        "exports": [(form.name, name) for name, form in FORMS.items()],
        "sample_shown": any(one.quotation.sample for one in clips),
    }
    return render(request, "speeches/collection.html", context)


def _own(request: HttpRequest, key: uuid.UUID) -> Collection:
    """The signed-in user's collection with this key. Raises Http404."""
    found = own_collection(key, request.user.pk)
    if found is None:
        raise Http404("You have no such collection.")
    return found


def _change(request: HttpRequest, collection: Collection) -> HttpResponse:
    """Rename, share, unshare or delete the user's own collection."""
    action = request.POST.get("action", "")
    if action == "delete":
        collection.delete()
        messages.success(request, gettext("Deleted."))
        return redirect("collections")
    row = Collection.objects.filter(pk=collection.pk)
    if action == "rename":
        try:
            row.update(name=checked_name(request.POST.get("name", "")))
        except ClippingError as error:
            messages.error(request, str(error))
    elif action in ("share", "keep"):
        row.update(shared=action == "share")
    else:
        raise Http404("There is nothing of that name to do.")
    return redirect(collection)


@in_the_readers_language
@require_POST
def clip_change(request: HttpRequest, key: uuid.UUID, clip_id: int) -> HttpResponse:
    """Annotate, move or remove a clip in the user's own collection."""
    collection = _own(request, key)
    one = get_object_or_404(Clip.objects.filter(collection=collection), pk=clip_id)
    action = request.POST.get("action", "")
    if action == "remove":
        one.delete()
        return redirect(collection)
    if action in ("up", "down"):
        move(one, up=action == "up")
    elif action == "note":
        try:
            note(one, request.POST.get("note", ""))
        except ClippingError as error:
            messages.error(request, str(error))
    else:
        raise Http404("There is nothing of that name to do.")
    return redirect(f"{collection.get_absolute_url()}#clip-{one.pk}")


@require_safe
def collection_export(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """A collection as a file in the format `form`, for anybody who may read it."""
    collection, form = collection_for(key, request.user.pk), FORMS.get(request.GET.get("form", ""))
    if collection is None or form is None:
        raise Http404(f"Collections that you may read are exported as: {', '.join(FORMS)}.")
    site = request.build_absolute_uri("/").rstrip("/")
    content = form.write(collection.name, [one.quotation for one in compare_clips(collection)], site)
    response = HttpResponse(content, content_type=form.content_type)
    response["Content-Disposition"] = f'attachment; filename="collection.{form.ending}"'
    return response
