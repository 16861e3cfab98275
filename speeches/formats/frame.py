"""The facts of each parliament that the record reads: one `parliament.yaml` beside its parser."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml

_FOLDER = Path(__file__).resolve().parent


@dataclass(frozen=True, slots=True)
class Fetching:
    """Where a parliament publishes its record.

    `address` is a template over a day (`{date}`, `{day}`) or, where sittings are `numbered` through a session, over
    `{parliament}`, `{session}` and `{number}`. Each of the `variants` fills in what else it names. `links` is the
    pattern of the file's address on an index page.
    """

    address: str
    numbered: bool = False
    variants: Sequence[Mapping[str, str]] = ({},)
    links: str = ""


@dataclass(frozen=True, slots=True)
class Frame:
    """A parliament's own words and facts. One that brought no file of them has the defaults.

    `sides` are what each chamber calls its ayes and noes, by the chamber's slug.
    `official` says how deep the official record's addresses lead: to a "speech", or only to the "day".
    `states` are short or other names of states and provinces, each with the name in the record.
    `seat_keys` says that a key in a person's `role_ids` is of a seat that one person held, never of an office that
    passes on: it tells who somebody is whatever their name is by now, and for whom they sat.
    `offices` are plain names of offices, each with the titles under which the people files list them.
    `rubrics` are the headings below which the day prints what comes before the House, by kind ("petitions", "reports"):
    each piece has a heading of its own there. `pieces` are headings of single pieces, named by the heading above.
    `chairs` are the titles under which whoever is in the chair of a committee speaks there, or is listed.
    `folder` is where the file lies, none for the defaults.
    `unwhipped` are the codes of those who sit without a whip: nobody of them votes against a party.
    """

    code: str
    name: str = ""
    country: str = ""
    aliases: Sequence[str] = ()
    languages: Sequence[str] = ("en",)
    words: Mapping[str, str] = field(default_factory=dict)
    sides: Mapping[str, Sequence[str]] = field(default_factory=dict)
    official: str = "speech"
    seat_keys: bool = False
    states: Mapping[str, str] = field(default_factory=dict)
    chambers: Sequence[Mapping[str, Any]] = ()
    parties: Sequence[Mapping[str, Any]] = ()
    offices: Mapping[str, Sequence[str]] = field(default_factory=dict)
    rubrics: Mapping[str, Sequence[str]] = field(default_factory=dict)
    pieces: Mapping[str, Sequence[str]] = field(default_factory=dict)
    chairs: Sequence[str] = ()
    unwhipped: Sequence[str] = ("IND",)
    fetching: Fetching | None = None
    procedure: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    folder: Path | None = None

    def sides_of(self, chamber: str) -> Sequence[str]:
        """What a chamber calls its ayes and noes."""
        return self.sides.get(chamber) or ("Ayes", "Noes")


@cache
def frames() -> Mapping[str, Frame]:
    """Every parliament with a `parliament.yaml`, by code."""
    files = sorted(_FOLDER.glob("*/parliament.yaml"))
    return {frame.code: frame for frame in map(_read, files)}


def frame_of(code: str) -> Frame:
    """The frame of a parliament; the defaults for one that came with speeches of its own."""
    return frames().get(code) or Frame(code)


def _read(file: Path) -> Frame:
    facts = yaml.safe_load(file.read_text(encoding="utf-8"))
    if fetching := facts.pop("fetching", None):
        facts["fetching"] = Fetching(**fetching)
    return Frame(**facts, folder=file.parent)
