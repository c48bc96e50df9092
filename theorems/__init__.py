"""The claims: one folder a topic, one short file a claim."""
