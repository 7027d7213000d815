"""A second opinion: the rules written down again, by trying everything, from RULES and its sources alone.

Nothing here imports the engine except `compare` and `compare_table`, which ask it for its answers. A fast or
clever way of counting is avoided on purpose: a mistake made here should not be the mistake made there.

The default tests compare a slice of each rule set; the long ones (`make test-all`) 100,000 hands each.
By hand, with a report of hands, cells of RULES 2.5, fans and refusals:

    .venv/bin/python -m tests.scoring.checker --hands 100000 --seed 1 yangzhou-new
    .venv/bin/python -m tests.scoring.checker --hands 20000 --seed 2 --switches yangzhou-new

Compared: win, total, fans and their values, every reason against a win, payments, transfers, money for
kongs, whether 包牌 falls on nobody knows whom, waits, sets; `waits` and `discards` with totals, legality
both ways and tiles left; `settle` with up to three winners, kongs of anybody, drawn hands, balances, dealer,
end of the game, fines. Not compared: requests that cannot be scored, advice and texts.
"""
