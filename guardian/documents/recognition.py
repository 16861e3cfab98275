"""Text recognition for scans, by OCRmyPDF with Tesseract: an optional extra, used where OCR_ENABLED says so."""

import os
import shutil
import subprocess

from guardian.documents.errors import SCANNED, TOO_SLOW, DocumentError

# What the program is told of ours: where things are, and none of our secrets.
_ENVIRONMENT = ("PATH", "LANG", "LC_ALL", "TMPDIR", "TESSDATA_PREFIX")


def recognised(content: bytes, seconds: int) -> bytes:
    """The same PDF with a text layer. Raises DocumentError where that cannot be had."""
    program = shutil.which("ocrmypdf")
    if program is None:
        raise DocumentError(SCANNED)
    try:
        # A scan takes seconds a page; the limit is for the whole document.
        finished = subprocess.run(  # noqa: S603
            [program, "--skip-text", "--output-type", "pdf", "--quiet", "-", "-"],
            input=content, capture_output=True, timeout=10 * seconds, check=False,
            env={name: os.environ[name] for name in _ENVIRONMENT if name in os.environ},
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise DocumentError(TOO_SLOW) from None
    if finished.returncode or not finished.stdout:
        raise DocumentError(SCANNED)
    return finished.stdout
