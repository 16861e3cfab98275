"""Reasons why a document cannot be read, in words for the person who uploaded it."""


class DocumentError(Exception):
    """A document that cannot be read; the message says why and what to do."""


# A document with fewer characters is taken for a scan without text.
FEWEST_CHARACTERS = 100

NOT_A_PDF = "This file is not a PDF. Please upload the bylaws as a PDF document."
CORRUPT = "This PDF is damaged and cannot be opened. Please export or download it again, and upload the new copy."
ENCRYPTED = "This PDF is protected with a password. Please save a copy without the password, and upload that one."
SCANNED = (
    "This PDF appears to be a scanned image without text that can be read. Please upload a version with text: the "
    "original document exported as PDF, or the scan after text recognition (OCR)."
)
EMPTY = "This PDF has no pages. Please upload another copy."
TOO_MANY_PAGES = "This PDF has {pages} pages; at most {most} are read. Please upload the bylaws alone."
TOO_LARGE = "This file has {megabytes} MB; at most {most} MB are taken. Please save a smaller copy of the PDF."
TOO_SLOW = "Reading this PDF took too long, so it was given up. Please print it to a new PDF, and upload that one."
TOO_HEAVY = (
    "Reading this PDF took more memory than it may, so it was given up. Please print it to a new PDF, and upload that "
    "one."
)
