"""Refutations that hold for every value of a constant that the paper leaves open."""

from dataclasses import replace

from theorems.pca.lemma_8 import Setting, event


def test_the_display_of_lemma_8_fails_for_every_constant():
    variant = event.variant("printed")
    for exponent in range(-20, 21):
        C = 2.0**exponent
        setting = Setting(d=1, k=1, share=min(0.5, C / 8), C=C)
        assert variant.settings.explain(setting) is None
        margin = variant.evaluate(replace(setting), None)
        assert float(margin.slack[0]) < 0, C
