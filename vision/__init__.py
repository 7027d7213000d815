"""From a photograph to tiles, melds and the winning tile, with what is doubtful said."""
