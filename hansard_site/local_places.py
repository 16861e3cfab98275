"""Places that another account can reach. Root runs PostgreSQL as such an account, which may not pass through root's
own folders, and no folder is opened for it.

Where it cannot reach the data, they lie in `/var/lib/hansard`, and the folder of data links there; so does a copy of
PostgreSQL's programs. A place stays until its data are made anew: whoever removes a checkout removes its place, too.
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
    """An empty folder of the account's own: `folder` where the account can reach it, else one that it links to."""
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
    """Remove a folder; of a link to a place that was lent, the link with what lies there. Raises PlaceError for a link
    to anywhere else, which is somebody's own."""
    if not folder.is_symlink():
        shutil.rmtree(folder, ignore_errors=True)
        return
    place = folder.resolve().parent
    if place.parent != PLACES.resolve() or not (place / _OWNER).is_file():
        raise PlaceError(
            f"{folder} leads to {folder.resolve()}, where no data of PostgreSQL are. Mend or remove the link."
        )
    folder.unlink()
    shutil.rmtree(place)


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
    place = Path(tempfile.mkdtemp(dir=_places()))
    place.chmod(0o711)
    (place / _OWNER).write_text(str(folder))
    return place


def _places() -> Path:
    try:
        PLACES.mkdir(exist_ok=True, parents=True)
        PLACES.chmod(0o755)
    except OSError as error:
        raise PlaceError(
            f"PostgreSQL does not run as root, and the account lent to it can pass neither through your folders nor to "
            f"{PLACES} ({error.strerror}). Run this as another user, or below a folder that others may pass, as /srv."
        ) from error
    return PLACES
