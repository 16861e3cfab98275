"""The words of lists around the names, in the language of the question. The names themselves stay as printed."""

from speeches.models import Division, Vote
from speeches.reading import naming
from speeches.understanding.asking import unread_in_list
from speeches.understanding.reading import Reading

_SIDES = {
    "en": {
        Vote.AYE: "voted for",
        Vote.NO: "voted against",
        Vote.PAIRED: "were paired on",
        Vote.ABSTENTION: "abstained on",
    },
    "fr": {
        Vote.AYE: "ont voté pour",
        Vote.NO: "ont voté contre",
        Vote.PAIRED: "étaient pairés sur",
        Vote.ABSTENTION: "se sont abstenus sur",
    },
}
_ONE = {
    "en": {**_SIDES["en"], Vote.PAIRED: "was paired on"},
    "fr": {
        Vote.AYE: "a voté pour",
        Vote.NO: "a voté contre",
        Vote.PAIRED: "était pairé sur",
        Vote.ABSTENTION: "s’est abstenu sur",
    },
}
_ANY = {"en": "voted on", "fr": "ont voté sur"}
_SHORT = {
    "en": {Vote.AYE: "for", Vote.NO: "against", Vote.PAIRED: "paired", Vote.ABSTENTION: "abstaining"},
    "fr": {Vote.AYE: "pour", Vote.NO: "contre", Vote.PAIRED: "pairés", Vote.ABSTENTION: "abstentions"},
}
# For a question where the side does not say who was for the motion.
_TURNED = {
    "en": {Vote.AYE: "voted aye on", Vote.NO: "voted no on"},
    "fr": {Vote.AYE: "a voté oui sur", Vote.NO: "a voté non sur"},
}
_TURNED_SEVERAL = {
    "en": _TURNED["en"],
    "fr": {Vote.AYE: "ont voté oui sur", Vote.NO: "ont voté non sur"},
}
_TURNED_SHORT = {"en": {Vote.AYE: "aye", Vote.NO: "no"}, "fr": {Vote.AYE: "oui", Vote.NO: "non"}}
# The side that a ballot on the contrary question took on what was moved.
_STAND = {
    "en": {Vote.AYE: "that is, against what was moved", Vote.NO: "that is, for what was moved"},
    "fr": {Vote.AYE: "c’est-à-dire contre ce qui était proposé", Vote.NO: "c’est-à-dire pour ce qui était proposé"},
}
_LONGEST_QUESTION = 240


def vote_name(division: Division, language: str) -> str:
    """The name of a vote, unique on its day."""
    if language == "fr" and division.kind == Division.Kind.BILL and division.about and division.about.number:
        return f"le projet de loi {division.about.number}"
    unnamed = "la motion" if language == "fr" else "the motion"
    what = naming.vote_name(division, language) or division.question or unnamed
    return f"{what[: _LONGEST_QUESTION - 1]}…" if len(what) > _LONGEST_QUESTION else what


def is_turned(division: Division) -> bool:
    """Whether an aye was, or may have been, against what was moved ("That the motion be disagreed to.")."""
    return division.turned or not division.motion


def side_phrase(side: Vote | None, one: bool, language: str) -> str:
    """How people voted, as a verb: "voted against", or "a voté contre" for one member."""
    if side is None:
        return _ANY[language]
    return (_ONE if one else _SIDES)[language][side]


def side_briefly(side: Vote, language: str, turned: bool = False) -> str:
    """A side in a word: "for", "contre"; "aye" if the question is turned (see `is_turned`)."""
    return (_TURNED_SHORT[language].get(side) if turned else None) or _SHORT[language][side]


def turned_side_phrase(side: Vote, language: str, *, one: bool = True) -> str:
    """How people voted on a turned question: "voted no on"."""
    return (_TURNED if one else _TURNED_SEVERAL)[language].get(side) or side_phrase(side, one, language)


def stand_phrase(division: Division, side: Vote | None, language: str) -> str:
    """Whether a side was for what was moved, to follow a sentence about a vote on the contrary question; else ""."""
    stand = _STAND[language].get(side) if division.turned and side else None
    return f", {stand}" if stand else ""


def turned_note(division: Division, language: str) -> str:
    """What an aye was for, if it was not for what was moved or if nobody knows."""
    if not division.turned:
        return NOTES[language]["no question"]
    return NOTES[language]["turned" if division.question else "turned unprinted"].format(division.question)


def result_phrase(division: Division, language: str) -> str:
    """How many were for what was moved, and against: "(102 to 155)", "(102 pour, 155 contre)"."""
    for_it, against = division.for_and_against
    return f"({for_it} pour, {against} contre)" if language == "fr" else f"({for_it} to {against})"


