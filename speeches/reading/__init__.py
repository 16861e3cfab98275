"""The record as people read it: a speech in its voices, a debate, a day, a person, a party, a vote."""
