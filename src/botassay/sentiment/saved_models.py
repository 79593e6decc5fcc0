"""Models that `save_pretrained` has written: loaded from a folder, nothing downloaded, no code of the folder run."""

from pathlib import Path
from typing import Any, Final

from botassay.core.errors import ConfigurationError, InputError

_MISSING: Final = "PyTorch and transformers are not installed"
_INSTALL: Final = "pip install 'botassay[transformer]'"


def missing() -> ConfigurationError:
    """Return the error of a machine without PyTorch or transformers."""
    return ConfigurationError(_MISSING, hint=_INSTALL)


def load(folder: Path, kind: str) -> tuple[Any, Any]:
    """Return the tokenizer and the model of a folder.

    Args:
        folder: with the model as safetensors.
        kind: the class of transformers that loads it, like `AutoModelForSeq2SeqLM`.

    Raises: ConfigurationError without transformers; InputError for a folder without a model that loads.
    """
    try:
        import transformers
        from transformers.utils.logging import disable_progress_bar
    except ImportError as error:
        raise missing() from error
    disable_progress_bar()
    try:
        tokenizer = transformers.AutoTokenizer.from_pretrained(folder, local_files_only=True)
        model = getattr(transformers, kind).from_pretrained(folder, local_files_only=True, use_safetensors=True)
    except (OSError, ValueError, KeyError, ImportError) as error:
        what = " ".join(str(error).split())[:200]
        hint = "the folder needs safetensors and a tokenizer, as written by save_pretrained"
        raise InputError(f"E166 the model cannot be loaded: {what}", str(folder), hint) from error
    return tokenizer, model.eval()
