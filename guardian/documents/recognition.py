"""Text recognition for scans by OCRmyPDF with Tesseract: optional, switched on by OCR_ENABLED."""

import os
import shutil
import subprocess

from guardian.documents.errors import SCANNED, TOO_SLOW, DocumentError

# Environment variables passed on to the program: paths and locale, none of our secrets.
_ENVIRONMENT = ("PATH", "LANG", "LC_ALL", "TMPDIR", "TESSDATA_PREFIX")


def recognise_text(content: bytes, seconds: int) -> bytes:
    """The same PDF with a text layer. Raises DocumentError if ocrmypdf is missing, fails or takes too long."""
    program = shutil.which("ocrmypdf")
    if program is None:
        raise DocumentError(SCANNED)
    try:
        # A scan takes seconds per page; the limit covers the whole document.
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
