"""A promise that a part makes by fulfilling a protocol."""


class BrokenPromiseError(AssertionError):
    """A part does not do what its protocol promises."""


def promise(kept: object, text: str) -> None:
    """Insist on a promise; unlike `assert`, also under `python -O`.

    Raises: BrokenPromiseError with the text of the promise.
    """
    if not kept:
        raise BrokenPromiseError(text)
