"""A passage has to bear out what the question names."""

import datetime
from dataclasses import replace

import pytest

from rag.answering.passages import Passage
from rag.text.spans import Span
from speeches.models import Chamber, Party
from speeches.questions.plan import Question
from speeches.questions.requirements import Requirements, requirements_of
from speeches.search.catalogue import Catalogue
from speeches.search.filters import Filters
from speeches.search.roster import Roster
from speeches.understanding.reading import Reading, Slot

DAY = datetime.date(2021, 11, 30)
JULY = (datetime.date(2020, 7, 1), datetime.date(2020, 7, 31))
YEAR = (datetime.date(2017, 1, 1), datetime.date(2017, 12, 31))


FACTS = {"party_code": "", "language": "en", "source_type": "hansard"}


def passage(text: str, party: str = "", header: str = "Ann Example") -> Passage:
    facts = {**FACTS, "party_code": party}
    return Passage("1", text, Span(0, len(text)), header, "Ann Example", DAY, 0.5, 0.5, facts=facts)


def reading(days: tuple[datetime.date, datetime.date]) -> Reading:
    return Reading("?", first=days[0], last=days[1])


LABOR = Party(code="ALP", name="Australian Labor Party", aliases=["Labor"])
ONE_NATION = Party(code="ON", name="Pauline Hanson's One Nation", aliases=["One Nation"])
LABOUR = Party(code="Lab", name="Labour Party", aliases=["Labour"])


def make_requirements(
    question: str, *slots: Slot, parties: tuple[Party, ...] = (), kind: str = "answer/reason"
) -> Requirements:
    known = Catalogue({}, dict(enumerate(parties)))
    asked = Question(Reading(question, kind=kind, slots=slots), known, Roster(), None)
    return requirements_of(asked, Filters())


@pytest.mark.parametrize(
    ("party", "text", "code", "borne_out"),
    [
        (LABOR, "We oppose the bill.", "ALP", True),
        (LABOR, "Labor’s members oppose the bill.", "LP", True),
        (LABOR, "The australian labor party opposes it.", "LP", True),
        (LABOR, "We oppose the bill.", "LP", False),
        (LABOR, "The labours of the opposition are in vain.", "LP", False),
        (ONE_NATION, "I insist on the bill.", "LP", False),
        (ONE_NATION, "One Nation insists.", "LP", True),
        (LABOUR, "The labour market is tight.", "Con", False),
        (LABOUR, "We think so.", "Lab/Co-op", True),
    ],
)
def test_a_party_is_heard_or_named(party: Party, text: str, code: str, borne_out: bool) -> None:
    asked = make_requirements("Why did they oppose it?", Slot("party", party.name, 0, 1, keys=(0,)), parties=(party,))
    assert asked.matches(passage(text, code)) is borne_out


@pytest.mark.parametrize(
    ("stranger", "text", "borne_out"),
    [
        ("Ms Smythe-Jones", "The report of Professor Smythe-Jones says so.", True),
        ("Ms Smythe-Jones", "The report of Mr Jones says so.", False),
        ("Smythe-Jones", "Smythe-Joneses say so.", False),
        ("Ursula von der Leyen", "Mrs von der Leyen says so.", True),
        ("Cleo Jones", "Bob Jones says so.", False),
    ],
)
def test_a_stranger_is_named_word_for_word(stranger: str, text: str, borne_out: bool) -> None:
    asked = make_requirements("What did they find?", Slot("speaker", stranger, 0, 1))
    assert asked.matches(passage(text)) is borne_out


@pytest.mark.parametrize("stranger", ["cleo smythe-jones", "Cleo Smythe-Jones"])
def test_so_is_one_in_small_letters(stranger: str) -> None:
    asked = make_requirements("What did they find?", Slot("speaker", stranger, 0, 1))
    assert asked.matches(passage("Cleo Smythe-Jones says so."))
    assert not asked.matches(passage("Bob Jones says so."))