_VIEWS = {
    "en": {
        "result": "{}: {} ({})",
        "tellers": "Tellers on {}",
        "rebels": "Voted against most of their party on {}",
        "no rebels": "Nobody is on record as voting against most of their party on {}",
    },
    "fr": {
        "result": "{} : {} ({})",
        "tellers": "Scrutateurs, {}",
        "rebels": "Ont voté contre la majorité de leur parti, {}",
        "no rebels": "Personne n’a voté contre la majorité de son parti, d’après le compte rendu, {}",
    },
}


def view_title(view: str, division: Division, language: str) -> str:
    """What a view of a vote shows, as a title: "Bill C-571, second reading: negatived (102 to 155)"."""
    outcome = naming.outcome_name(division.outcome, language)
    counts = result_phrase(division, language).strip("()")
    return _VIEWS[language][view].format(vote_name(division, language), outcome, counts)


def votes_phrase(count: int, language: str) -> str:
    """How many votes whips cast: "49 votes", "1 voix"."""
    if language == "fr":
        return f"{count} voix"
    return f"{count} {'vote' if count == 1 else 'votes'}"


def parties_phrase(count: int, language: str) -> str:
    """How many parties had members on a side."""
    if language == "fr":
        return f"Des membres de {count} parti{'' if count == 1 else 's'}"
    return f"Members of {count} {'party' if count == 1 else 'parties'}"


_SEATS = {
    "en": {"chair": "chair", "member": "member"},
    "fr": {"chair": "président", "member": "membre"},
}


def members_phrase(count: int, whose: str, day: str, language: str, seat: str = "member") -> str:
    """How many members, or chairs, of a committee, a party or a province a day's printed list shows."""
    noun = _SEATS[language][seat] + ("" if count == 1 else "s")
    if language == "fr":
        return f"{count} {noun}, {whose}, selon la liste du {day}"
    return f"{count} {noun} {whose} as listed on {day}"


