"""The kinds of claims that there are: how each is hunted and how its witnesses are replayed."""
