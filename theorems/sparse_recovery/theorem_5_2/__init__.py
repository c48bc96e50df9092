r"""Theorem 5.2: the label is predicted with an error that falls linearly in K, by either read-out.

With probability at least $1-n\delta-\delta'$, $|y_n-\hat y_n|\le b_x(1-\frac23\gamma)^K+\frac{c_4K}{\sqrt n}
(1-\frac23\gamma)^{K-1}$ for a linear read-out (proved as Theorem E.1); with probability at least $1-\delta$,
$|y_n-\hat y_n|\le c_5e^{-\alpha_nK}$ for a query read-out (Corollary E.1). $c_4$ and $c_5$ are constants.

- `linear`: the first part, with the layer that Theorem E.1 adds. Its constant may be negative, and so the
  bound; the network of the proof is `linear/construction`; with $B'\le0$ nothing is claimed
  (`linear/low-threshold`).
- `query`: the second part. It is open for steps above 1, where the network of the proof fails with Theorem 5.1,
  and holds as amended with it.
- `k-layers`: "under the same setting as in section 4.3", without the extra layer: open, as $\delta'$ is.
- `constants`: is $c_4$ a constant?
- `real-sizes` and `sweeps`: the query read-out measured (the linear one: Theorem E.1).
"""
