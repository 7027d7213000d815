"""`python -m scoring.docs` writes the page to standard output."""

import sys

from scoring.docs.page import page

if __name__ == "__main__":
    sys.stdout.write(page())
