"""The figures that the papers print beside ours, a module for each paper."""
