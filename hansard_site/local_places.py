"""Folders that another account can reach. Root runs PostgreSQL under an unprivileged account, which cannot enter root's
own folders; none is opened for it.

If the account cannot reach the data folder, the data go to `/var/lib/hansard`, with a link in the data folder. So does
a copy of PostgreSQL's programs. A place stays until its data are made again: if you remove a checkout, remove its place
too.
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
    """No folder is reachable for the account. The message says what to do."""


def is_reachable(path: Path) -> bool:
    """Whether any account may enter all folders above a path."""
    return all(folder.stat().st_mode & stat.S_IXOTH for folder in path.resolve().parents)


def lend_folder(folder: Path, account: pwd.struct_passwd) -> Path:
    """Creates an empty folder owned by the account: `folder` itself if the account can reach it, else one that it links
    to."""
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
    """Removes a folder. If it is a link to a lent place, removes both link and place. Raises PlaceError for a link to
    anywhere else, because that belongs to somebody."""
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
    """Returns the folder of an installed package, or a reachable copy of it and its libraries, made once per
    installation."""
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
