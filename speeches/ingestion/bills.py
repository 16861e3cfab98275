"""The bills that a sitting names, matched with the bills in the record."""

from collections.abc import Iterable

from speeches.formats import records
from speeches.ingestion.directory import Directory
from speeches.models import Bill, Parliament, Session, Speech

_LONGEST_STATUS = 200


class BillBook:
    """The bills of one sitting. It creates new bills and adds title, session and sponsor to known ones."""

    def __init__(
        self, parliament: Parliament, session: Session | None, record: records.Sitting, directory: Directory
    ) -> None:
        self._parliament = parliament
        self._directory = directory
        self._session = session
        self._language = record.language
        self._by_key: dict[str, Bill] = {}
        self._about: dict[str, Bill] = {}
        for bill in record.bills:
            row = self._store(bill)
            self._by_key[bill.source_id or bill.number] = row
            if bill.session or not bill.number:
                self._about[bill.number or bill.title] = row
        for number in dict.fromkeys(debate.bill for debate in record.debates):
            if number and number not in self._about and record.bills:
                self._about[number] = self._store(records.Bill(number=number, session="this"))

    def about(self, number: str) -> Bill | None:
        """The bill that a heading or a vote of this sitting is about."""
        return self._about.get(number)

    def link(self, speeches: Iterable[records.Speech]) -> None:
        """Stores which speeches name which bills."""
        through = Speech.bills.through
        through._default_manager.bulk_create(
            [
                through(speech_id=speech.id, bill_id=bill)
                for speech in speeches
                for bill in {self._by_key[one.source_id or one.number].pk for one in speech.bills}
            ],
            ignore_conflicts=True,
        )

    def _store(self, bill: records.Bill) -> Bill:
        session = self._session if bill.session else None
        row = self._find(bill, session)
        if row is None:
            row = Bill(parliament=self._parliament, number=bill.number)
        row.source_id = row.source_id or bill.source_id
        row.session = row.session or session
        row.introduced = row.introduced or bill.introduced
        row.source_url = row.source_url or bill.source_url
        row.presenters = list(bill.presenters) or row.presenters
        row.status = row.status or bill.status[:_LONGEST_STATUS]
        if bill.introduced or not row.sponsor_id:
            # A source that gives the day of introduction names the sponsor more reliably than a later motion does.
            row.sponsor = self._directory.politician(bill.sponsor) or row.sponsor
        field = "title_fr" if self._language == "fr" else "title"
        setattr(row, field, getattr(row, field) or bill.title)
        row.save()
        return row

    def _find(self, bill: records.Bill, session: Session | None) -> Bill | None:
        bills = Bill.objects.filter(parliament=self._parliament)
        if bill.source_id and (found := bills.filter(source_id=bill.source_id).first()):
            return found
        if session is not None and bill.number:
            # Two sources may give one bill different keys, but a number is unique within a session.
            return bills.filter(session=session, number=bill.number).first()
        return None if bill.source_id else bills.filter(number=bill.number, session=None).first()
