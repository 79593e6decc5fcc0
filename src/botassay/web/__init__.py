"""`botassay serve`: a local web application and HTTP API over the use cases of the command line.

It computes nothing itself: a handler calls a use case with its settings, and answers with the document or the page.

Where things go:

- a page: a module in `pages/` with its `ROUTES`, a template in `templates/` that extends `layout.html`, and a line in
  `routes.py`. The page of a document that has a `view()` takes `report.html`, which draws its blocks as reports do.
- an endpoint of the API: a module in `endpoints/` with its `ROUTES`, whose `takes` and `gives` become OpenAPI.
- what a handler needs: `WebRequest` (`messages.py`) and the `Workspace` (`workspace.py`). A handler is
  `async (WebRequest, Workspace) -> WebAnswer | document`; it raises errors of `core.errors`, or a `WebProblem`.
- work that takes the processor: `await workspace.work(function, …)`, never on the event loop.
- texts in templates are escaped and made inert; no `|safe` on what comes from a bot or a user.
- scripts: `static/*.js`, modules without a build. A form or link with `data-swap="#id"` replaces that
  element by the one of the answer; without script it is an ordinary form, so that every page works without.
- only `http.py` knows the HTTP server.
"""
