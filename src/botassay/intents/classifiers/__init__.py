"""The built-in classifiers, with their vectors and features."""
