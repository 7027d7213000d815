"""The page of the rules, made from the rule sets: `python -m scoring.docs > docs/rules.md`."""

from scoring.docs.page import page

__all__ = ["page"]
