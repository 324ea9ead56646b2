"""`lab release`: the course as learners get it, and the proof that nothing else is in it."""
