"""The published figures of the papers and those of botassay, a module for each paper."""
