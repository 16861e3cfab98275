"""An answer as one text, and the lead of its verbatim sentences."""

from collections.abc import Collection, Mapping

from rag.answering.compose import ProvedSentence
from rag.answering.passages import Passage
from rag.text.dates import format_date
from rag.text.spans import Span
from speeches.formats.records import THE_RECORD
from speeches.questions.answer import AnswerSentence
from speeches.questions.ranking import is_set_apart, is_translated
from speeches.reading.naming import name_in

# Told above passages that may not be the ones looked for.
ONLY_NEAR = {
    "en": "No passage surely holds what you look for; these are the nearest.",
    "fr": "Aucun passage ne contient sûrement ce que vous cherchez ; voici les plus proches.",
}
# Told above words that stand for a recorded vote that there is not.
SAID_OF_A_VOTE = {
    "en": "This is what somebody said, and no recorded vote.",
    "fr": "C’est ce que quelqu’un a dit, et non un vote par appel nominal.",
}
# Told of a pronoun that stands for nobody.
WHO_IS_MEANT = {
    "en": "No question came before this one, so nobody can tell who is meant. Ask again with the name.",
    "fr": "Aucune question ne précède celle-ci : on ne peut savoir de qui il s’agit. Reposez-la avec le nom.",
}
# Told of an office that nobody is known to have held.
NOBODY_HOLDS = {
    "en": "The record’s tables do not show who “{}” was; these are the words of whoever spoke of it.",
    "fr": "Les tables du compte rendu ne disent pas qui était « {} » ; voici les mots de qui en a parlé.",
}
# Told of an answer from one country, if passages of others were found.
ONE_COUNTRY = {
    "en": "Answered from the record of {}. Spoken of in {} too: choose it to ask there.",
    "fr": "Réponse tirée du compte rendu : {}. Il en est aussi question ailleurs ({}) : choisissez-y un pays.",
}
# Told of days beyond the record.
NO_SITTING = {
    "en": "The record here holds no sitting within these filters.",
    "fr": "Le compte rendu ne contient ici aucune séance répondant à ces critères.",
}
EMPTY_DAYS = {
    "en": "The record here holds no sitting on the days named; the nearest are of {} and {}.",
    "fr": "Le compte rendu ne contient ici aucune séance à la date indiquée ; les plus proches sont du {} et du {}.",
}
ENDS = {"en": "The record here ends on {}.", "fr": "Le compte rendu s’arrête ici au {}."}
BEGINS = {"en": "The record here begins on {}.", "fr": "Le compte rendu commence ici le {}."}
# Told of a balanced answer.
SHARES = {
    "en": "Of the {} nearest passages {} are on this; by party: {}.",
    "fr": "Des {} passages les plus proches, {} portent sur ce sujet ; par parti : {}.",
}
SILENT = {
    "en": "No words near enough to this were found from: {}. That is no proof that nothing was said.",
    "fr": "Rien d’assez proche n’a été trouvé de : {}. Cela ne prouve pas que rien n’a été dit.",
}
NOT_SET_APART = {
    "en": "“{}” is no party or member of the record, so it could not be set apart.",
    "fr": "« {} » n’est ni un parti ni un membre de ce compte rendu et n’a pu être traité à part.",
}
NAMESAKES = {
    "en": "Several members are called “{}”. These are the words of {}; not compared: {}.",
    "fr": "Plusieurs membres s’appellent « {} ». Voici les paroles de {} ; ne sont pas comparées celles de {}.",
}
NOT_KNOWN = {
    "en": "The record’s tables do not show who “{}” was.",
    "fr": "Les tables du compte rendu ne disent pas qui était « {} ».",
}
NOT_SURE = {
    "en": "It is not sure that these words are on the subject, only that they come nearest: {}.",
    "fr": "Il n’est pas sûr que ces paroles portent sur ce sujet, seulement qu’elles s’en approchent le plus : {}.",
}
ONE_PARTY = {
    "en": "In the debate on this, only words of one party were found near enough.",
    "fr": "Dans le débat sur ce sujet, seules des paroles d’un parti ont été trouvées assez proches.",
}
ALL_SHOWN = {
    "en": "“{}” is no party or member of the record; all are shown.",
    "fr": "« {} » n’est ni un parti ni un membre de ce compte rendu ; tous sont montrés.",
}
ONE_PERIOD = {
    "en": "The record here speaks of this in one period only, so no change can be seen.",
    "fr": "Le compte rendu n’en parle ici que dans une seule période : aucun changement n’est visible.",
}
REPLIES_IN_ALL = {
    "en": "Replies on record there: {count}. Shown are the first: {shown}.",
    "fr": "Réponses au compte rendu à cet endroit : {count}. Montrées, dans l’ordre : {shown}.",
}
# Told above words that are no reply to anybody.
NO_REPLY = {
    "en": "No reply of theirs on this is on record; this is what they said of it.",
    "fr": "Le compte rendu ne contient pas de réponse de leur part ; voici ce qui en a été dit.",
}
# A question that goes on may be answered from a debate on something else.
ELSEWHERE = {
    "en": "In the debate that the last answer quotes nothing answers this; these words are from another.",
    "fr": "Rien n’y répond dans le débat que cite la réponse précédente ; ces paroles viennent d’un autre.",
}
# If no words of the party or the side asked about answer, somebody else's may.
OTHERS_WORDS = {
    "en": "These are words of others, not of “{}”.",
    "fr": "Ce sont les paroles d’autres, et non de « {} ».",
}
# What the record sets apart need not be the speaker's own words.
SET_APART = {"en": ", moving, reading or quoting", "fr": ", proposant, lisant ou citant"}
# The record's translation is not what was said word for word.
TRANSLATED = {"en": ", in translation", "fr": ", en traduction"}
_IN_REPLY = {"en": ", in reply to {}, “{}”", "fr": ", en réponse à {}, « {} »"}
# Told if the chat model fails.
CHAT_BROKE_OFF = {
    "en": "The chat model {} did not answer to the end; its answer ends here.",
    "fr": "Le modèle de conversation {} n’a pas répondu jusqu’au bout ; sa réponse s’arrête ici.",
}
CHAT_AWAY = {
    "en": "The chat model {} did not answer to the end; here are the record's own words instead.",
    "fr": "Le modèle de conversation {} n’a pas répondu jusqu’au bout ; voici les mots mêmes du compte rendu.",
}
UNSUPPORTED = {
    "en": "Nothing that {} wrote is supported; here are the record's own words instead.",
    "fr": "Rien de ce que {} a écrit n’est étayé ; voici les mots mêmes du compte rendu.",
}
# A question is shown up to so many characters from its end.
_LONGEST = 200


