"""Places that another account can reach: root lends PostgreSQL one, which may not pass through root's own folders.

No folder is opened for it. What it cannot reach where it lies goes to `/var/lib/hansard`: its data, to which the folder
of data then links, and a copy of its programs.
"""

import contextlib
import os
import pwd
import shutil
import stat
import tempfile
from pathlib import Path

PLACES = Path("/var/lib/hansard")
_OWNER = "owner"
_COPY = "programs-"


class PlaceError(RuntimeError):
    """There is no place that the account can reach; the message says what to do."""


def is_reachable(path: Path) -> bool:
    """Whether any account may pass through all folders above a path."""
    return all(folder.stat().st_mode & stat.S_IXOTH for folder in path.resolve().parents)


def lend_folder(folder: Path, account: pwd.struct_passwd) -> Path:
    """An empty folder of the account's own for what `folder` names; a link there leads to it if it lies elsewhere."""
    if is_reachable(folder):
        folder.mkdir(mode=0o700)
        place = folder
    else:
        place = _new_place(folder) / folder.name
        place.mkdir(mode=0o700)
        folder.symlink_to(place)
    os.chown(place, account.pw_uid, account.pw_gid)
    return place


def remove_folder(folder: Path) -> None:
    """Remove a folder, or the link to its place with what lies there."""
    place = folder.resolve()
    if folder.is_symlink():
        folder.unlink()
        shutil.rmtree(place.parent, ignore_errors=True)
    shutil.rmtree(place, ignore_errors=True)


def reachable_package(package: Path) -> Path:
    """The folder of an installed package, or a copy of it and of its libraries, made once for each time that it was
    installed."""
    if is_reachable(package / "program"):
        return package
    copy = _places() / f"{_COPY}{package.stat().st_mtime_ns}"
    if not copy.exists():
        draft = Path(tempfile.mkdtemp(dir=PLACES, prefix="draft-"))
        draft.chmod(0o755)
        for folder in (package, package.with_name(f"{package.name}.libs")):
            if folder.is_dir():
                shutil.copytree(folder, draft / folder.name)
        with contextlib.suppress(OSError):  # Another process may have been quicker.
            draft.rename(copy)
    return copy / package.name


def _new_place(folder: Path) -> Path:
    _remove_abandoned()
    place = Path(tempfile.mkdtemp(dir=_places()))
    place.chmod(0o711)
    (place / _OWNER).write_text(str(folder))
    return place


def _remove_abandoned() -> None:
    """Remove the places to which their folder links no more, as it was removed."""
    for owner in _places().glob(f"*/{_OWNER}"):
        folder = Path(owner.read_text())
        if folder.resolve().parent != owner.parent and not any(owner.parent.glob("*/postmaster.pid")):
            shutil.rmtree(owner.parent, ignore_errors=True)


def _places() -> Path:
    try:
        PLACES.mkdir(mode=0o755, exist_ok=True, parents=True)
    except OSError as error:
        raise PlaceError(
            f"PostgreSQL does not run as root, and the account lent to it can pass neither through your folders nor to "
            f"{PLACES} ({error.strerror}). Run this as another user, or below a folder that others may pass, as /srv."
        ) from error
    return PLACES