def test_a_pronoun_is_no_stranger() -> None:
    for words in ("she", "a-t-elle"):
        assert make_requirements("What did they find?", Slot("speaker", words, 0, 1)).strangers == ()


@pytest.mark.django_db
def test_an_office_of_one_word_may_be_anybodys() -> None:
    slots = (Slot("office", "the minister", 0, 1),)
    asked = requirements_of(
        Question(Reading("?", kind="answer/statement", slots=slots), Catalogue({}, {}), Roster(), None), Filters()
    )
    assert asked.matches(passage("It is lit."))


@pytest.mark.django_db
def test_whose_office_nobody_is_known_to_hold_is_named_by_it() -> None:
    slots = (Slot("office", "Keeper of the Lighthouses", 0, 1),)
    asked = requirements_of(
        Question(Reading("?", kind="answer/statement", slots=slots), Catalogue({}, {}), Roster(), None), Filters()
    )
    assert asked.matches(passage("It is lit.", header="Ann Example | Keeper of Lighthouses"))
    assert not asked.matches(passage("It is lit.", header="Ann Example | Minister of Lighthouses"))


@pytest.mark.parametrize(
    ("kind", "keys", "borne_out"),
    [
        ("answer/statement", (1,), True),
        ("answer/statement", (2,), False),
        ("answer/statement", (), False),
        # A fact may be stated in any chamber.
        ("answer/date", (2,), True),
    ],
)
def test_the_words_of_a_chamber_were_said_in_it(kind: str, keys: tuple[int, ...], borne_out: bool) -> None:
    chambers = {1: Chamber(name="Senate"), 2: Chamber(name="House")}
    slots = (Slot("chamber", "the chamber", 0, 1, keys=keys),)
    asked = requirements_of(
        Question(Reading("?", kind=kind, slots=slots), Catalogue(chambers, {}), Roster(), None), Filters()
    )
    own = replace(passage("It is lit."), facts={**FACTS, "chamber": "Senate"})
    assert asked.matches(own) is borne_out


@pytest.mark.parametrize(
    ("days", "text", "borne_out"),
    [
        ((DAY, DAY), "It rose.", True),
        (JULY, "It rose.", False),
        (JULY, "In July 2020 it rose.", True),
        (JULY, "In August 2020 it rose.", False),
        (JULY, "Up to July 2020 it rose.", True),
        (JULY, "From July to August 2020 it rose.", False),
        (YEAR, "In 2017 it rose.", True),
        (YEAR, "In 2018 it rose.", False),
        (YEAR, "By 12017 it rose.", False),
    ],
)
def test_a_time_is_that_of_the_sitting_or_is_named(
    days: tuple[datetime.date, datetime.date], text: str, borne_out: bool
) -> None:
    assert Requirements(reading(days)).matches(passage(text)) is borne_out


@pytest.mark.django_db
@pytest.mark.usefixtures("three_parliaments")
@pytest.mark.parametrize(
    ("question", "slots", "wanted"),
    [
        ("What did the government say?", (Slot("party", "government", 13, 23),), {"CPC"}),
        ("What did the opposition say?", (), {"NDP"}),
        ("What did they say?", (), {"CPC", "NDP"}),
    ],
)
def test_whoever_speaks_for_a_side_is_of_its_party_that_day(
    question: str, slots: tuple[Slot, ...], wanted: set[str]
) -> None:
    asked = Question(Reading(question, kind="answer/statement", slots=slots), Catalogue({}, {}), Roster(), None)
    named = requirements_of(asked, Filters())
    day = datetime.date(2014, 5, 14)
    spoken = [
        replace(
            passage("Here we stand."), date=day, facts={**FACTS, "party_code": code, "parliament": "ca", "role": ""}
        )
        for code in ("CPC", "NDP")
    ]
    assert {one.facts["party_code"] for one in spoken if named.matches(one)} == wanted


