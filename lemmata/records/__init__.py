"""What a run leaves: evidence, witnesses, verdicts; JSON at the edge, merging, comparing."""
