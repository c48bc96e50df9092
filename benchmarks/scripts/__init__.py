"""What a user would write instead of a hunt: batched torch for one claim, which imports nothing of Lemmata.

Each script draws what the hunt draws, evaluates both sides a chunk at a time, and keeps the smallest margin. It
shrinks nothing, certifies nothing, and says nothing of how near zero is rounding.
"""
