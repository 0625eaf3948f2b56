/**
 * Words that names and descriptions may not hold (H43: the documents name the kinds, the lists are authored here and
 * shared with the exchange). Descriptions advertise to copiers, so they may not lead them off the platform.
 */

/** Names that run code when followed by an opening bracket (E-206). */
const CODE_FUNCTIONS = [
  'eval',
  'exec',
  'system',
  'assert',
  'passthru',
  'shell_exec',
  'popen',
  'proc_open',
  'include',
  'require',
  'call_user_func',
];

/** Patterns of E-203…E-206 that make a name look like an injection. Matched without regard to case. */
export const INJECTION_PATTERNS: readonly RegExp[] = [
  /parse_ini_file/i,
  /\b(?:concat|benchmark|union|select)\b\s|\s(?:concat|benchmark|union|select)\b/i,
  /\b(?:like|or)\b/i,
  /0x[0-9a-f]/i,
  new RegExp(`(?:${CODE_FUNCTIONS.join('|')})\\s*[<({]`, 'i'),
];

/** Characters that a name may not hold (C-332, E-202). */
export const NAME_CHARACTERS = /[%&'\\/*"()[\]{}\t\r\n`]/;

/** Matched as whole words, because short ones are parts of honest words. */
const PLATFORM_WORDS = [
  'facebook',
  'twitter',
  'instagram',
  'tiktok',
  'youtube',
  'weibo',
  'reddit',
  'linkedin',
  'discord',
  'telegram',
  'tg',
  'whatsapp',
  'wechat',
  'weixin',
  'vx',
  'wx',
  'qq',
  'kakaotalk',
  'skype',
  'viber',
  'zalo',
  'snapchat',
  'binance',
  'okx',
  'okex',
  'huobi',
  'htx',
  'bybit',
  'kucoin',
  'bitget',
  'mexc',
  'coinbase',
  'kraken',
  'bitfinex',
  'bithumb',
  'upbit',
  'bitmex',
  'deribit',
  'bitstamp',
  'bingx',
  'bitflyer',
  'bitmart',
  'bitvavo',
  'gemini',
  'lbank',
  'phemex',
  'poloniex',
];

/** Chinese has no word boundaries: matched anywhere. */
const PLATFORM_CHARACTERS = [
  '微信',
  '薇信',
  '微博',
  '电报群',
  '抖音',
  '快手',
  '小红书',
  '知乎',
  '扣扣',
  '企鹅号',
  '币安',
  '欧易',
  '火币',
  '库币',
  '抹茶',
];

const DOMAINS =
  'com|net|org|io|cn|me|co|info|xyz|top|cc|app|vip|link|gg|ru|uk|de|tv|site|online|club|shop|ly|gl|gd|tk|pro|live|chat|dev|page|fun|ai|eu|jp|kr|hk|tw';

/** Links, e-mail addresses and forbidden words in a description (C-334, E-208). */
export const DESCRIPTION_PATTERNS: readonly RegExp[] = [
  /https?:|www\./i,
  new RegExp(`[a-z0-9-]+\\.(?:${DOMAINS})(?![a-z0-9])`, 'i'),
  /[^\s@]+@[^\s@]+\.[^\s@]+/,
  new RegExp(`(?<![a-z0-9])(?:${PLATFORM_WORDS.join('|')})(?![a-z])`, 'i'),
  new RegExp(PLATFORM_CHARACTERS.join('|')),
];
