"""Text recognition for scans, by OCRmyPDF with Tesseract: an optional extra, used where OCR_ENABLED says so."""

import shutil
import subprocess

from guardian.documents.errors import SCANNED, TOO_SLOW, DocumentError


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
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise DocumentError(TOO_SLOW) from None
    if finished.returncode or not finished.stdout:
        raise DocumentError(SCANNED)
    return finished.stdout
