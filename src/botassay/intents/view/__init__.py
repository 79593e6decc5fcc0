"""How the documents of the room are laid out, a module for each; `document.view()` returns the page."""
