"""Train all models of CR, one after the other, as after a change of the encoder or of the rows.

    BOTASSAY_DATA=/path/to/data python models/crisis/retrain.py

Some minutes on one core. Writes heads.npz, closer.npz and missed.npz to src/botassay/trust/crisis/data, with their
checksums, and prints the figures of README.md beside this file.
"""

import train
import train_missed
import train_screen


def main() -> None:
    """Train the heads, then the second screen, which learns from them, then the model of missed cries for help."""
    train.main()
    train_screen.main()
    train_missed.main()


if __name__ == "__main__":
    main()
