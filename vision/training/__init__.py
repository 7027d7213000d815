"""Making the models: synthetic photos, training, export, evaluation (the `train` extra)."""
