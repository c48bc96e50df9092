"""The error of random ramps at a point against their number: the figure of ``lemma-1/pair``."""

from lemmata import FigureRecord, Series
from theorems.universal_approximation.lemma_1.pair import ramps_represent_at_a_point as pair
from theorems.universal_approximation.survivor import margin_of


@pair.figure
def error_against_features() -> FigureRecord:
    """How well n random ramps represent a function at a point."""
    counts, errors, bounds = [4, 16, 64, 256, 1024], [], []
    for n in counts:
        given = dict(n=n, tau=64.0, omega=2.0, theta=1.0, b=1.0, x=0.5, delta=0.25)
        margin = margin_of(pair.complete(), given)
        errors.append(float((margin.left**2).mean().sqrt()))
        bounds.append(float(margin.right.mean()))
    x = [float(n) for n in counts]
    return FigureRecord(
        title="Feature error against the number of features",
        x_label="features $n$",
        y_label="root mean square error",
        caption="Two cosines at one point, features drawn from (79), $\\tau=64$, $\\delta=1/4$.",
        series=(
            Series("random ramps", x, errors),
            Series(
                r"$3C_{\mathcal F}/\tau+3\widetilde C_{\mathcal F}\sqrt{2\log(2/\delta)/n}$",
                x,
                bounds,
                role="bound",
            ),
        ),
        log_x=True,
        log_y=True,
    )
