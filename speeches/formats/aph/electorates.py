"""The state or territory of each division of the House of Representatives, including those abolished since 2001."""

_DIVISIONS = {
    "New South Wales": "Banks, Barton, Bennelong, Berowra, Blaxland, Bradfield, Calare, Charlton, Chifley, "
    "Cook, Cowper, Cunningham, Dobell, Eden-Monaro, Farrer, Fowler, Gilmore, Grayndler, Greenway, Gwydir, Hughes, "
    "Hume, Hunter, Kingsford Smith, Kingsford-Smith, "
    "Lindsay, Lowe, Lyne, Macarthur, Mackellar, Macquarie, McMahon, Mitchell, "
    "New England, Newcastle, North Sydney, Page, Parkes, Parramatta, Paterson, Prospect, Reid, Richmond, Riverina, "
    "Robertson, Shortland, Sydney, Throsby, Warringah, Watson, Wentworth, Werriwa, Whitlam",
    "Victoria": "Aston, Ballarat, Batman, Bendigo, Bruce, Burke, Calwell, Casey, Chisholm, Cooper, Corangamite, Corio, "
    "Deakin, Dunkley, Flinders, Fraser, Gellibrand, Gippsland, Goldstein, Gorton, Hawke, Higgins, Holt, Hotham, Indi, "
    "Isaacs, Jagajaga, Kooyong, La Trobe, Lalor, Macnamara, Mallee, Maribyrnong, McEwen, McMillan, Melbourne, "
    "Melbourne Ports, Menzies, Monash, Murray, Nicholls, Scullin, Wannon, Wills",
    "Queensland": "Blair, Bonner, Bowman, Brisbane, Capricornia, Dawson, Dickson, Fadden, Fairfax, Fisher, Flynn, "
    "Forde, Griffith, Groom, Herbert, Hinkler, Kennedy, Leichhardt, Lilley, Longman, Maranoa, McPherson, Moncrieff, "
    "Moreton, Oxley, Petrie, Rankin, Ryan, Wide Bay, Wright",
    "Western Australia": "Brand, Bullwinkel, Burt, Canning, Cowan, Curtin, Durack, Forrest, Fremantle, Hasluck, "
    "Kalgoorlie, Moore, O'Connor, Pearce, Perth, Stirling, Swan, Tangney",
    "South Australia": "Adelaide, Barker, Bonython, Boothby, Grey, Hindmarsh, Kingston, Makin, Mayo, Port Adelaide, "
    "Spence, Sturt, Wakefield",
    "Tasmania": "Bass, Braddon, Clark, Denison, Franklin, Lyons",
    "Australian Capital Territory": "Bean, Canberra, Fenner",
    "Northern Territory": "Lingiari, Northern Territory, Solomon",
}
_STATE_OF = {division: state for state, names in _DIVISIONS.items() for division in names.split(", ")}


def state_of(electorate: str) -> str:
    """The state of a division, "" if it is unknown.

    >>> state_of("Kennedy"), state_of("O’Connor"), state_of("Atlantis")
    ('Queensland', 'Western Australia', '')
    """
    return _STATE_OF.get(electorate.replace("’", "'"), "")
