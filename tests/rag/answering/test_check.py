"""Which sentences a passage supports, and which it does not."""

import datetime

import pytest

from rag.answering.check import Checks, proofs_of
from rag.answering.passages import Passage
from rag.retrieval.embedding import configured_embedder
from rag.text.spans import Span

pytestmark = pytest.mark.slow

CHILDCARE = (
    "The latest data shows that childcare fees rose by 2.4 per cent over the 12 months to March 2021, despite fees "
    "being frozen for six months in 2020. Families in Kingston tell me that they cannot afford a third day. The "
    "minister said that this was “a temporary matter”."
)
TRAINS = "We will not close the railway line to Loxton. It carries sixty-five thousand tonnes of grain a year."


def passage(text: str, speaker: str) -> Passage:
    return Passage(
        record=speaker,
        text=text,
        span=Span(0, len(text)),
        header=f"{speaker}, Kingston (Australian Labor Party). House, 26 October 2021. Child Care",
        speaker=speaker,
        date=datetime.date(2021, 10, 26),
    )


PASSAGES = [passage(CHILDCARE, "Amanda Rishworth"), passage(TRAINS, "Tony Pasin")]


def proving_passages(sentence: str, *cited: int) -> list[int]:
    checks = Checks(configured_embedder().embed_passages)
    return [proof.passage for proof in proofs_of(sentence, cited, PASSAGES, checks)]


@pytest.mark.parametrize(
    "sentence",
    [
        "Childcare fees rose by 2.4 per cent over the 12 months to March 2021.",
        "Amanda Rishworth said that childcare fees rose by 2.4 per cent in the 12 months to March 2021.",
        "In October 2021 Amanda Rishworth said fees were frozen for six months in 2020.",
        "Families in Kingston cannot afford a third day of childcare.",
    ],
)
def test_what_the_passage_says_stands(sentence: str) -> None:
    assert proving_passages(sentence, 0) == [0]


@pytest.mark.parametrize(
    "sentence",
    [
        "Childcare fees rose by 3.4 per cent over the 12 months to March 2021.",
        "Childcare fees rose by 2.4 per cent over the 12 months to March 2022.",
        "Childcare fees did not rise by 2.4 per cent over the 12 months to March 2021.",
        "Josh Frydenberg said that childcare fees rose by 2.4 per cent over the 12 months to March 2021.",
        "Families in Adelaide tell me that they cannot afford a third day.",
        "Families in Kingston tell me that they can afford a third day.",
        "The minister said that this was “a permanent matter”.",
        "The government will build a new hospital for children.",
        "Wombats are the best animals of all.",
        "Childcare fees fell by 2.4 per cent over the 12 months to March 2021.",
        "Childcare fees rose by 12 per cent over the 2.4 months to March 2021.",
        "Childcare fees rose by $2.4 over the 12 months to March 2021.",
        "Childcare fees rose by 2.4 per cent over the 12 years to March 2021.",
        "According to Josh Frydenberg, childcare fees rose by 2.4 per cent over the 12 months to March 2021.",
        "Childcare fees rose by 2.4 per cent over the 12 months to May 2021.",
        "The minister said that this was ‘a great success’.",
    ],
)
def test_what_it_does_not_say_falls(sentence: str) -> None:
    assert proving_passages(sentence, 0) == []


TURNED = (
    "Polling revealed that 44 per cent of Australians support nuclear power and 40 per cent oppose it. Russia invaded "
    "Ukraine in 2022. We support Medicare. We will not cut pensions. Neither the Liberals nor the Nationals will "
    "support the bill. Inflation is high and rising, and real wages are falling."
)


