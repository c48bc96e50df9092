"""The laws of the rows that Lemma 3 is tested with, and a constant c that is proved for each.

Entries are independent with mean 0; a constant c is good for the three parts of Lemma 3 (with the
prefactor and the index that they must have), for every N, d, S and delta:

- Rademacher, c = 1/4. The diagonal is not random. Hoeffding: a sum of N products exceeds N t with probability
  at most 2 exp(-N t^2 / 2); d(d-1)/2 of them, t^2 = 4 log(d/delta)/N. No larger constant is good for all d.
- Uniform on [-1, 1] (variance 1/3), c = 1/12. Squares in [0, 3] times the variance: Hoeffding, 2/9. Products:
  given the first column a sum with variance proxy at most 3 N, so 2 exp(-N t^2 / 6).
- Gaussian, c = 1/8, for N >= 8 log(d/delta) only (Laurent and Massart; the moment generating function
  (1 - t^2)^(-1/2) of a product; `lemma-3/gaussian` has larger ones). For every N no constant is good, and the
  law is not bounded.
"""

LAWS = {"Rademacher": 4, "uniform": 12, "Gaussian": 8}
"""1/c."""
