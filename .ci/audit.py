"""Fails if a locked package has a known vulnerability or a file holds a secret. `make audit` runs it with its own
tools."""

import json
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
TOOLS = Path(sys.executable).parent
# Strings that look like secrets and are none, by file and hash: passwords of tests, an example of an address.
KNOWN = HERE / "secrets.json"
# Not scanned: trained weights, a packed database and people's questions look random and hold no secret.
_OTHER = (".npz", ".backup", ".jsonl", ".woff2", ".png", ".pdf")


def holes() -> list[str]:
    """Returns the locked packages with known vulnerabilities. Packages that the index does not know are only
    counted."""
    lock = HERE.parent / "requirements.lock"
    command = [TOOLS / "pip-audit", "--progress-spinner=off", "--no-deps", "--disable-pip", "--format=json", "-r", lock]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    if not told.stdout.strip():
        print(f"The packages were not audited, for no advisories could be had:\n{told.stderr[-500:]}")
        return []
    packages = json.loads(told.stdout)["dependencies"]
    unknown = [one["name"] for one in packages if "skip_reason" in one]
    print(f"{len(packages) - len(unknown)} packages audited, {len(unknown)} not known to the index.")
    return [f"{one['name']} {one['version']}: {hole['id']}" for one in packages for hole in one.get("vulns", ())]


def secrets() -> list[str]:
    """Returns the places that look like secrets and are not known to be harmless."""
    listed = subprocess.run(["git", "ls-files", "-z"], capture_output=True, text=True, check=True).stdout.split("\0")
    files = [name for name in listed if name and not name.endswith(_OTHER) and name != ".ci/secrets.json"]
    scanned = subprocess.run([TOOLS / "detect-secrets", "scan", *files], capture_output=True, text=True, check=True)
    known = {(file, hash_) for file, hashes in json.loads(KNOWN.read_text()).items() for hash_ in hashes}
    return [
        f"{file}, line {one['line_number']}: {one['type']} ({one['hashed_secret']})"
        for file, found in json.loads(scanned.stdout)["results"].items()
        for one in found
        if (file, one["hashed_secret"]) not in known
    ]


if __name__ == "__main__":
    found = [*holes(), *secrets()]
    print("\n".join(found) or "No known hole, no secret.")
    sys.exit(bool(found))
