"""What the page of the rules says beside the tables, and the words of an answer."""

from collections.abc import Mapping
from typing import Final

from scoring.errors import Text

INTRODUCTION: Final = """# 规则 · The rules

这一页由规则文件 `scoring/rulesets/*.toml` 生成，不要手改：
`python -m scoring.docs > docs/rules.md`。

This page is made from the rule-set files; do not edit it. D0 to D3 are the documents the rules come
from, RULES the clauses of the reading that is implemented. A figure in *italics* is named by no document:
both parts are added."""

YOUR_OWN: Final = """自己的规则写成一个文件，只写和沿用的那套不一样的地方。
文件名（去掉 `.toml`）就是规则的名字：

Your own rules are one file with whatever differs from the rule set it extends; its name without `.toml` is
the rule set's id:

```toml
# my-house.toml
extends = "yangzhou-new"
name = { zh = "我家", en = "Our house" }
[options]           # any switch below
minimum = 10
link_rule = "once"
[small]             # 0 leaves a fan out
yaotou = 0
[big]
banlong = 50
```

```sh
qicheng rules my-house.toml
qicheng score "234m234m567s88p46p + 5p" --rules my-house.toml
qicheng settle table.json --rules my-house.toml
QICHENG_RULES=/srv/house-rules qicheng serve     # a folder of such files; no request can name a file
```

```python
library = Library.builtin().with_file(Path("my-house.toml"))
score({"ruleset": "my-house", "concealed": "234m234m567s88p46p", "winning_tile": "5p"}, library)
```

* 写错了会指出文件、哪一项、最接近的写法。A fault names the file, the key and the nearest valid key.
* 文件可以叫自带规则的名字（也可以沿用它），就由它代替；自带的其他规则不跟着变，自己的其他文件沿用的是自己的。
  A file may bear (and extend) the name of one of ours and takes its place; our other rule sets do not follow
  it, while the house's other files that extend that name extend the house's own.
* `laosanfan.toml`、`laowufan.toml`、`jiangdu.toml` 可以这样补上没有文献的打法。
  So the rule sets that no document describes can be supplied."""

WHYS: Final[Mapping[str, Text]] = {
    "discard": Text("出冲的付。", "Paid by who discarded the tile."),
    "robbed_kong": Text("被抢杠的付。", "Paid by whose kong was robbed."),
    "self_draw": Text("自摸，每家付。", "A self-draw, paid by each."),
    "liable": Text("包牌，一家付全部。", "One player pays for all."),
    "shared_discard": Text("陪冲：没出冲的也付。", "Paid along by those who did not discard."),
    "all_money": Text("风清：有多少付多少。", "All the money the payer has."),
    "kong": Text("直杠的钱。", "For a kong made with a discard."),
    "added_kong": Text("碰后杠的钱。", "For a kong added to a pung."),
    "concealed_kong": Text("暗杠的钱。", "For a concealed kong."),
}

CODES: Final[Mapping[str, Text]] = {
    "below_minimum": Text("番不够。", "Too few fan."),
    "no_big_fan": Text("没有大番。", "No big fan."),
    "must_be_full_flush": Text(
        "吃了三副一门，只能胡清一色。", "Three chows of a suit: a full flush alone may win."
    ),
    "chow_not_allowed": Text("不可以吃。", "A chow was called where none may be."),
    "discarder_bust": Text("出冲的已经输光。", "The discarder has no money."),
    "passed_win": Text("漏胡。", "A win was let go."),
    "wild_not_allowed_on_discard": Text(
        "百搭当别的牌，只能自摸。", "With 百搭 as another tile only a self-draw wins."
    ),
    "not_a_winning_shape": Text("凑不成四副牌加一对将。", "Not four sets and a pair."),
    "nearer_winner": Text(
        "只有一家能胡，别家离出冲的人近。", "One may win, and another is nearer to the discarder."
    ),
    "seat_assumed": Text("没说门风，当东家。", "Seat not given: taken as East."),
    "round_assumed": Text("没说圈风，当东风圈。", "Round not given: taken as East."),
    "balances_assumed": Text("没说各家的钱，当每家都满。", "Balances not given: taken as the full cap each."),
    "balances_do_not_add_up": Text("四家的钱不等于四份园子。", "The balances are not four times the cap."),
    "base_not_used": Text("这套规则没有底注。", "The rule set has no stake."),
    "wild_assumed": Text("没说正搭，当没有百搭。", "No tile turned up: taken as without 百搭."),
    "kong_source_unknown": Text(
        "不知道直杠是谁打的，没算钱。", "Who fed the kong is not known: it is not paid."
    ),
    "liability_unknown": Text("该有人包牌，不知道是谁。", "Somebody pays for all; who is not known."),
    "fine_recipient_unknown": Text("诈胡罚给谁没有写明。", "To whom the fine goes is not written."),
}
