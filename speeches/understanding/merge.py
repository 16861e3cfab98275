"""Merges a question with the one before it: slot by slot, it takes over what it leaves out."""

from collections.abc import Iterable
from dataclasses import replace

from rag.language.days import day_beside
from rag.language.tokens import words_of
from speeches.understanding.lexicon import ANAPHORS, MEMBERS, OTHERS, PERSONAL, WHOEVER
from speeches.understanding.reading import REPLY, Reading, Slot
from speeches.understanding.resolve import is_named, is_of_any_matter, refers_back, words_outside
from speeches.understanding.vote_sides import joined_sides

# Slots of one group replace each other: a new one drops all old ones of its group. The first group says who.
WHO = frozenset({"speaker", "about", "party", "except", "office", "place", "ally", "foe", "unclear"})
_GROUPS = (
    WHO,
    frozenset({"topic", "bill", "division", "mover", "committee", "quotation", "number"}),
    frozenset({"date"}),
    frozenset({"stage"}),
    frozenset({"chamber", "country"}),
)
_WHOM, _WHAT, _WHEN, _STAGE = range(4)
# Words for voters named before; "it" is what they voted on.
_THOSE_BEFORE = (ANAPHORS - {"it"}) | MEMBERS


def merge_readings(new: Reading, old: Reading) -> Reading:
    """The new reading, with what it takes from the old one. A pronoun stands for what its group named before."""
    new = _with_day_beside(_with_whom_it_replies_to(_with_whom_it_is_about(new), old), old)
    meant = _resume_speaker(new, old)
    known = any(slot.name in _GROUPS[_WHAT] and not is_of_any_matter(slot) for slot in old.slots)
    own = [*meant, *(slot for slot in new.slots if is_named(slot) and not (known and is_of_any_matter(slot)))]
    if new.task != "vote" and new.kind != REPLY and not meant:
        own = [_take_speaker_role(slot, old) for slot in own]
    filled = {number for number, group in enumerate(_GROUPS) if any(slot.name in group for slot in own)}
    filled -= {_WHOM} if _compares_with(new, own) else set()
    # Another bill or motion has its own stages.
    filled |= {_STAGE} if _WHAT in filled else set()
    filled |= {_WHEN} if new.session else set()
    filled -= {_WHAT} if _asks_more_of_it(new) else set()
    left = {name for number in filled for name in _GROUPS[number]} | _people_left_behind(new)
    # Another motion has its own mover. Of a member's vote whom nothing else names, the speaker is the voter.
    of_a_mover = old.task == "vote" and (old.kind != "vote/member" or old.all("about"))
    left |= {"speaker"} if of_a_mover and any(slot.name == "division" for slot in own) else set()
    taken = [replace(slot, start=-1, end=-1) for slot in old.slots if is_named(slot) and slot.name not in left]
    dated = _WHEN in filled
    return replace(
        new,
        slots=(*_take_pronoun_role(taken, [slot for slot in new.slots if not is_named(slot)]), *own),
        side=new.side or ("" if _asks_for_both_sides(new, old) else old.side),
        first=new.first if dated else old.first,
        last=new.last if dated else old.last,
        session=new.session or ("" if dated else old.session),
        follows=old.text,
    )


def _with_day_beside(new: Reading, old: Reading) -> Reading:
    """The reading, with the day that its words mean only beside the one day of the question before: "And on the
    Wednesday?"."""
    before = old.first
    beside = day_beside(new.text, before) if before and before == old.last else None
    others = tuple(slot for slot in new.slots if slot.name != "date")
    if beside is None or any(slot.start < beside.end and beside.start < slot.end for slot in others):
        return new
    named = new.text[beside.start : beside.end]
    words = beside.first.isoformat() if beside.first else named
    held = {word.text for word in words_of(named)}
    unread = tuple(word for word in new.unread if word not in held)
    slots = (*others, Slot("date", words, beside.start, beside.end))
    return replace(new, slots=slots, first=beside.first, last=beside.last, unread=unread)


def _asks_for_both_sides(new: Reading, old: Reading) -> bool:
    """Whether a question that names no side drops the side of the question before.

    It does if it asks for something else, joins the two sides, or names nothing but another one ("and the other
    side?").
    """
    words = words_of(new.text)
    another = not OTHERS.isdisjoint(word.folded for word in words) and not any(map(is_named, new.slots))
    return new.kind != old.kind or bool(joined_sides(words)) or another


