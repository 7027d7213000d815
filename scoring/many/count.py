"""The count itself: every way to see every hand, all at once."""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.many.hands import Hands, meld_table
from scoring.many.suits import POWERS, SuitTable, table
from scoring.many.worth import KEYS, STARTS, Worth
from scoring.rules import RuleSet
from scoring.tiles import ALL_TILES

Array = NDArray[Any]

_TO_SUITS: Final = np.zeros((34, 4), np.float32)
for _tile in ALL_TILES:
    _TO_SUITS[_tile, _tile // 9] = POWERS[_tile % 9]
_ONE: Final = np.uint64(1)
_EACH: Final = np.uint64(sum(1 << 3 * index for index in range(21)))
_DRAGONS: Final = np.uint64(7 << 31)
_OUTSIDE: Final = np.array([tile.is_honour or tile.is_terminal for tile in ALL_TILES])
_TERMINAL: Final = np.array([tile.is_terminal for tile in ALL_TILES])
_START: Final = np.full((34, 3), 63)  # where a chow with this tile first, second or third begins in a key
for _index, _low in enumerate(STARTS):
    for _offset in range(3):
        _START[_low + _offset, _offset] = 3 * _index
_OUT_OF_RANGE: Final = 1 << 40  # more than any total


class Ways(NamedTuple):
    """How each hand was won: drawn or not, own wind and round's wind as numbers of seats."""

    drawn: Array
    own: Array
    round: Array


def best(hands: Hands, won: Ways, rules: RuleSet, worth: Worth) -> tuple[Array, Array, Array]:
    """Win and total of each hand, -1 for no shape; and which hands must be asked of the engine."""
    number = len(hands.winning)
    melded = meld_table()
    own = hands.in_hand + melded.tiles[hands.melds].sum(axis=1)
    held = own.copy()
    held[np.arange(number), hands.winning] += 1
    there = held > 0
    suits = np.stack([there[:, 9 * suit : 9 * suit + 9].any(axis=1) for suit in range(3)]).sum(axis=0)
    honours = there[:, 27:].any(axis=1)
    colour = np.where(suits == 0, 3, np.where(suits > 1, 0, np.where(honours, 1, 2)))
    sole = _waits(hands.in_hand, own) == 1 if rules.options.unique_wait else np.ones(number, bool)

    row, chows, pungs, pair = _lay_out(hands)
    called = melded.chows[hands.melds].sum(axis=1)
    kinds = np.searchsorted(KEYS, chows + called[row])
    worth.look_up(kinds, colour[row])
    barred = worth.barred[kinds, colour[row]]
    value = rules.values

    def small(name: str, holds: Array) -> Array:
        """What a fan that counts once is worth where it holds and nothing bars it."""
        if name not in value:
            return np.zeros(len(row), np.int64)
        counts: Array = value[name] * (holds & (barred >> worth.small.index(name) & 1 == 0))
        return counts

    clear = ~honours[row]
    calls = melded.exposed if rules.options.menqing_allows_concealed_kong else melded.any
    no_call: Array = np.logical_not(np.any(calls[hands.melds], axis=1))
    total = worth.total[kinds, colour[row]]
    triplets = pungs | np.bitwise_or.reduce(melded.triplets[hands.melds], axis=1)[row]
    total += small("menqing", no_call[row])
    total += small("pinghu", clear & (triplets == 0))
    total += small("zimo", won.drawn[row])
    total += small("queyi", clear & (suits[row] == 2))
    total += small("yaotou", _TERMINAL[pair] & (clear | (not rules.options.yaotou_needs_no_honours)))
    total += small("duanyao", ~(there & _OUTSIDE).any(axis=1)[row])

    tile = hands.winning[row]
    bit = _ONE << tile.astype(np.uint64)
    sets = _Sets(
        triplets,
        np.bitwise_or.reduce(melded.exposed_kongs[hands.melds], axis=1)[row],
        np.bitwise_or.reduce(melded.concealed_kongs[hands.melds], axis=1)[row],
        won.own[row],
        won.round[row],
    )
    as_chow = total + _triplet_fans(pungs, sets, rules, worth, barred)
    in_hand = np.where(won.drawn[row], pungs, pungs & ~bit)
    as_pung = total + _triplet_fans(in_hand, sets, rules, worth, barred)

    alone = sole[row]
    narrow = small("yazi", alone)
    columns = []
    for offset in range(3):
        place = _START[tile, offset]
        fits = (chows >> place.astype(np.uint64) & np.uint64(7) > 0) & (place < 63)
        rank = tile % 9
        closed = (offset == 1) | ((offset == 2) & (rank == 2)) | ((offset == 0) & (rank == 6))
        columns.append(np.where(fits, as_chow + narrow * closed, -1))
    columns.append(np.where(pungs & bit > 0, as_pung, -1))
    columns.append(np.where(pair == tile, as_chow + small("dudiao", alone), -1))
    most = np.max(columns, axis=0)

    options = rules.options
    enough = most >= options.minimum + options.strict_greater
    if rules.needs_big_fan:
        enough &= worth.has_big[kinds, colour[row]]
    result = np.full(number, -1, np.int64)
    np.maximum.at(result, row, most + _OUT_OF_RANGE * enough)
    win = result >= _OUT_OF_RANGE
    if options.must_be_qing_after_3_chows:
        chowed = melded.chow_of[hands.melds].sum(axis=1)
        three = np.any([chowed >> np.uint64(8 * suit) & np.uint64(255) >= 3 for suit in range(3)], axis=0)
        win &= ~three | (colour == 2)
    lone = np.zeros(number, bool)
    if options.tieban_heeds_calls:
        np.logical_or.at(lone, row, _lone_call(chows + called[row], called[row]))
    return win, np.where(result >= _OUT_OF_RANGE, result - _OUT_OF_RANGE, result), lone


def _suit_tables() -> tuple[SuitTable, ...]:
    return (table(True), table(True), table(True), table(False))


def _waits(in_hand: Array, own: Array) -> Array:
    """How many kinds of tile finish each hand, those of which it holds all four left out (RULES A8)."""
    codes = (in_hand.astype(np.float32) @ _TO_SUITS).astype(np.int64)
    sizes = np.stack([in_hand[:, 9 * suit : 9 * suit + 9].sum(axis=1) % 3 for suit in range(4)], axis=1)
    tables = _suit_tables()
    stands = np.stack([tables[suit].many[codes[:, suit]] > 0 for suit in range(4)], axis=1)
    found = np.zeros(len(in_hand), np.int64)
    for suit in range(4):
        others = [other for other in range(4) if other != suit]
        pairs = (sizes[:, others] == 2).sum(axis=1) + (sizes[:, suit] == 1)
        waiting = (sizes[:, suit] > 0) & (pairs == 1) & stands[:, others].all(axis=1)
        full = (own[:, 9 * suit : 9 * suit + 9] >= 4) @ (1 << np.arange(9 if suit < 3 else 7))
        bits = tables[suit].waits[codes[:, suit]] & ~full
        found += waiting * np.bitwise_count(bits)
    return found


def _lay_out(hands: Hands) -> tuple[Array, Array, Array, Array]:
    """One entry a layout: its hand, the chows in hand, the triplets in hand as bits of tiles, the pair."""
    tiles = hands.in_hand.copy()
    tiles[np.arange(len(tiles)), hands.winning] += 1
    codes = (tiles.astype(np.float32) @ _TO_SUITS).astype(np.int64)
    sizes = np.stack([tiles[:, 9 * suit : 9 * suit + 9].sum(axis=1) % 3 for suit in range(4)], axis=1)
    tables = _suit_tables()
    many = np.stack([tables[suit].many[codes[:, suit]] for suit in range(4)], axis=1)
    ways = many.prod(axis=1) * ((sizes == 2).sum(axis=1) == 1) * ((sizes == 1).sum(axis=1) == 0)
    row = np.repeat(np.arange(len(tiles)), ways)
    left = np.arange(len(row)) - np.repeat(np.cumsum(ways) - ways, ways)
    chows, pungs = np.zeros(len(row), np.uint64), np.zeros(len(row), np.uint64)
    pair = np.zeros(len(row), np.int64)
    for suit, each in enumerate(tables):
        layout = each.first[codes[row, suit]] + left % many[row, suit]
        left = left // many[row, suit]
        if suit < 3:
            chows += each.chows[layout] << np.uint64(21 * suit)
        pungs |= each.triplets[layout] << np.uint64(9 * suit)
        pair += np.where(each.pair[layout] >= 0, each.pair[layout] + 9 * suit, 0)
    return row, chows, pungs, pair


class _Sets(NamedTuple):
    """The triplets and kongs of each layout as bits of tiles, and the winds that matter."""

    triplets: Array
    exposed_kongs: Array
    concealed_kongs: Array
    own: Array
    round: Array


def _triplet_fans(in_hand: Array, sets: _Sets, rules: RuleSet, worth: Worth, barred: Array) -> Array:
    """What the fans of three or four alike come to; `in_hand` are the triplets no other's tile helped to."""
    winds = np.uint64(15 << 27)
    own = _ONE << (sets.own + 27).astype(np.uint64)
    found = {
        "zige": in_hand,
        "minggang": sets.exposed_kongs,
        "angang": sets.concealed_kongs,
        "menfeng": sets.triplets & own,
        "quanfeng": sets.triplets & _ONE << (sets.round + 27).astype(np.uint64),
        "other_wind": sets.triplets & winds & ~own,
        "zhong": sets.triplets & np.uint64(1 << 33),
        "fa": sets.triplets & np.uint64(1 << 32),
        "bai": sets.triplets & np.uint64(1 << 31),
    }
    found = {name: bits for name, bits in found.items() if name in rules.values}
    for name, bits in found.items():
        found[name] = np.where(barred >> worth.small.index(name) & 1, np.uint64(0), bits)
    for taking, others in rules.takes_in.items():
        for other in others:
            if taking in found and other in found:
                found[other] = found[other] & ~found[taking]
    twice = {"in_hand": in_hand | sets.concealed_kongs, "of_dragons": np.full_like(in_hand, _DRAGONS)}
    total = np.zeros(len(in_hand), np.int64)
    for name, bits in found.items():
        times = np.bitwise_count(bits).astype(np.int64)
        if name in rules.doubled:
            times += np.bitwise_count(bits & twice[rules.doubled[name]])
        total += rules.values[name] * times
    return total


def _lone_call(chows: Array, called: Array) -> Array:
    """Of three equal chows one alone called (RULES 3)."""
    one, two = np.uint64(1), np.uint64(2)
    three = chows & chows >> one & ~(chows >> two)
    once = called & ~(called >> one) & ~(called >> two)
    found: Array = three & once & _EACH > 0
    return found
