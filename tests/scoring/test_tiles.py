"""Tiles and tiles as text."""

import pytest

from scoring import ALL_TILES, RequestError, Tile, format_tiles, parse_tiles


def test_the_34_tiles_are_their_own_index_in_table_order() -> None:
    shown = [str(tile) for tile in ALL_TILES]
    assert [int(tile) for tile in ALL_TILES] == list(range(34))
    assert shown == [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)] + [
        f"{rank}z" for rank in range(1, 8)
    ]


def test_every_tile_survives_printing_and_parsing() -> None:
    for tile in ALL_TILES:
        assert Tile.parse(str(tile)) == tile
        assert Tile.parse(tile.name.zh) == tile
        assert (f"{tile.rank}{tile.suit}", f"{tile}", repr(tile)) == (str(tile),) * 3


@pytest.mark.parametrize("index", [-1, 34])
def test_an_index_outside_the_34_is_refused(index: int) -> None:
    with pytest.raises(ValueError, match="is not in 0"):
        Tile(index)


@pytest.mark.parametrize(
    ("text", "same_as", "reason"),
    [
        ("123m55z", "1m2m3m5z5z", "runs share a suit letter"),
        (" 1 2 3 m \n 5\t5 z ", "123m55z", "white space is free"),
        ("123M55Z", "123m55z", "capitals"),
        ("１２３ｍ", "123m", "full-width digits and letters"),
        ("一二三万", "123m", "Chinese digits"),
        ("一二三萬", "123m", "traditional 萬"),
        ("456饼", "456p", "饼"),
        ("456餅", "456p", "traditional 餅"),
        ("456筒", "456p", "筒 for 饼"),
        ("789条", "789s", "条"),
        ("789條", "789s", "traditional 條"),
        ("789索", "789s", "索 for 条"),
        ("东南西北中发白", "1234z7z6z5z", "honours by name"),
        ("東南西北中發白", "1234z7z6z5z", "traditional honours"),
        ("红中白板发财东风", "7z5z6z1z", "honours by their long names"),
        ("🀀🀁🀂🀃", "1234z", "Unicode winds"),
        ("🀄🀅🀆", "7z6z5z", "Unicode dragons: red, green, white"),
        ("🀄\ufe0e🀄\ufe0f", "77z", "a variation selector is no tile"),
        ("🀇🀏", "19m", "Unicode characters"),
        ("🀐🀘", "19s", "Unicode bamboo"),
        ("🀙🀡", "19p", "Unicode dots"),
        ("三饼中3p东", "33p17z", "a mixture"),
        ("", "", "no tiles"),
    ],
)
def test_tiles_are_read_in_every_way_they_are_written(text: str, same_as: str, reason: str) -> None:
    assert sorted(parse_tiles(text)) == sorted(parse_tiles(same_as)), reason


@pytest.mark.parametrize(
    ("text", "value", "reason"),
    [
        ("8z", "8z", "there are seven honours"),
        ("0m", "0m", "there are no red fives"),
        ("12", "12", "no suit follows"),
        ("12东", "12", "an honour's name is no suit"),
        ("m", "m", "no number stands before"),
        ("1q", "1", "not a suit"),
        ("f", "f", "flowers are not played"),
        ("🀢", "🀢", "Unicode flowers likewise"),
    ],
)
def test_what_is_no_tile_is_named(text: str, value: str, reason: str) -> None:
    with pytest.raises(RequestError) as caught:
        parse_tiles(text)
    first = caught.value.reasons[0]
    assert (first.code, first.details["value"]) == ("bad_tile", value), reason
    assert first.text.zh
    assert first.text.en


def test_every_wrong_spot_is_told_at_once() -> None:
    with pytest.raises(RequestError) as caught:
        parse_tiles("8z 123m x 0p")
    assert [reason.details["value"] for reason in caught.value.reasons] == ["8z", "x", "0p"]


@pytest.mark.parametrize("text", ["", "11z", "1m2p"])
def test_one_tile_is_not_none_nor_two(text: str) -> None:
    with pytest.raises(RequestError, match="one tile is expected"):
        Tile.parse(text)


def test_tiles_are_printed_in_table_order() -> None:
    assert format_tiles(parse_tiles("中 9s 1m 东 5p 1m")) == "11m5p9s17z"


@pytest.mark.parametrize(
    ("tile", "honour", "terminal"), [("1m", 0, 1), ("9s", 0, 1), ("5p", 0, 0), ("1z", 1, 0), ("7z", 1, 0)]
)
def test_winds_and_dragons_are_honours_and_only_suits_have_terminals(
    tile: str, honour: int, terminal: int
) -> None:
    assert (Tile.parse(tile).is_honour, Tile.parse(tile).is_terminal) == (honour, terminal)
