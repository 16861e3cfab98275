"""The tagger: a small model that tells what the words of a question name, and what kind of question it is."""
