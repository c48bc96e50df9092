"""`lemmata train`: trains learned baselines and transformers to checkpoints."""
