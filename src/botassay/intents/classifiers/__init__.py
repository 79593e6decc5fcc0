"""The classifiers that come along, and the vectors and features that they go by."""
