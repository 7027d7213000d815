"""Where tiles lie, and what that says: rows, melds, the winning tile, and what is not of the hand."""

from vision.layout.arrange import arrange
from vision.layout.arrangement import Arrangement, Count, PlacedGroup, Unclear, UnclearGroup

__all__ = ["Arrangement", "Count", "PlacedGroup", "Unclear", "UnclearGroup", "arrange"]