NOTES = {
    "en": {
        "choose": "{} recorded votes may be meant. Choose one.",
        "near": "No recorded vote fits this question exactly. What comes nearest is below.",
        "more votes": "And {} more: name the day, the stage or the motion.",
        "no ballot": "The record prints no ballot of {} on {}",
        "no holder": "The record’s tables do not show who “{}” was on the day of the vote on {}",
        "surname": "On {1} the record prints {0} and no first name; it does not say that this is {2}",
        "no abstentions": "The record prints no abstentions on {}; who was absent or did not vote it does not say",
        "no pairs": "The record prints no pairs on {}",
        "no tellers": "The record marks no tellers on {}",
        "teller": "{} was a teller for the {}, whom the count leaves out, on {}",
        "also teller": "{} a teller for the {}",
        "cannot narrow": "No table of the record knows {} as a party or place, so as to tell the votes on {} apart",
        "least": "at least ",
        "voted thus": "How they voted: {}.",
        "nobody known": "Nobody of whom the record tells that party or place",
        "all but": "all but {}",
        "tellers": "The tellers are listed too; the count leaves them out, as the record does.",
        "debates": "Headings under which members spoke, {} in all",
        "speakers": "Spoke {1}, {0} in all",
        "latest days": "A party’s side is that of most of its votes, on the latest {} days with votes.",
        "the words": "Members who said “{1}”, {0} in all",
        "meeting": "All who spoke, {1} ({0})",
        "witnesses": "Witnesses heard at {1}, {0} in all",
        "presenters": "Presented {1}, {0} in all",
        "of": "on {}",
        "under": "under headings with “{}”",
        "by lists": "In a seat for {1} by the lists of members, {2}: {0} in all",
        "petitions": "Petitions with a heading of their own, {} in all",
        "reports": "Committee reports with a heading of their own, {} in all",
        "spoken": "No heading names this. Most was said of it under this one, perhaps not by all, perhaps elsewhere.",
        "spoken at": "The question names no day; this is the one meeting at which this was surely spoken of.",
        "bill spoken of": "No bill bears that name; this is the one of which most was said under it.",
        "not heard": "Left out: who only interjected, asked in writing, or is named by the chair’s title alone.",
        "all heard": "These are all who spoke at the meeting; not each of them need have spoken of this.",
        "panel heard": "These are the witnesses heard in that part of the meeting in which most was said of this.",
        "some words": "This is the heading that comes nearest: it holds some words of the question, and not all.",
        "speeches": "Speeches, {} in all",
        "questions": "Turns that the record marks as questions, {} in all",
        "statements": "Statements, {} in all",
        "answerers": "Members who answered questions, {} in all",
        "unmarked": "The record marks nothing there as a question: these are all who spoke.",
        "in office": "Spoke for the government {1}, with an office printed beside the name, {0} in all",
        "asked by": "Asked by: {}.",
        "answered by": "{}, answered by {}",
        "replied": "Turns that got a reply at once, {} in all",
        "next": "Who spoke before and after {}, {}",
        "others": "Others who spoke in the debate with {}, {}, {} in all",
        "opening": "The opening of {}",
        "openings": "The openings of debates that may be meant",
        "by opening": "No table tells who is asked for: these opened the debate, and answered or next spoke in office.",
        "motion": "Motion “{}”, {}",
        "motions": "Motions that name “{1}”, {0} in all",
        "elections": "Motions that name “{1}”, and who was elected, {0} in all",
        "not all members": "The record here holds no list of its members.",
        "bill named": "No debate here is on the bill itself: these members named it elsewhere.",
        "as moved": "These are motions as they were moved; what became of each stands in its debate.",
        "side": "“{}” is read as: {}, by who led it that day.",
        "cannot part": "Who voted with or against {} cannot be told of {}",
        "most of": "Of “{}”, most of those in the vote voted {}.",
        "divisions alone": "Of divisions alone: dissent that the record only tells in words is not among them.",
        "times": "Times of the sitting, in the record’s words, {}",
        "put off": "On the bill named, {}: {}",
        "stages": "Stages at which {} was before a chamber",
        "brought in": "brought in",
        "brought in by": "brought in by {}",
        "chair of": "In the chair of {}",
        "took the chair": "Noted in the minutes as taking the chair, {}",
        "relieved": "The minutes say who took the chair, and not who relieved them.",
        "spoke as": "Spoke as {}, {}",
        "in the chair": "in the chair",
        "no seconder": "No seconder was found beside it; there may be one.",
        "moved by": "moved by",
        "moved": "moved the motion",
        "seconded by": "seconded by",
        "seconded": "seconded it",
        "before": "before",
        "after": "after",
        "bills before": "None is introduced under a heading of its own then; bills with a heading, {} in all",
        "sponsor unknown": "The record does not say who brought in {} other bills of that time; some may belong here.",
        "bills at": "Bills with a heading of their own then and at this stage ({1}), {0} in all",
        "introduced": "introduced",
        "new": "new: introduced or presented",
        "bills of the day": "Bills with a heading of their own, {0} in all",
        "events": "Beside each bill: its headings, votes and readings in the minutes then. More may have happened.",
        "events of all": "All bills of the day, whatever became of them; beside each its headings, votes, readings.",
        "bills introduced": "Bills introduced or read a first time under a heading of their own, {0} in all",
        "other bills": "Other bills with a heading of their own then: {}.",
        "not new": "others",
        "record": "The record as ingested",
        "nobody": "nobody",
        "unread": "Not narrowed by {}: the record’s tables do not say that.",
        "votes": "{} recorded votes",
        "one vote": "1 recorded vote",
        "took part": " in which {} took part",
        "no such party": "{} is no party of the record: all are listed.",
        "party unknown": "Party not known",
        "on": "on",
        "ayes and noes": "{} ayes, {} noes",
        "party cast": "{} for, {} against",
        "rebels": "Only those are listed whose party and whose party’s majority are certain.",
        "not the bill": "The record holds no vote by name on the bill itself; this one is on another matter.",
        "turned": "The question was: “{}” So an aye was a vote against what was moved, and a no a vote for it.",
        "turned unprinted": "The question put was the contrary of what was moved. So an aye was a vote against it.",
        "no question": "The record does not print the question that was put, so it is not known what an aye was for.",
        "whips": "A party vote: whips cast it for their members; the record names only those of a split party.",
        "parties": "Parties are those under which the record shows the members nearest to that day.",
        "states": "Only members whose riding is known to lie there are listed.",
        "one unknown": "1 voter is left out, whose party on that day the record does not say.",
        "unknown": "{} voters are left out, whose party on that day the record does not say.",
        "party far off": "Those named whose party the record shows only half a year or more from that day: {}.",
        "one elsewhere": "1 voter is left out, whom the record shows in this party and in another about that day.",
        "elsewhere": "{} voters are left out, whom the record shows in this party and in another about that day.",
    },
    "fr": {
        "choose": "Il peut s’agir de {} votes par appel nominal. Choisissez-en un.",
        "near": "Aucun vote par appel nominal ne répond exactement à cette question. Voici le plus proche.",
        "more votes": "Et {} autres : nommez le jour, l’étape ou la motion.",
        "no ballot": "Le compte rendu n’imprime aucun bulletin de {} sur {}",
        "no holder": "Les tables du compte rendu ne montrent pas qui était « {} » le jour du vote sur {}",
        "surname": "Sur {1}, le compte rendu imprime {0}, sans prénom ; il ne dit pas que c’est {2}",
        "no abstentions": "Le compte rendu n’imprime aucune abstention sur {} ; il ne dit pas qui était absent",
        "no pairs": "Le compte rendu n’imprime aucun pairage sur {}",
        "no tellers": "Le compte rendu ne marque aucun scrutateur sur {}",
        "teller": "{} était scrutateur pour les « {} », que le décompte laisse de côté : {}",
        "also teller": "{} scrutateur pour les « {} »",
        "cannot narrow": "Aucune table ne connaît {} comme parti ou lieu, pour départager les voix sur {}",
        "least": "au moins ",
        "voted thus": "Leur vote : {}.",
        "nobody known": "Personne dont le compte rendu donne ce parti ou ce lieu",
        "all but": "tous sauf {}",
        "tellers": "Les scrutateurs sont nommés aussi ; le décompte ne les compte pas, comme le compte rendu.",
        "debates": "Rubriques sous lesquelles des membres ont pris la parole, {} en tout",
        "speakers": "Ont pris la parole {1}, {0} en tout",
        "latest days": "Le côté d’un parti est celui de la plupart de ses voix, aux {} derniers jours avec votes.",
        "the words": "Membres qui ont dit « {1} », {0} en tout",
        "meeting": "Tous ceux qui ont pris la parole, {1} ({0})",
        "witnesses": "Témoins entendus, {1}, {0} en tout",
        "presenters": "Ont présenté {1}, {0} en tout",
        "of": "sur {}",
        "under": "sous des rubriques sur « {} »",
        "by lists": "Siégeaient pour {1} selon les listes de membres, {2} : {0} en tout",
        "petitions": "Pétitions sous une rubrique, {} en tout",
        "reports": "Rapports de comités sous une rubrique, {} en tout",
        "spoken": "Aucune rubrique ne nomme cela. C’est sous celle-ci qu’on en a le plus parlé ; pas forcément chacun.",
        "spoken at": "La question ne nomme aucun jour ; c’est la seule réunion où l’on en a sûrement parlé.",
        "bill spoken of": "Aucun projet de loi ne porte ce nom ; c’est celui dont on a le plus parlé sous ce nom.",
        "not heard": "Ne figurent pas ceux qui n’ont fait qu’interrompre, interroger par écrit ou présider.",
        "all heard": "Ce sont tous ceux qui ont parlé à la réunion ; chacun n’a pas forcément parlé de cela.",
        "panel heard": "Ce sont les témoins de la partie de la réunion où l’on a le plus parlé de cela.",
        "some words": "C’est la rubrique la plus proche : elle contient des mots de la question, mais pas tous.",
        "speeches": "Interventions, {} en tout",
        "questions": "Interventions que le compte rendu marque comme questions, {} en tout",
        "statements": "Déclarations, {} en tout",
        "answerers": "Membres qui ont répondu aux questions, {} en tout",
        "unmarked": "Le compte rendu n’y marque rien comme question : voici tous ceux qui ont parlé.",
        "in office": "Ont parlé pour le gouvernement {1}, avec une fonction imprimée près du nom, {0} en tout",
        "asked by": "Questions de : {}.",
        "answered by": "{} ; réponses de {}",
        "replied": "Interventions suivies aussitôt d’une réponse, {} en tout",
        "next": "Qui a parlé avant et après {}, {}",
        "others": "Autres intervenants du débat avec {}, {}, {} en tout",
        "opening": "L’ouverture de {}",
        "openings": "Les ouvertures des débats possibles",
        "by opening": "Aucune table ne dit qui : voici qui ouvre le débat, puis qui répond ou parle à titre officiel.",
        "motion": "Motion « {} », {}",
        "motions": "Motions qui nomment « {1} », {0} en tout",
        "elections": "Motions qui nomment « {1} », et qui a été élu, {0} en tout",
        "not all members": "Le compte rendu ne contient ici aucune liste de ses membres.",
        "bill named": "Aucun débat ne porte ici sur le projet de loi lui-même : ces députés l’ont nommé ailleurs.",
        "as moved": "Ce sont les motions telles que proposées ; leur sort figure dans le débat.",
        "side": "« {} » est lu ainsi : {}, d’après qui était à sa tête ce jour-là.",
        "cannot part": "On ne peut dire qui a voté avec ou contre {} sur {}",
        "most of": "De « {} », la plupart de ceux qui figurent au vote ont voté {}.",
        "divisions alone": "Votes par appel nominal seulement : une dissidence dite en mots n’y est pas.",
        "times": "Heures de la séance, selon le compte rendu, {}",
        "put off": "Sur le projet de loi nommé, {} : {}",
        "stages": "Étapes auxquelles une chambre en était saisie, {}",
        "brought in": "déposé",
        "brought in by": "déposé par {}",
        "chair of": "À la présidence, {}",
        "took the chair": "Prise du fauteuil au procès-verbal, {}",
        "relieved": "Le procès-verbal dit qui a pris le fauteuil, et non qui a relayé cette personne.",
        "spoke as": "A parlé comme {}, {}",
        "in the chair": "à la présidence",
        "no seconder": "Personne qui l’ait appuyée n’a été trouvé à côté ; il peut y avoir quelqu’un.",
        "moved by": "proposée par",
        "moved": "a proposé la motion",
        "seconded by": "appuyée par",
        "seconded": "l’a appuyée",
        "before": "avant",
        "after": "après",
        "bills before": "Aucun déposé alors sous une rubrique à lui ; projets de loi avec une rubrique, {} en tout",
        "sponsor unknown": "Pour {} autres, le compte rendu ne dit pas qui les a déposés ; certains peuvent en être.",
        "bills at": "Projets de loi qui avaient alors une rubrique et étaient à cette étape ({1}), {0} en tout",
        "introduced": "déposé",
        "new": "nouveaux : déposés ou présentés",
        "bills of the day": "Projets de loi avec une rubrique, {0} en tout",
        "events": "Près de chacun : rubriques, votes et lectures au procès-verbal d’alors, peut-être pas tout.",
        "events of all": "Tous ceux du jour, quelle qu’en soit l’issue ; avec leurs rubriques, votes et lectures.",
        "bills introduced": "Projets de loi déposés ou lus une première fois sous une rubrique à eux, {0} en tout",
        "other bills": "Autres projets de loi qui avaient alors une rubrique : {}.",
        "not new": "autres",
        "record": "Le compte rendu tel qu’ingéré",
        "nobody": "personne",
        "unread": "Sans tenir compte de {} : les tables du compte rendu ne le disent pas.",
        "votes": "{} votes par appel nominal",
        "one vote": "1 vote par appel nominal",
        "took part": " avec la participation de {}",
        "no such party": "{} n’est pas un parti du compte rendu : tous sont nommés.",
        "party unknown": "Parti inconnu",
        "on": "sur",
        "ayes and noes": "{} oui, {} non",
        "party cast": "{} pour, {} contre",
        "rebels": "Seuls sont nommés ceux dont le parti et la majorité du parti sont certains.",
        "not the bill": "Aucun vote par appel nominal sur le projet de loi lui-même ; celui-ci porte sur autre chose.",
        "turned": "La question était : « {} » Un oui était donc un vote contre ce qui était proposé.",
        "turned unprinted": "La question était le contraire de la motion. Un oui était donc un vote contre elle.",
        "no question": "Le compte rendu n’imprime pas la question mise aux voix : on ignore le sens d’un oui.",
        "whips": "Vote par parti : les whips votent pour leurs membres ; seuls ceux d’un parti divisé sont nommés.",
        "parties": "Les partis sont ceux sous lesquels le compte rendu montre les membres au plus près de ce jour.",
        "states": "Seuls les membres dont la circonscription s’y trouve de façon connue sont nommés.",
        "one unknown": "1 votant manque : le compte rendu ne dit pas son parti ce jour-là.",
        "unknown": "{} votants manquent : le compte rendu ne dit pas leur parti ce jour-là.",
        "party far off": "Membres nommés dont le parti n’est montré qu’à six mois ou plus de ce jour : {}.",
        "one elsewhere": "1 votant manque : le compte rendu le montre alors dans ce parti et dans un autre.",
        "elsewhere": "{} votants manquent : le compte rendu les montre alors dans ce parti et dans un autre.",
    },
}


def quoted(words: str, language: str) -> str:
    """Words in the quotation marks of a language.

    >>> quoted("Santé", "fr")
    '« Santé »'
    """
    return f"« {words} »" if language == "fr" else f"“{words}”"


def unread_note(reading: Reading) -> str:
    """The note that a list is not narrowed by words that were not understood; "" if there are none."""
    words = ", ".join(quoted(word, reading.language) for word in unread_in_list(reading))
    return NOTES[reading.language]["unread"].format(words) if words else ""
