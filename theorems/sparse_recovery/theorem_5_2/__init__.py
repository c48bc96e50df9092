r"""Theorem 5.2: the label is predicted with an error that falls linearly in K, by either read-out.

- `linear`: the first part, with the layer that Theorem E.1 adds. Its constant may be negative, and so the
  bound; the network of the proof is `linear/construction`; with $B'\le0$ nothing is claimed
  (`linear/low-threshold`).
- `query`: the second part. It is open for steps above 1, where the network of the proof fails with Theorem 5.1,
  and holds as amended with it.
- `k-layers`: "under the same setting as in section 4.3", without the extra layer: open, as $\delta'$ is.
- `constants`: is $c_4$ a constant?
- `real-sizes` and `sweeps`: the query read-out measured (the linear one: Theorem E.1).
"""
