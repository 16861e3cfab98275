"""The record in the forms that people read: a speech, a debate, a day, a person, a party, a vote."""
