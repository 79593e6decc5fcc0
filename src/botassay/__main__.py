"""`python -m botassay` is the command `botassay`."""

from botassay.cli import main

if __name__ == "__main__":
    main()
