"""The few closed classes of words that a reading needs, in English and French. They describe the languages, not the
questions."""

from rag.language.tokens import without_accents

# Words for somebody or something named before, and those that also point at what follows.
ANAPHORS = frozenset(
    "he she him her his hers they them their theirs it its il elle lui leur leurs ils elles eux".split()
)
PERSONAL = frozenset("he she il elle".split())
PRONOUNS = ANAPHORS | frozenset(
    "that this these those one ones same celui celle ceux celles ca cela ceci ce cet cette ces en y sa son ses".split()
)
# Those that stand for a matter, never for people, and never before a noun ("that day").
MATTER_PRONOUNS = frozenset("it ca cela ceci".split())
# The pronouns that ask for a person.
WHOEVER = frozenset("who whom whose qui".split())
# Words that pick some of many by what no table tells: their sex, their place in an order, their rank.
PICKING = frozenset(
    "women woman men man femmes femme hommes homme first last premier premiers premiere premieres dernier derniers "
    "derniere dernieres most least minister ministers ministre ministres".split()
)
# Articles, prepositions, conjunctions, auxiliaries: words that name no subject.
EMPTY = PRONOUNS | frozenset(
    "the a an of to in on at by for from with about over under into and or not no nor but as if so than then there "
    "here is are was were be been being am do does did has have had having will would shall should can could may "
    "might must what which who whom whose when where why how all any each every some my your our his "
    "le la les l un une des du de d au aux a ou et ou ni mais dans par pour avec sur sous sans chez vers entre contre "
    "est sont etait etaient ete etre avoir ont avait qui que quoi dont quel quelle quels quelles comment pourquoi "
    "quand ne pas plus se s qu je tu il nous vous on".split()
)
# What is not the one before.
OTHERS = frozenset("other others autre autres".split())
# The negations and prepositions that exclude what follows, and mean nothing else: "other than Labor", "who are not
# Liberals", "apart from the Greens", "sauf le NPD".
EXCLUDING = frozenset(
    "not non except excepting excluding besides without outside than apart aside barring "
    "sauf hormis excepte hors sans pas autre autres exception exclusion dehors".split()
)
# The stages of a bill: people's names for them, and the record's.
STAGES = {
    "premiere lecture": "first reading", "deuxieme lecture": "second reading", "troisieme lecture": "third reading",
    "1re lecture": "first reading", "2e lecture": "second reading", "3e lecture": "third reading",
    "1st reading": "first reading", "2nd reading": "second reading", "3rd reading": "third reading",
    "first time": "first reading", "second time": "second reading", "third time": "third reading",
    "final reading": "third reading", "derniere lecture": "third reading",
    "etape du rapport": "report stage", "rapport": "report stage", "report": "report stage",
    "comite": "committee", "etape du comite": "committee", "committee stage": "committee",
    "consideration in detail": "consideration in detail",
}  # fmt: skip
# The words for the sides of a vote, as chambers and people say them.
SIDES = {
    **dict.fromkeys("for aye ayes yes yea yeas content contents favour favor pour oui faveur".split(), "aye"),
    **dict.fromkeys("against no noes nay nays opposed opposing not non contre".split(), "no"),
}
JOINING = frozenset("and or nor et ou ni".split())
# Those that a chamber prints over the names of a side; people do not use them for those who support a motion.
PRINTED_SIDES = frozenset("aye ayes yes no noes yea yeas nay nays content contents oui non".split())
# Words for a member of a party, a chamber or a house. They are not part of the party's name.
MEMBERS = frozenset(
    "mp mps member members senator senators peer peers lord lords backbencher backbenchers politician politicians "
    "party parties caucus depute deputes deputee deputees senateur senateurs senatrice senatrices parti partis "
    "elu elus elue elues".split()
)
# Whoever sits for a riding; members of other houses have other seats.
SEATED = frozenset("mp member depute deputee elu elue".split())
# What is moved, in both languages, and the prepositions that tell whose it is.
AMENDMENTS = frozenset("amendment amendments amendement amendements".split())
MOTIONS = AMENDMENTS | frozenset(
    "motion motions bill bills reference order clause proposal disallowance projet projets resolution "
    "proposition".split()
)
GENITIVES = frozenset("of by from de d du des".split())
# What stands between a topic and the place that it is in.
PLACING = frozenset("in at near across en a au aux dans".split())
# The prepositions of "au sujet de", "à propos du" and the like.
OF = frozenset("of de d du des".split())
# What stands before whom or what somebody speaks of.
ABOUT = frozenset("about concerning regarding against toward towards sur contre envers concernant propos sujet".split())
# What stands between an office and its matter.
MATTERS = frozenset("for of on pour de d des du a au aux".split())
BILLS = frozenset("bill bills projet projets".split())
ARTICLES = frozenset("the a an le la les l un une".split())


def picks(word: str) -> bool:
    """Whether a word picks some of many by what no table tells.

    >>> picks("Première")
    True
    """
    return without_accents(word).lower() in PICKING