@pytest.mark.django_db
@pytest.mark.usefixtures("empty_record")
@pytest.mark.parametrize(
    ("role", "speaks_for_it"), [("Minister of Finance", True), ("Leader of the Opposition", False), ("", False)]
)
def test_where_nobody_is_known_to_lead_the_government_its_offices_speak_for_it(role: str, speaks_for_it: bool) -> None:
    named = Requirements(Reading("?"), side="government")
    said = replace(passage("Here we stand."), facts={**FACTS, "party_code": "CPC", "parliament": "ca", "role": role})
    assert named.matches(said) == speaks_for_it


@pytest.mark.django_db
class TestNames:
    """What a question calls by name, a passage must name, too."""

    @pytest.mark.parametrize(
        ("bill", "text", "borne_out"),
        [
            ("Bill C-4", "We oppose Bill C-4.", True),
            ("Bill C-4", "We oppose Bill C-444.", False),
            ("the Lighthouse Keepers Bill", "A bill on the keepers of lighthouses is due.", True),
            ("the Lighthouse Keepers Bill", "The bill on railways is due.", False),
            ("the bill on lighthouses", "The bill on railways is due.", True),
        ],
    )
    def test_a_bill_by_its_number_or_its_names(self, bill: str, text: str, borne_out: bool) -> None:
        named = make_requirements(f"Why {bill}?", Slot("bill", bill, 4, 4 + len(bill)))
        assert named.matches(passage(text)) is borne_out

    @pytest.mark.parametrize(
        ("topic", "text", "borne_out"),
        [
            ("Trident", "We keep the submarines.", False),
            ("Trident", "We keep Trident.", True),
            ("Ukraine", "We stand by the Ukrainian people.", True),
            ("Covid-19", "The risk of COVID-19 is past.", True),
            ("Covid-19", "The risk of flu is past.", False),
            ("Montréal", "The port of Montreal is closed.", True),
            ("deaths in Wales", "Nobody died.", True),
            ("NDIS", "The disability scheme grows.", True),
            ("submarines", "We keep Trident.", True),
            ("One Nation", "One Nation voted for it.", True),
            ("One Nation", "We are one federated nation.", False),
        ],
    )
    def test_a_passage_names_a_subject_that_is_a_name(self, topic: str, text: str, borne_out: bool) -> None:
        slot = Slot("topic", topic, 10, 10 + len(topic))
        named = make_requirements(f"What of it? {topic}", slot, kind="answer/statement")
        assert named.matches(passage(text)) is borne_out


@pytest.mark.parametrize(
    ("subject", "text", "fits"),
    [
        ("amendment 44", "Amendment 44 airs this issue.", True),
        ("amendment 44", "We oppose any amendment that would do away with it.", False),
        ("net zero by 2050", "We will reach net zero.", True),
        ("12 year old swimmers", "Swimmers must be watched.", True),
    ],
)
def test_what_is_one_of_many_is_called_by_its_number(subject: str, text: str, fits: bool) -> None:
    made = make_requirements(f"Why is {subject} opposed?", Slot("topic", subject, 7, 7 + len(subject)))
    assert made.matches(passage(text)) is fits


@pytest.mark.parametrize(("speaker", "fits"), [("Ann Example", True), ("Ben Other", False)])
def test_a_whole_turn_of_the_member_named_may_name_the_subject(speaker: str, fits: bool) -> None:
    words = "I was in Herring Bay. The insurers should treat their customers well."
    people = Roster()
    people.names[1] = "Ann Example"
    slots = (Slot("about", "Ann Example", 0, 1, keys=(1,)), Slot("topic", "Herring Bay", 9, 20))
    asked = Question(Reading("?", kind="answer/statement", slots=slots), Catalogue({}, {}), people, None)
    own = replace(passage(words), span=Span(22, len(words)), speaker=speaker)
    own.facts["voice"] = Span(0, len(words))
    assert requirements_of(asked, Filters()).matches(own) is fits
