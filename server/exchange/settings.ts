import { z } from 'zod';
import { wholeNumber } from '#lib/contract/whole-number.ts';
import { readEnvironment } from '#lib/limits/read-environment.ts';
import { METRICS_SETTINGS } from '../metrics/metrics.ts';
import { keyPaths, refuseOpenHost, TLS_SETTINGS } from '../tls/key-files.ts';
import { isSafeAddress, isSafeDatabase, UNREADABLE_DATABASE, UNSAFE_DATABASE } from '../tls/loopback.ts';
import { parseAllowed } from './outbound/address-rules.ts';

/**
 * Configuration of the exchange process, from the environment (the README's table has the same names). Wrong values
 * stop the start with a sentence that names the variable.
 */
function isAllowList(text: string): boolean {
  try {
    parseAllowed(text);
    return true;
  } catch {
    return false;
  }
}

const shape = z.object({
  /** Address that the exchange listens on. Beyond loopback it takes the three files that follow. */
  EXCHANGE_HOST: z.string().min(1).default('127.0.0.1'),
  ...TLS_SETTINGS,
  /** Port there; 0 = any free one, told to the parent process. */
  EXCHANGE_PORT: wholeNumber(0, 65_535).default(0),
  ...METRICS_SETTINGS,
  /** What the BFF on this machine shows when it says where a call comes from; without it it is not believed, and limits are of accounts only. Another's is believed by its certificate. */
  DOOR_KEY: z.string().min(32).optional(),
  /** What workers of other processes show; unset = there are none. */
  WORKER_KEY: z.string().min(32).optional(),
  /** Whether the exchange's own process does jobs too: with WORKER_KEY only while no other worker is heard of; 0 = never. */
  LOCAL_WORKER: z.enum(['0', '1']).default('1'),
  /** Accounts that one address may make in an hour. */
  REGISTRATIONS_AN_HOUR: wholeNumber(1, 1_000_000).default(10),
  /** Bots of one account that may end within an hour before no other is begun. */
  FINISHED_BOTS_AN_HOUR: wholeNumber(1, 1_000_000).default(300),
  /** Folder of the store. */
  DATA_DIR: z.string().min(1).default('.data'),
  /** PostgreSQL that has the store (several addresses, separated by commas: the one that takes writes); unset = SQLite in DATA_DIR. */
  STORE_URL: z
    .string()
    .regex(/^postgres(?:ql)?:\/\/[^,]+(?:,postgres(?:ql)?:\/\/[^,]+)*$/, {
      message: 'postgres://…, or several separated by commas',
      abort: true,
    })
    .refine((urls) => urls.split(',').every((url) => URL.canParse(url)), { message: UNREADABLE_DATABASE, abort: true })
    .refine((urls) => urls.split(',').every(isSafeDatabase), { message: UNSAFE_DATABASE })
    .optional(),
  MARKET_FEED: z.enum(['simulated', 'history', 'live']).default('simulated'),
  /** Folder of candle files for MARKET_FEED=history. */
  MARKET_DATA: z.string().optional(),
  /** Id of the ccxt exchange that MARKET_FEED=live watches. Unset = gate. */
  MARKET_EXCHANGE: z.string().max(32).optional(),
  /** Address of the recorder that MARKET_FEED=live follows, instead of watching an exchange itself. Whoever is between could make prices of his own. */
  MARKET_RECORDER: z
    .url({ protocol: /^https?$/ })
    .refine(isSafeAddress, { message: 'beyond loopback only https' })
    .optional(),
  MARKET_SEED: z.string().max(64).default('strategybot'),
  /** Between two market ticks, ms. */
  TICK_MS: wholeNumber(50, 60_000).default(1_000),
  /** Bots of the demo world that is made on first start; 0 = none. */
  WORLD_BOTS: wholeNumber(0, 2_000).default(100),
  /** Days that the demo world looks back on; fewer where the feed knows fewer. */
  WORLD_DAYS: wholeNumber(1, 365).default(90),
  /** 1 = the demo account begins with bots of its own, run over the demo world's past, and with backtests. */
  DEMO_BOTS: z.enum(['0', '1']).default('1'),
  /** Whether the accounts exist whose passwords are published; 0 where strangers must not share one. */
  DEMO_ACCOUNTS: z.enum(['0', '1']).default('1'),
  /** Mail server of notifications, with its name and password; unset = no e-mail is offered. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** Who these mails are from. */
  SMTP_FROM: z.string().max(254).default('Strategybot <noreply@localhost>'),
  /** Addresses and ranges that notifications may be sent to though they are not public. */
  OUTBOUND_ALLOW: z
    .string()
    .max(2_000)
    .default('')
    .refine(isAllowList, { message: 'addresses or ranges (10.0.0.0/8), separated by commas' }),
  /** Where bots of Telegram are called. */
  TELEGRAM_API: z.url({ protocol: /^https$/ }).default('https://api.telegram.org'),
  /** Where services that push to browsers reach the operator. */
  PUSH_SUBJECT: z.url({ protocol: /^(mailto|https)$/ }).default('mailto:noreply@localhost'),
  /** Whether parameters are searched for in the background; 0 = never, and then forms offer none. */
  AI_SEARCH: z.enum(['0', '1']).default('1'),
  /** Whether typical bots are replayed in the background, for the pages of kinds and markets; default: as AI_SEARCH. */
  TYPICAL_REPLAYS: z.enum(['0', '1']).optional(),
});

export type ExchangeSettings = z.output<typeof shape>;
/** Every variable that is read here. */
export const EXCHANGE_ENV_NAMES: readonly string[] = Object.keys(shape.shape);

/** Of hosts that take turns each would watch the market itself: two tapes, or one that two write. */
function refuseOwnTape({ STORE_URL, MARKET_FEED, MARKET_RECORDER }: ExchangeSettings): void {
  if (STORE_URL === undefined || MARKET_FEED !== 'live' || MARKET_RECORDER !== undefined) return;
  throw new Error(
    'Configuration is wrong. MARKET_RECORDER: with STORE_URL, MARKET_FEED=live follows a recorder (npm run recorder): exchanges that take turns have to see the same prices',
  );
}

/** What belongs to another feed: whoever set it believes that he has that one, and a store keeps the market that it was made on. */
function refuseOtherFeeds({ MARKET_FEED, MARKET_DATA, MARKET_RECORDER }: ExchangeSettings): void {
  const wrong: string[] = [];
  if (MARKET_DATA !== undefined && MARKET_FEED !== 'history') wrong.push('MARKET_DATA: it is of MARKET_FEED=history');
  if (MARKET_RECORDER !== undefined && MARKET_FEED !== 'live') wrong.push('MARKET_RECORDER: it is of MARKET_FEED=live');
  if (wrong.length > 0) throw new Error(`Configuration of the exchange is wrong. ${wrong.join('; ')}`);
}

/** Parses an environment. Empty text counts as unset. Throws one error that names every wrong variable. */
export function readSettings(source: Readonly<Record<string, string | undefined>>): ExchangeSettings {
  const settings = readEnvironment(shape, source, ' of the exchange');
  keyPaths(settings);
  refuseOtherFeeds(settings);
  refuseOwnTape(settings);
  refuseOpenHost('EXCHANGE_HOST', settings.EXCHANGE_HOST, settings);
  refuseOpenHost('METRICS_HOST', settings.METRICS_HOST, settings);
  return settings;
}
