"""An invented debate, and turns in it."""

import datetime

from speeches.models import Debate, Politician, Sitting, Speech

DAY = datetime.date(2014, 5, 14)


def speak(heading: Debate, member: Politician, position: int, kind: str = "speech") -> Speech:
    return Speech.objects.create(
        id=f"lighthouses-{position}",
        parliament_id="ca",
        chamber=heading.sitting.chamber,
        sitting=heading.sitting,
        debate=heading,
        position=9001 + position,
        date=DAY,
        kind=kind,
        politician=member,
        speaker=member.name,
        text="They are tall. Are they?",
        parts=[],
        word_count=5,
    )


def hold_debate() -> list[Speech]:
    """A heading with three turns, by three members."""
    sitting = Sitting.objects.filter(chamber__parliament="ca", date=DAY).first()
    assert sitting
    heading = Debate.objects.create(sitting=sitting, position=9000, title="Lighthouses")
    members = Politician.objects.filter(parliament="ca").exclude(name="").order_by("pk")[:3]
    return [speak(heading, member, position) for position, member in enumerate(members)]