def answer_text(sentences: list[AnswerSentence], language: str = "en") -> str:
    """The answer as one text: verbatim sentences quoted after their speaker, numbers of sources in brackets."""
    lines: list[str] = []
    section = lead = ""
    for sentence in sentences:
        marks = "".join(f"[{number}]" for number in sentence.citations)
        if sentence.section != section:
            lines.append(f"{sentence.section}:")
            section, lead = sentence.section, ""
        own = sentence.lead + _in_reply(sentence.in_reply_to, language)
        if not sentence.verbatim:
            lines.append(f"{sentence.text} {marks}")
        elif own == lead:
            lines[-1] += f" “{sentence.text}” {marks}"
        else:
            lines.append(f"{own}: “{sentence.text}” {marks}")
            lead = own
    return "\n".join(lines)


def _in_reply(question: Mapping[str, str] | None, language: str) -> str:
    """Whom and what a sentence replies to, to follow its lead; empty if nothing."""
    return _IN_REPLY[language].format(question["speaker"], question["text"]) if question else ""


def sentence_of(
    proved: ProvedSentence, passage: Passage, cited: list[int], quoted: Collection[str], section: str, language: str
) -> AnswerSentence:
    """A proved sentence as an answer tells it: a verbatim one with its speaker and the question that it replies to."""
    if not proved.verbatim:
        return AnswerSentence(proved.text, cited, section=section)
    span = proved.proofs[0].span
    lead, asked = lead_of(passage, span, language), question_values(passage, span, quoted)
    return AnswerSentence(proved.text, cited, lead, section, verbatim=True, in_reply_to=asked)


def question_values(passage: Passage, span: Span, quoted: Collection[str]) -> dict[str, str] | None:
    """The question that words of a passage reply to, unless its record is among the `quoted` ones."""
    asked = passage.question_before(span)
    if asked is None or asked.record in quoted:
        return None
    text = " ".join(asked.sentences)
    shown = text if len(text) <= _LONGEST else f"… {text[-_LONGEST:].partition(' ')[2]}"
    return {"speaker": asked.asker, "text": shown, "url": asked.url}


def lead_of(passage: Passage, span: Span, language: str) -> str:
    """The speaker or the source of words of a passage, how they are not plainly said, and the day."""
    facts = passage.facts
    about = facts["role"] or name_in(facts["party"], facts["parliament"], language)
    # If nobody is named, the chair's name is the office itself.
    named = passage.speaker or THE_RECORD[language]
    who = f"{passage.speaker} ({about})" if about and about != passage.speaker else named
    who += SET_APART[language] if is_set_apart(passage, span) else ""
    who += TRANSLATED[language] if is_translated(passage, span) else ""
    return f"{who}, {format_date(passage.date, language)}" if passage.date else who
