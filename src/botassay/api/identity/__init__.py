"""The identity use cases; `botassay.identity` lists them all."""
