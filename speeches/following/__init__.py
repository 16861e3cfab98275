"""Followed searches, run against every new passage, and the mails about what they find."""
