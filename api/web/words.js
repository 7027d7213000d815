// Every sentence of the page, in Chinese and English.

const WORDS = {
  headline: ["拍一张，知番数", "Photograph it, know the fan"],
  lead: ["把胡了的牌摊开拍下来：认出每张牌，算出番数、为什么、谁付谁。", "Lay out the winning hand and take a picture: every tile read, the fan, the reasons, and who pays whom."],
  takePhoto: ["拍照", "Take a photo"],
  choosePhoto: ["从相册选", "Choose a photo"],
  buildByHand: ["点牌输入", "Enter the tiles"],
  startHint: ["副露放一边，胡的那张单独放。照片不保存。", "Melds to one side, the winning tile apart. Photos are not kept."],
  photo: ["照片", "Photo"],
  newHand: ["新的一手", "New hand"],
  dropHere: ["松手放下照片", "Drop the photo here"],
  uploading: ["上传中", "Uploading"],
  reading: ["认牌中…", "Reading the tiles…"],
  cancel: ["取消", "Cancel"],
  wholePhoto: ["整张照片", "Whole photo"],
  closeUp: ["只看牌", "Close-up"],
  pickOther: ["换一张", "Another photo"],
  melds: ["副露", "Melds"],
  concealed: ["手牌", "In hand"],
  others: ["不算在内", "Left out"],
  undo: ["撤销", "Undo"],
  addTile: ["补一张", "Add a tile"],
  whichWon: ["哪一张是胡的？点它一下", "Which tile completed the hand? Tap it"],
  markWinning: ["就是胡的这张", "This is the winning tile"],
  tileCount: ["{0} 张，应为 {1} 张", "{0} tiles, should be {1}"],
  change: ["改成", "Change to"],
  looksLike: ["也像", "May also be"],
  allTiles: ["全部牌", "All tiles"],
  sure: ["{0}% 把握", "{0}% sure"],
  toWinning: ["作胡的牌", "Winning tile"],
  toHand: ["放回手牌", "Back to hand"],
  toOther: ["不算这张", "Leave it out"],
  remove: ["删掉", "Remove"],
  layDown: ["作为副露", "Lay down as"],
  meldKind: ["这副是", "This meld is"],
  meldFrom: ["谁打的", "Taken from"],
  nobody: ["不记", "unsaid"],
  left: ["上家", "left"],
  across: ["对家", "across"],
  right: ["下家", "right"],
  chow: ["吃", "Chow"],
  pung: ["碰", "Pung"],
  kong: ["明杠", "Exposed kong"],
  added_kong: ["补杠", "Added kong"],
  concealed_kong: ["暗杠", "Concealed kong"],
  done: ["好了", "Done"],
  close: ["关闭", "Close"],
  addTitle: ["点牌加入", "Tap tiles to add"],
  paste: ["或粘贴记法", "Or paste notation"],
  pasteExample: ["[p777z] 12p456p789p11z + 3p", "[p777z] 12p456p789p11z + 3p"],
  use: ["采用", "Use"],
  badNotation: ["看不懂：{0}", "Cannot read: {0}"],
  ruleset: ["规则", "Rules"],
  win: ["怎么胡", "Won by"],
  self_draw: ["自摸", "Self-draw"],
  discard: ["出冲", "Discard"],
  robbed_kong: ["抢杠", "Robbed kong"],
  discarder: ["谁打的", "From"],
  robbedFrom: ["抢谁的", "From"],
  seat: ["我的门风", "My seat"],
  round: ["圈风", "Round"],
  afterKong: ["杠后", "After a kong"],
  none: ["不是", "No"],
  exposed: ["明杠", "Exposed"],
  concealedK: ["暗杠", "Concealed"],
  base: ["底注", "Stake"],
  wild: ["正搭", "Indicator"],
  choose: ["选", "Choose"],
  east: ["东", "East"],
  south: ["南", "South"],
  west: ["西", "West"],
  north: ["北", "North"],
  dealer: ["庄", "D"],
  fan: ["番", "fan"],
  canWin: ["可以胡", "A legal win"],
  cannotWin: ["不能胡", "Not a legal win"],
  needs: ["起成 {0}", "needs {0}"],
  noMinimum: ["不用起成", "no minimum"],
  fans: ["番种", "Fans"],
  counted: ["算什么", "What counts"],
  standsFor: ["百搭当", "Wild tiles stand for"],
  notCounted: ["不另计", "Not counted"],
  because: ["已含在{0}里", "part of {0}"],
  pays: ["谁付谁", "Who pays whom"],
  paysWhy: ["{0}付{1} {2}：{3}", "{0} pays {1} {2}: {3}"],
  owed: ["该付 {0}", "of {0} owed"],
  why_discard: ["出冲", "discarded the tile"],
  why_robbed_kong: ["被抢杠", "was robbed of the kong"],
  why_self_draw: ["自摸", "self-draw"],
  why_liable: ["包牌", "pays for all"],
  why_shared_discard: ["陪冲", "pays along"],
  why_all_money: ["有多少付多少", "all the money"],
  kongPays: ["杠钱另算", "Kong money, apart"],
  waitsFor: ["听牌", "Waits"],
  assumed: ["按此假定", "Assumed"],
  range: ["看胡的是哪张", "depends on which tile won"],
  sameAny: ["胡哪张都一样", "the same whichever tile won"],
  checking: ["正在算…", "Scoring…"],
  whoDiscarded: ["谁打的这张牌？选一家。", "Who threw the tile? Choose a seat."],
  whoRobbed: ["抢的是谁的杠？选一家。", "Whose kong was robbed? Choose a seat."],
  notYet: ["还差一点", "Not there yet"],
  tapTiles: ["点“补一张”加牌。", "Add tiles with “Add a tile”."],
  noHand: ["照片里没有成副的牌。补上缺的，或重拍一张。", "No whole hand in the photo. Add what is missing, or take another."],
  doubts: ["请看一眼", "Please check"],
  use_tile: ["改成{0}", "It is {0}"],
  use_kind: ["算作{0}", "Take as: {0}"],
  understood: ["知道了", "All right"],
  winning_tile: ["胡的牌", "winning tile"],
  other: ["不算的牌", "not of the hand"],
  missingWinning: ["缺胡的那张，点一下加上", "The winning tile is missing: tap it"],
  keep: ["没错", "It is right"],
  effectNone: ["不影响结果", "the total stays the same"],
  effect: ["会变成 {0}", "would make it {0}"],
  offline: ["连不上服务，请检查网络后重试。", "The service cannot be reached: check the connection and retry."],
  tooLarge: ["照片超过 {0} MB。", "The photo is over {0} MB."],
  retry: ["重试", "Retry"],
  readIn: ["{0} 张牌，{1} 秒", "{0} tiles in {1} s"],
  noCamera: ["不是图片文件。", "That is not a picture."],
  split: ["拆法", "How it splits"],
  pair: ["将", "Pair"],
  tapHint: ["点牌可改", "tap one to correct it"],
  example: ["看个例子", "See an example"],
  lastWins: ["最后点的一张算胡的牌", "The last one counts as the winning tile"],
  wonMark: ["胡", "✓"],
};

