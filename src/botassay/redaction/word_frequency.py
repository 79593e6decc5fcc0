"""How common a word is in English."""


def zipf(word: str) -> float:
    """Return the Zipf frequency of a word, which is 0 for an unknown one and near 8 for `the`.

    >>> zipf("the") > zipf("harbour") > zipf("kowalczyk")
    True
    """
    from wordfreq import zipf_frequency  # a fifth of a second to import: only where a word is asked about

    return float(zipf_frequency(word, "en"))
