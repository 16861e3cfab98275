"""The other readings that a question may have, tried if the first finds nothing."""

from dataclasses import replace

from speeches.understanding.gazetteer import quoted_in
from speeches.understanding.reading import PEOPLE, REPLY, Reading
from speeches.understanding.resolve import is_named

_OTHERWISE = {
    "en": "As it reads first, this finds nothing here; it is taken to ask for {}.",
    "fr": "Au premier sens, rien ne se trouve ici ; la question est prise pour une demande de {}.",
}
_TASKS = {
    "en": {
        "vote": "a recorded vote",
        "fact": "a fact of the tables",
        "list": "a list",
        "quote": "a quotation",
        "compare": "what each of them said",
    },
    "fr": {
        "vote": "vote par appel nominal",
        "fact": "fait des tables",
        "list": "liste",
        "quote": "citation",
        "compare": "paroles de chacun",
    },
}
_WORDS = {"en": "what was said", "fr": "paroles"}
_REPLIES = {"en": "what was replied", "fr": "réponse"}
# Kinds of question that are answered by a person, with the slots that they need.
_OF_PEOPLE = (
    ("fact/mover", ("division",)),
    ("fact/mover", ("office", "about")),
    ("fact/member", ("place",)),
    ("list/questions", ("about", "topic")),
)
# Whose ballots show a position, by the slot that names them.
_BALLOTS = (("vote/parties", "party"), ("vote/member", "speaker"), ("vote/member", "about"))
# Who sat for a place is the answer only if nothing else is named.
_BESIDE_A_PLACE = frozenset({"place", "date", "country", "chamber"})


def readings_of(reading: Reading) -> tuple[Reading, ...]:
    """The reading, and the other kinds that the question may have.

    Speeches do not tell how somebody voted, so a vote can only become a fact. "vote/divisions", all votes of some days,
    answers no other question. If no speech tells which person is asked for, the tables may. Words without quotation
    marks may be somebody's, in other words. If two members are named, each may have spoken even if no passage has both.
    """
    others = [kind for kind in reading.otherwise if reading.task != "vote" or kind.startswith("fact/")]
    others = [kind for kind in others if kind != "vote/divisions"]
    if reading.kind == "answer/position" and reading.all("bill", "division"):
        # A ballot shows where somebody stood, if no words do.
        others += [kind for kind, slot in _BALLOTS if reading.all(slot)]
    if reading.kind == "answer/person":
        others += [kind for kind, slots in _OF_PEOPLE if _applies_to(kind, slots, reading)]
    if reading.task == "quote" and not quoted_in(reading.text):
        others.append("find/passages")
    if reading.task == "answer" and _may_ask_for_a_reply(reading):
        others.append(REPLY)
    if reading.task == "answer" and len(people_named(reading, "speaker")) > 1:
        others.append("compare/people")
    found = [replace(reading, kind=kind) for kind in dict.fromkeys(others)]
    return (*found, reading) if _is_likelier_in_a_table(reading) else (reading, *found)


def people_named(reading: Reading, *slots: str) -> set[object]:
    """The people whom some slots name, by their keys, or by the words that the record does not know."""
    return {
        slot.keys or slot.words
        for slot in reading.all(*slots)
        if is_named(slot) and (slot.keys or slot.name == "office")
    }


def _may_ask_for_a_reply(reading: Reading) -> bool:
    """Whether two people are named, one of whom may have replied to the other: whoever's words are asked for, and not
    an office beside one such person."""
    named = people_named(reading, *PEOPLE, "office", "party")
    of_an_office = not reading.all("about", "party") and len(people_named(reading, "speaker")) == 1
    return len(named) > 1 and not of_an_office


def _is_likelier_in_a_table(reading: Reading) -> bool:
    """Whether a list or a table likelier answers a question that seems to be answered by what was said.

    That is so if it names no matter, or asks for words and names nobody: "How many petitions were there?", "What
    happened to Bill C-4?".
    """
    if reading.task != "answer" or reading.all("speaker", "party"):
        return False
    of_nobody = reading.asks_for_words and not reading.all("office", "chamber", "committee", "about", "topic")
    return of_nobody or not reading.has_a_matter


def _applies_to(kind: str, slots: tuple[str, ...], reading: Reading) -> bool:
    alone = {slot.name for slot in reading.slots} <= _BESIDE_A_PLACE
    return all(map(reading.all, slots)) and (alone or kind != "fact/member")


def otherwise_note(reading: Reading) -> str:
    """The note that a question was answered as something other than it first seemed to ask."""
    language = reading.language
    words = _REPLIES if reading.kind == REPLY else _WORDS
    return _OTHERWISE[language].format(_TASKS[language].get(reading.task, words[language]))
