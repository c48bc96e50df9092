r"""Section 3 of the proof: three layers are to remove a component from $XX^\top$; as printed none does.

rpe,1 to rpe,3 of the slides, offsets read as blocks: rpe,1 writes $XX^\top p$, rpe,2 weighs $p$ with the root
of its norm, rpe,3 subtracts the outer product. The matrices that k removals leave are in
:mod:`theorems.pca.removal.index`. All claims on whole layers have two components, whose starts differ.
"""
