"""Use cases: each command as a typed call, settings in, a document out; nothing is printed here.

What a person should know beside the document (what was left out, where something was written) goes to the logger
`botassay`; errors are those of `botassay.core.errors`.
"""
