"""The commands that ask, verify and measure, as an operator types them."""

import re
from pathlib import Path

import pytest
import yaml
from django.core.management import CommandError, call_command

from speeches.models import Answer
from training import own
from training.gold import write_gold

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("record")]

Capture = pytest.CaptureFixture[str]
DAYS = {"2021_10_26.xml", "2021_12_01.xml"}


@pytest.fixture
def gold(shared: Path, tmp_path: Path) -> Path:
    """Every second of the gold questions on two days, and of those that nothing answers."""
    entries = yaml.safe_load((shared / "gold/au_dev.yaml").read_text())
    kept = [
        entry for entry in entries if not entry["relevant"] or {item.get("file") for item in entry["relevant"]} & DAYS
    ]
    path = tmp_path / "gold.yaml"
    path.write_text(yaml.safe_dump(kept[::2]))
    return path


def test_ask_prints_the_answer_its_sources_and_a_receipt(capsys: Capture) -> None:
    call_command("ask", "How often does melanoma kill an Australian, according to Jason Clare?")
    out = " ".join(capsys.readouterr().out.split())
    assert "It kills one Australian every six hours." in out
    assert "[1] Jason Clare (Australian Labor Party)" in out
    assert f"Receipt: /answers/{Answer.objects.latest('created_at').pk}" in out


def test_ask_refuses_and_shows_what_is_near(capsys: Capture) -> None:
    call_command("ask", "How many vapes were seized at the border?")
    out = capsys.readouterr().out
    assert "Not found in the provided records." in out
    assert "Related, but not an answer" in out
    assert "Searched " in out


def test_ask_takes_filters_and_says_what_to_mend(capsys: Capture) -> None:
    call_command("ask", "What was said about childcare fees?", "--party", "LP")
    assert "(Australian Labor Party)" not in capsys.readouterr().out
    with pytest.raises(CommandError, match="year-month-day"):
        call_command("ask", "Why so?", "--date-from", "soon")


def test_verify_quote_prints_the_verdict_and_a_report(capsys: Capture) -> None:
    call_command("verify_quote", "It kills one Australian every nine hours.", "--speaker", "Jason Clare")
    out = capsys.readouterr().out
    assert out.startswith("altered:")
    assert "“six” was said, not “nine” (a number)" in out
    assert "For a report:" in out
    call_command("verify_quote", "The lighthouse keepers of Eastern Arm deserve a pension.")
    assert capsys.readouterr().out.startswith("not_found:")
    with pytest.raises(CommandError, match="at least 3 words"):
        call_command("verify_quote", "two words")


@pytest.mark.no_cover
def test_evaluate_measures_answers_and_verdicts(gold: Path, shared: Path, tmp_path: Path, capsys: Capture) -> None:
    quotes = tmp_path / "quotes.yaml"
    entries = yaml.safe_load((shared / "gold/quotes_dev.yaml").read_text())
    quotes.write_text(yaml.safe_dump([entry for entry in entries if entry["file"] in DAYS][:8]))
    call_command("evaluate", str(gold), str(quotes), "--curves", str(tmp_path / "curves"))
    out = capsys.readouterr().out
    assert re.search(r"AUROC of an answer against none: [01]\.\d{3}", out)
    assert (tmp_path / "curves" / "gold.svg").read_text().startswith("<svg")
    assert "unanswerable refused" in out
    assert "citation precision" in out
    assert "altered or not found, called verbatim                             0" in out


@pytest.fixture
def more_gold(tmp_path: Path) -> Path:
    """A dozen questions on the same days, with their answers and near misses."""
    entries = [one for one in own.questions(own.DATA / "train") if Path(one["file"]).name in DAYS]
    (path,) = write_gold([one for one in entries if not own.is_topic(one)][:12], tmp_path / "more")
    return path


@pytest.mark.no_cover
def test_calibrate_fits_the_judge(gold: Path, more_gold: Path, tmp_path: Path, capsys: Capture) -> None:
    judge, curves = tmp_path / "judge.json", tmp_path / "c.json"
    call_command(
        "calibrate", str(gold), str(more_gold), "--only", "judge", "--output", str(curves), "--judge", str(judge)
    )
    assert re.search(r"judge \(en(?: about)?\): \d+ questions, AUROC 0\.\d{3}", capsys.readouterr().out)
    assert all(one["threshold"] for one in yaml.safe_load(judge.read_text()).values())
    assert not curves.exists()
