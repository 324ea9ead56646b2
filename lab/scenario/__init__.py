"""For those who write scenarios: a first file that runs, and the proof that a file is good."""
