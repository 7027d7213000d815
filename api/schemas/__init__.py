"""The JSON of every route, for `/openapi.json` alone: `scoring` and `vision` make the answers.

The tests hold real answers against these models, so that neither can drift.
"""