const DIGITS = "一二三四五六七八九";
const SUITS = { m: ["万", "characters"], p: ["饼", "dots"], s: ["条", "bamboo"] };
const HONOURS = [["东", "East"], ["南", "South"], ["西", "West"], ["北", "North"], ["白", "White"], ["发", "Green"], ["中", "Red"]];

let language = "zh";

export function setLanguage(name) {
  language = name === "en" ? "en" : "zh";
  document.documentElement.lang = language;
}

export const currentLanguage = () => language;

export function t(key, ...values) {
  const words = WORDS[key];
  if (!words) return key;
  return words[language === "zh" ? 0 : 1].replace(/\{(\d)\}/g, (_, index) => values[index]);
}

/** One of `{zh, en}`, as the service sends names and sentences. */
export const say = (text) => (text ? text[language] ?? text.en ?? text.zh ?? "" : "");

export function tileName(code) {
  if (!code) return language === "zh" ? "盖着的牌" : "face-down tile";
  if (code === "f") return language === "zh" ? "花牌" : "flower";
  const [digit, suit] = [Number(code[0]), code[1]];
  const zh = language === "zh";
  if (suit === "z") return HONOURS[digit - 1][zh ? 0 : 1];
  return zh ? DIGITS[digit - 1] + SUITS[suit][0] : `${digit} ${SUITS[suit][1]}`;
}