@pytest.mark.parametrize(
    ("sentence", "stands"),
    [
        ("44 per cent of Australians support nuclear power and 40 per cent oppose it.", True),
        ("40 per cent of Australians support nuclear power and 44 per cent oppose it.", False),
        ("Russia invaded Ukraine in 2022.", True),
        ("Ukraine invaded Russia in 2022.", False),
        ("We will not support Medicare.", False),
        ("We will cut pensions.", False),
        ("Neither the Liberals nor the Nationals will support the bill.", True),
        ("The Liberals and the Nationals will support the bill.", False),
        ("Inflation is low and falling, and real wages are rising.", False),
        ("Inflation is high and rising, and real wages are falling.", True),
        ("Amanda Rishworth insisted that real wages are falling.", True),
        ("Angus Taylor insisted that real wages are falling.", False),
        ("Labor said that inflation is high and rising.", False),
    ],
)
def test_a_turned_sentence_falls(sentence: str, stands: bool) -> None:
    checks = Checks(configured_embedder().embed_passages)
    assert bool(proofs_of(sentence, [0], [passage(TURNED, "Amanda Rishworth")], checks)) is stands


def test_a_french_report_of_the_speaker_stands() -> None:
    record = passage("Nous allons réduire les impôts de toutes les familles.", "Élise Roy")
    checks = Checks(configured_embedder().embed_passages)
    for subject in ("Élise Roy", "Mme Roy", "La députée", "En 2021, Élise Roy"):
        told = f"{subject} a dit que nous allons réduire les impôts de toutes les familles."
        assert proofs_of(told, [0], [record], checks), subject


@pytest.mark.parametrize(
    "told",
    [
        "In a note, Peter Dutton said the tax will help families in every region.",
        "The disastrous and cruel proposed tax will help families in every region.",
        "The tax might help families in every region.",
    ],
)
def test_neither_another_speaker_nor_a_word_of_weight_slips_in(told: str) -> None:
    record = passage("Peter Dutton wants a fight. The tax will help families in every region.", "Anthony Albanese")
    assert proofs_of(told, [0], [record], Checks(configured_embedder().embed_passages)) == []


def test_a_wrong_number_is_mended_where_another_passage_supports_the_sentence() -> None:
    assert proving_passages("The railway line to Loxton will not be closed.", 0) == [1]
    assert proving_passages("The railway line carries 65,000 tonnes of grain a year.", 0, 7) == [1]


def test_numbers_that_do_not_exist_are_not_cited() -> None:
    assert proving_passages("Childcare fees rose by 2.4 per cent over the 12 months to March 2021.", 41, -3) == [0]


def test_an_entailment_model_has_the_last_word() -> None:
    checks = Checks(configured_embedder().embed_passages, entails=lambda pairs: [0.1] * len(pairs))
    assert (
        proofs_of("Childcare fees rose by 2.4 per cent over the 12 months to March 2021.", [0], PASSAGES, checks) == []
    )


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("If the bill passes, the farmers will lose their water.", "The farmers will lose their water."),
        ("I deny that we promised tax cuts to the banks.", "We promised tax cuts to the banks."),
        ("It is a myth that the Murray dam was ever unsafe.", "The Murray dam was unsafe."),
        ("We will build hospitals in every region.", "We will build 21 hospitals in every region."),
        ("We will build hospitals in every region.", "We will build 2021 hospitals in every region."),
        ("She said that gas prices doubled last winter.", "She said that oil prices doubled last winter."),
        ("Half of the hospitals closed in the drought.", "A quarter of the hospitals closed in the drought."),
        ("M. Roy en parle. Nous allons réduire les impôts.", "M. Roy a dit que nous allons réduire les impôts."),
        ("Étienne Roy aide Élise Morin à Laval.", "Élise Morin aide Étienne Roy à Laval."),
    ],
)
def test_what_a_sentence_changes_of_the_passage_makes_it_fall(said: str, told: str) -> None:
    record = Passage(
        record="x", text=said, span=Span(0, len(said)), header="Ada Smith", speaker="Ada Smith",
        date=datetime.date(2021, 10, 21),
    )  # fmt: skip
    checks = Checks(configured_embedder().embed_passages)
    assert proofs_of(told, [0], [record], checks) == []
    assert [proof.passage for proof in proofs_of(said, [0], [record], checks)] == [0]
    if "We will build hospitals" in said:
        dated = "On 21 October 2021 Ada Smith said that we will build hospitals in every region."
        assert [proof.passage for proof in proofs_of(dated, [0], [record], checks)] == [0]
