"""However a source spells a name, it is one person."""

import pytest

from speeches.formats.names import display_name, name_key, office, person_name, short_name


@pytest.mark.parametrize(
    ("spelling", "name"),
    [
        ("Albanese, Anthony MP", "Anthony Albanese"),
        ("Albanese, Anthony, MP", "Anthony Albanese"),
        ("KENNEDY, Simon MP", "Simon Kennedy"),
        ("Smith, Tony MP (The SPEAKER)", "Tony Smith"),
        ("Clare, Jason Dean MP", "Jason Clare"),
        ("Hodgins-May, Sen Steph", "Steph Hodgins-May"),
        ("Nampijinpa Price, Sen Jacinta", "Jacinta Nampijinpa Price"),
        ("O'BRIEN, Llew MP", "Llew O'Brien"),
        ("McBRIDE, Emma", "Emma McBride"),
        ("Ms Susan Templeman MP", "Susan Templeman"),
        ("Katter, Bob MP ", "Bob Katter"),
        ("Senator the Hon. Penny Wong", "Penny Wong"),
    ],
)
def test_one_name_for_every_spelling(spelling: str, name: str) -> None:
    assert person_name(spelling) == name


def test_keys_of_one_person_agree() -> None:
    spellings = ("O’Connor, Brendan, MP", "Mr Brendan O'Connor", "O'CONNOR, Brendan MP")
    assert len({name_key(spelling) for spelling in spellings}) == 1


def test_a_surname_alone_stays_a_surname() -> None:
    assert display_name("Mr KATTER") == "Katter"


def test_middle_names_go_and_particles_stay() -> None:
    assert short_name("Bert van der Berg") == "Bert van der Berg"
    assert short_name("Mark Maclean Coulton") == "Mark Coulton"


def test_the_office_of_a_chair() -> None:
    assert office("Claydon, Sharon MP (The DEPUTY SPEAKER)") == "The DEPUTY SPEAKER"
    assert office("Claydon, Sharon MP") == ""
