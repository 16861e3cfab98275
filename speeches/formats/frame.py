"""The facts of each parliament in the record: one `parliament.yaml` beside its parser."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from speeches.formats.names import fold

_FOLDER = Path(__file__).resolve().parent


@dataclass(frozen=True, slots=True)
class Fetching:
    """The place where a parliament publishes its record.

    `address` is a template with a day (`{date}`, `{day}`) or, if sittings are `numbered` through a session, with
    `{parliament}`, `{session}` and `{number}`. Each of the `variants` fills in its other placeholders. `links` is the
    pattern of the file's address on an index page.
    """

    address: str
    numbered: bool = False
    variants: Sequence[Mapping[str, str]] = ({},)
    links: str = ""


@dataclass(frozen=True, slots=True)
class Frame:
    """A parliament's own words and facts. A parliament without a file of them has the defaults.

    `sides` gives, by a chamber's slug, the chamber's names for its ayes and noes.
    `official` says whether addresses of the official record lead to a "speech" or only to the "day".
    `states` maps short or other names of states and provinces to their names in the record.
    `seat_keys` says that a key in a person's `role_ids` stands for a seat that one person held, never for an office
    that passes on. It identifies the person whatever their name is by now, and the riding for which they sat.
    `offices` maps plain names of offices to the titles under which the people files list them.
    `party_posts` gives, by the list of a party's own posts, the words that stand before their titles.
    `rubrics` gives, by kind ("petitions", "reports"), the headings under which the day prints what comes before the
    House; each piece has a heading of its own there. `written` gives the headings, from the top of the day, and the
    files of what was put in writing and nobody spoke. `pieces` are headings of single pieces, which are named by the
    heading above.
    `chairs` are the titles under which the chair of a committee speaks there or is listed; `presiding` are those under
    which anybody speaks who presides.
    `folder` is the file's folder, None for the defaults.
    `unwhipped` are the codes of members without a whip: none of them votes against a party.
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
    party_posts: Mapping[str, str] = field(default_factory=dict)
    rubrics: Mapping[str, Sequence[str]] = field(default_factory=dict)
    pieces: Mapping[str, Sequence[str]] = field(default_factory=dict)
    written: Sequence[Sequence[str]] = ()
    chairs: Sequence[str] = ()
    presiding: Sequence[str] = ()
    unwhipped: Sequence[str] = ("IND",)
    fetching: Fetching | None = None
    procedure: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    folder: Path | None = None

    @property
    def chairing(self) -> frozenset[str]:
        """The titles of everybody in a chair, of the House or of a committee, who takes no side."""
        return frozenset((*self.presiding, *self.chairs))

    def is_written(self, headings: Sequence[str], piece: str) -> bool:
        """Whether what stands under these headings, from the top of the day, or in this file, was put in writing."""
        own = [heading.casefold() for heading in headings]
        return any([piece] == one or own[: len(one)] == [name.casefold() for name in one] for one in self.written)

    def presides(self, label: str) -> bool:
        """Whether a printed label gives a title of whoever presides: "Lines, Sen Sue (The PRESIDENT)"."""
        return any(f"the {fold(title)}" in fold(label) for title in self.chairing)

    def sides_of(self, chamber: str) -> Sequence[str]:
        """A chamber's names for its ayes and noes."""
        return self.sides.get(chamber) or ("Ayes", "Noes")


@cache
def frames() -> Mapping[str, Frame]:
    """Every parliament with a `parliament.yaml`, by code."""
    files = sorted(_FOLDER.glob("*/parliament.yaml"))
    return {frame.code: frame for frame in map(_read_frame, files)}


def frame_of(code: str) -> Frame:
    """The frame of a parliament, or the defaults if it has no file."""
    return frames().get(code) or Frame(code)


def _read_frame(file: Path) -> Frame:
    facts = yaml.safe_load(file.read_text(encoding="utf-8"))
    if fetching := facts.pop("fetching", None):
        facts["fetching"] = Fetching(**fetching)
    return Frame(**facts, folder=file.parent)
