"""The doors: HTTP service, phone page, command line."""
