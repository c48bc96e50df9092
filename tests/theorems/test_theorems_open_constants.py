"""Refutations that hold for every value of a constant that the paper leaves open."""

from dataclasses import replace

from theorems.pca.lemma_8 import event, small_delta


def test_the_display_of_lemma_8_fails_for_every_constant():
    variant = event.variant("printed")
    for exponent in range(-20, 21):
        C = 2.0**exponent
        setting = small_delta(C)
        assert variant.settings.explain(setting) is None
        margin = variant.evaluate(replace(setting), None)
        assert float(margin.slack[0]) < 0, C
