"""How easily a model learns a corpus by heart, secrets and all: `IL.epochs` (Henderson et al. 2017, paper 000).

`TrainedLeakage` is the checker. It puts ten made-up secrets (`keypairs`) among pairs drawn from the corpus (`pairs`),
trains a small network on both (`network`, `training`, which need torch and load it when they work), and maps the epoch
in which it gives them away to a risk (`outcome`). docs/method/trust.md says what that means, docs/decisions/0014 why it
is done so.
"""

from botassay.trust.leakage.trained.canary_pairs import Clue, Kind, keypairs
from botassay.trust.leakage.trained.checker import ISSUE, NO_TORCH, Setup, TrainedLeakage, Watch
from botassay.trust.leakage.trained.pairs import TrainingPair, pairs_of
from botassay.trust.leakage.trained.risk import COMPARABLE, Direction, TrainingOutcome, risk
from botassay.trust.leakage.trained.training import Step, Training

__all__ = [
    "COMPARABLE",
    "ISSUE",
    "NO_TORCH",
    "Clue",
    "Direction",
    "Kind",
    "Setup",
    "Step",
    "TrainedLeakage",
    "Training",
    "TrainingOutcome",
    "TrainingPair",
    "Watch",
    "keypairs",
    "pairs_of",
    "risk",
]
