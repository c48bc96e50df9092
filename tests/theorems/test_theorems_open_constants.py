"""Refutations that hold for every value of a constant that the paper leaves open."""

from theorems.pca.lemma_8 import event


def test_the_display_of_lemma_8_fails_for_every_constant():
    variant = event.variant("printed")
    for exponent in range(-20, 21):
        C = 2.0**exponent
        share = min(0.5, C / 8)
        setting = variant.settings.instance({"d": 2, "k": 1, "share": share, "C": C})
        assert variant.settings.explain(setting) is None
        margin = variant.evaluate(setting, None)
        assert float(margin.slack[0]) < 0, C
