"""The question and its answers in languages other than English: each language is one TOML file of expressions."""
