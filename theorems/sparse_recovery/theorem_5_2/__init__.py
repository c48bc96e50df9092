r"""Theorem 5.2: the label is predicted with an error that falls linearly in K, by either read-out.

With probability at least $1-n\delta-\delta'$, $|y_n-\hat y_n|\le b_x(1-\frac23\gamma)^K+\frac{c_4K}{\sqrt n}
(1-\frac23\gamma)^{K-1}$ for a linear read-out (proved as Theorem E.1); with probability at least $1-\delta$,
$|y_n-\hat y_n|\le c_5e^{-\alpha_nK}$ for a query read-out (Corollary E.1). $c_4$ and $c_5$ are constants.

- `linear.py`: the first part. Its events may leave nothing to be claimed, its bound may be negative.
- `query.py`: the second part. It fails with Theorem 5.1, and is amended with it.
- `k_layers.py`: "under the same setting as in section 4.3" taken by the letter, without the extra layer.
- `constants.py`: is $c_4$ a constant?
"""
