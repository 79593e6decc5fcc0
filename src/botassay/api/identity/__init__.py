"""The identity use cases; `botassay.identity` names them all."""
