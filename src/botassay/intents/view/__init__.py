"""The pages of the intents documents, one module each; `document.view()` returns the page."""
