"""From papers to a campaign: registry, workers, cluster, resuming, replay."""
