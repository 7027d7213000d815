"""What is wrong with a data set: found, ranked, shown."""
