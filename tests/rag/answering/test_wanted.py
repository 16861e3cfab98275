"""What a question asks for, and whether a sentence has it."""

import pytest

from rag.answering.wanted import asked_for, gives, names_in


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("How many helpline calls were taken?", "number"),
        ("How thick is the ice?", "number"),
        ("How much does the industry contribute each year?", "money"),
        ("How much did it rain?", "number"),
        ("By what percentage did fees rise?", "share"),
        ("What was Hobart's rental vacancy rate?", "share"),
        ("What maximum fine applies?", "money"),
        ("When will the ship sail?", "date"),
        ("From what date must homes have a nurse?", "date"),
        ("Who started the company?", "name"),
        ("Which company won the contract?", "name"),
        ("Where is the dog park?", "place"),
        ("How big was the cheque for the museum?", "money"),
        ("What did the council pay towards the pool?", "money"),
        ("What is the contract with the shipyard worth?", "money"),
        ("What was the first-dose rate in the north?", "share"),
        ("What was the final score?", "number"),
        ("Which horse won the cup?", "name"),
        ("Which local newspaper closed?", "name"),
        ("Combien de maisons ont brûlé ?", "number"),
        ("Combien la fête a-t-elle coûté ?", "money"),
        ("Quelle somme a été versée au musée ?", "money"),
        ("Quand le pont sera-t-il ouvert ?", "date"),
        ("Quel film a remporté le prix ?", "name"),
        ("Où se trouve le musée ?", "place"),
        ("Que pensent-ils du pont ?", ""),
        ("Which products still attract duty?", ""),
        ("Why was the bridge closed?", "reason"),
        ("Pourquoi le pont est-il fermé ?", "reason"),
        ("What did students call the koala that crossed the road?", "name"),
        ("What is the book called?", "name"),
        ("What did the opposition do when the vote was called?", ""),
        ("What did the government put in the budget?", ""),
        ("What did the Treasurer say about the unemployment rate?", ""),
        ("What did the Treasurer say about inflation?", ""),
        ("childcare fees", ""),
    ],
)
def test_what_is_asked_for(question: str, kind: str) -> None:
    assert asked_for(question) == kind


@pytest.mark.parametrize(
    ("kind", "sentence", "expected"),
    [
        ("money", "It costs $4.7 million.", True),
        ("money", "They gave 500 pounds.", True),
        ("money", "It costs a lot.", False),
        ("number", "Sixty-five thousand vehicles use it.", True),
        ("number", "Many vehicles use it.", False),
        # What dates something counts nothing.
        ("number", "It began in 1866 and won a prize on 3 May 2021.", False),
        ("number", "It began in 1866 with 12 vines.", True),
        ("number", "Il y en a vingt-deux.", True),
        ("money", "Le pont a coûté 12 millions de dollars.", True),
        ("money", "Il en coûte 350 $ par mois.", True),
        ("date", "Il ouvrira le 3 mai.", True),
        ("share", "It rose by 2.4 per cent.", True),
        ("share", "Nine out of ten agree.", True),
        ("share", "It rose by 24.", False),
        ("date", "From 1 July 2023 they must.", True),
        ("date", "They must do it soon.", False),
        ("name", "It was founded by John Gladigau.", True),
        ("name", "It was founded by a farmer.", False),
        ("name", "It was won by Winx.", True),
        # Where it was, and whose, is no name of who.
        ("name", "Many runners from Hobart and Australia's best came to the start in Perth.", False),
        ("name", "The award was presented to Dr Jones.", True),
        ("name", "Alors Édith a gagné.", True),
        ("name", "At the start in Perth stood Ada de Vries.", True),
        ("", "Anything at all.", True),
    ],
)
def test_whether_a_sentence_gives_it(kind: str, sentence: str, expected: bool) -> None:
    assert gives(kind, sentence, "What of it?") is expected


def test_what_the_question_says_itself_is_no_answer() -> None:
    assert not gives("number", "The 30,000 homes are welcome.", "How many of the 30,000 homes are in Perth?")
    assert gives("number", "Of the 30,000 homes 400 are.", "How many of the 30,000 homes are in Perth?")
    assert not gives("number", "A fund for 30,000 homes.", "How many homes of the 30,000 are in Perth?")
    assert not gives("name", "Then Facebook answered.", "Who at Facebook answered?")


def test_names_without_openings_and_possessives() -> None:
    assert names_in("What did Hobart's Mayor say of the Derwent, and Why?") == ["Hobart", "Mayor", "Derwent"]
