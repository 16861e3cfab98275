"""What a query means before it is searched: language, intent, bills, people, parties, places and days."""
