"""A class: submissions in, every one judged apart, verdicts kept, marks and reports out."""
