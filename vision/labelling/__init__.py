"""From a folder of photos to a checked data set: formats, pre-labels, audit, splits."""