def _with_whom_it_is_about(new: Reading) -> Reading:
    """The reading, with those named after a pronoun for the speaker as whom it is about: "What did he say about X?"."""
    if new.task != "answer" or not refers_back(words_of(new.text), new.slots):
        return new
    slots = (replace(slot, name="about") if slot.name == "speaker" and slot.keys else slot for slot in new.slots)
    return replace(new, slots=tuple(slots))


def _with_whom_it_replies_to(new: Reading, old: Reading) -> Reading:
    """Adds to a question for a reply whoever spoke before, as the one replied to, unless it names another.

    A pronoun for whoever replied stands for the person whom the question before was about.
    """
    if new.kind != REPLY or any(map(is_named, new.all("about"))):
        return new
    before = old.all("about") if old.kind == REPLY else old.all("speaker") or old.all("about")
    asked = [replace(slot, name="about", start=-1, end=-1) for slot in before if slot.keys]
    said_to = [] if old.kind == REPLY or not old.all("speaker") else [one for one in old.all("about") if one.keys]
    meant = [replace(slot, name="speaker", start=-1, end=-1) for slot in said_to if not new.all("office")]
    others = [slot for slot in new.slots if is_named(slot) or slot.name not in ("speaker", "about")]
    replier = [] if any(slot.name == "speaker" for slot in others) else meant
    return replace(new, slots=(*asked, *replier, *others)) if asked else new


def _resume_speaker(new: Reading, old: Reading) -> list[Slot]:
    """The one person of the question before, as the speaker, if a pronoun stands for them beside somebody else's name:
    "What did he say to Jeremy Corbyn?"."""
    people = {slot.keys: slot for slot in old.all("speaker", "about") if slot.keys}
    if new.kind == REPLY or len(people) != 1 or new.all("speaker") or new.task != "answer":
        return []
    if not refers_back(words_of(new.text), new.slots):
        return []
    (meant,) = people.values()
    return [replace(meant, name="speaker", start=-1, end=-1)]


def _people_left_behind(new: Reading) -> frozenset[str]:
    """The slots of people that are not carried over, because the new question asks *who*.

    It drops the speaker if it asks who else spoke ("Who else came in on that?"), and people and parties if it asks who
    voted ("Who voted for it?"). It keeps them if a word refers to them ("Who of them …?", "Who in the party …?"), or if
    it asks for rebels, who belong to a party.
    """
    outside = {word.folded for word in words_outside(words_of(new.text), new.slots)}
    if outside.isdisjoint(WHOEVER) or new.all("speaker", "about"):
        return frozenset()
    if new.task == "list":
        return frozenset({"speaker"}) if outside.isdisjoint(PERSONAL) else frozenset()
    of_everybody = new.task == "vote" and new.kind != "vote/rebels" and outside.isdisjoint(_THOSE_BEFORE)
    return frozenset({"speaker", "about", "party"}) if of_everybody else frozenset()


def _compares_with(new: Reading, own: Iterable[Slot]) -> bool:
    """Whether a question names one person, to compare with those before: "How does that compare with Ms Li?"."""
    return new.task == "compare" and sum(slot.name in ("speaker", "about") for slot in own) == 1


def _asks_more_of_it(new: Reading) -> bool:
    """Whether a question asks for something more of the matter before: "how often were they fired?"."""
    topics_alone = all(slot.name == "topic" for slot in new.slots if slot.name in _GROUPS[_WHAT])
    outside = words_outside(words_of(new.text), new.slots)
    return new.task == "answer" and topics_alone and any(word.folded in ANAPHORS for word in outside)


def _take_speaker_role(slot: Slot, old: Reading) -> Slot:
    """A person named alone after a question about somebody's words becomes the speaker: "and Bob Jones?"."""
    speaks = old.all("speaker", "party") and not old.all("about") and old.task in ("answer", "find", "quote")
    return replace(slot, name="speaker") if slot.name == "about" and speaks else slot


def _take_pronoun_role(taken: list[Slot], pronouns: Iterable[Slot]) -> list[Slot]:
    """The slot that a pronoun stands for takes the pronoun's role in the new question: "did she vote for it?"."""
    wanted = next((slot.name for slot in pronouns if slot.name in ("speaker", "about")), "")
    if not wanted:
        return taken
    return [replace(slot, name=wanted) if slot.name in ("speaker", "about") else slot for slot in taken]
