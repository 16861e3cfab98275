"""Following what is said: searches that are asked of every new passage, and the mails about what they find."""
