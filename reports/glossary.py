"""The words that pages use without explaining them, in groups: what is tried, found, measured, and shown."""

from __future__ import annotations

import re
from collections.abc import Mapping

from . import words

GROUPS: Mapping[str, Mapping[str, str]] = {
    "What is put to the test": {
        "claim": "A statement of a paper, or a part of one, written down for a program to try to break.",
        "as printed": "The statement as the paper has it.",
        "as we read it": "The statement in one way to read what the paper leaves open.",
        "as amended": "The smallest change of the statement that survives, where it does not itself.",
        "as we say it": "A statement beyond the paper: a sharper form, a converse, an example.",
        "setting": "What is fixed before the data: sizes, spectra, step lengths, constants. The weights of a "
        "network may depend on it, and on nothing else.",
        "prompt": "The data of one instance: examples, labels, a query, noise.",
        "instance": "A setting with a prompt; where a statement has no data, a setting alone.",
        "one value only": "Said of a quantity that the statement leaves free and the search does not vary, "
        "with the reason why nothing is lost.",
        "open constant": "A constant that the statement says exists. It is solved for: only if no "
        "value survives is the statement refuted.",
        "constructed network": "The network of a claim, written down weight by weight.",
        "lines of our text": "Lines of the text that was extracted from the paper, in which it was read here.",
    },
    "Outcomes of a claim": words.OUTCOMES,
    "How strong the evidence is": words.STRENGTHS,
    "How it is proved": {name: words.PROVED_BY[method] for method, name in words.METHODS.items()},
    "What is wrong with it": {name: said for name, said in words.DEFECTS.items() if name != "vacuous"},
    "How much hangs on it": words.RANKS,
    "What is measured": {
        "witness": "What shows that a statement fails, in exact numbers: an instance, or a setting with its "
        "probability.",
        "slack": "By how much an inequality is met: the side said to be larger less the other. Negative "
        "where it fails.",
        "relative margin": "The slack, divided by the size of the two sides. Where it is below zero, by more "
        "than rounding explains, the statement fails.",
        "tightness": "The largest ratio of the two sides that was found; 1 if the bound is attained.",
        **{f"{name} bound": meaning for name, meaning in words.BOUNDS.items() if name != "slack"},
        "replicate": "One run of an experiment, with a seed or a training of its own.",
        "mean slack": "That over the replicates of an experiment. A statement on an experiment holds if the "
        "interval of the mean slack lies above zero.",
        "median slack": "The middle one, where a few replicates would lead the mean. Its interval goes by "
        "their order.",
        "slack of the logarithms": "The logarithm of the ratio of the two sides: replicates count by factors.",
        "trimmed mean": "The mean without the largest and the smallest five percent.",
        "e-value": "What a bettor against the statement has won. If it is true, this ever reaches a million "
        "with a chance of at most one in a million.",
        "kept run": "A run of an experiment that is stored with its claim, for reports that leave it out.",
    },
    "What is shown beside it": {
        "mutant": "A variant that is wrong on purpose: the check has to notice it. An arrow leads from what "
        "the reading has that is to hold, told once, to what the mutant has. Some are made for every claim "
        "with a network or an answer: all of its weights are 0; the answer is 0, negated, the mean, or that "
        "of another instance.",
        "generated formula": "Made from the code of a check. Indices count from 0, and a:b ends before b; a "
        "dot multiplies entry by entry; sums, norms and maxima run over the last index, if they name no other.",
        "killed": "Said of a mutant that the check refuted, as it should.",
        "discriminates": "Said of a check that killed all mutants, or waived them with a reason.",
        "lemma broken": "A claim that it rests on fell as printed. It may hold all the same.",
        "reaches": "Leads to the claims that rest on this one, directly or through others.",
        "bound": "In plots: what theory says that the measured values do not exceed. They may lie far below.",
        "theory": "In plots: what theory says that the measured values are.",
    },
}
"""What is said elsewhere already is said there alone."""


def anchor(word: str) -> str:
    """Where a word is explained."""
    return re.sub(r"\W+", "-", word)
