"""Corrected readings and their photos, stored with consent for labelling.

cleaning     a photo without its metadata, upright
incoming     what a person sends, checked
records      what is stored, and its id by content
pictures     where pictures lie: a folder, or any fsspec URL
tables       the database's tables; `migrations/` leads every older state to them
database     SQLite or PostgreSQL: connections, locks, migrations
store        add, delete, list, sweep
export       all of it as a zip for labelling tools
routes       the HTTP doors

A picture is on the disk before its row is committed, and its row is gone before the picture is removed: what
a row names is there, and what no row names is swept away.
"""
