import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { wholeNumber } from '#lib/contract/whole-number.ts';
import { readEnvironment } from '#lib/limits/read-environment.ts';
import { parseProxies } from '../door/client-address.ts';
import { errorCode } from '../log/error-code.ts';
import { keyPaths, refuseOpenHost, TLS_SETTINGS } from '../tls/key-files.ts';
import { isLoopback, isSafeDatabase, UNREADABLE_DATABASE, UNSAFE_DATABASE } from '../tls/loopback.ts';
import { makeDataFolder } from './make-data-folder.ts';

/**
 * Configuration of the web process and of the supervisor, from the environment. Names and meanings are the README's
 * table. Wrong values stop the start with a sentence that names the variable; nothing falls back silently.
 */

const flag = z.enum(['0', '1']).transform((text) => text === '1');
const port = wholeNumber(0, 65_535);
const webAddress = z
  .url({ protocol: /^https?$/ })
  // Paths are appended, so an address never ends in a slash.
  .transform((text) => text.replace(/\/+$/, ''));

/** Where one exchange is to be found: of several hosts one answers, the others stand by. */
const MOST_ADDRESSES = 16;
const webAddresses = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim()))
  .pipe(z.array(webAddress).min(1).max(MOST_ADDRESSES));

function isProxyList(text: string): boolean {
  try {
    parseProxies(text);
    return true;
  } catch {
    return false;
  }
}

const shape = z.object({
  NODE_ENV: z.string().default('development'),
  PORT: port.default(3000),
  /** Address that the web server listens on. */
  HOST: z.string().min(1).default('0.0.0.0'),
  /** Address that Prometheus reads at; beyond loopback it takes the three files that follow. */
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  ...TLS_SETTINGS,
  /** Port there where Prometheus reads the web process; the exchange's is the next one. Unset = none. */
  METRICS_PORT: port.optional(),
  /** Folder of the exchange's store and of the generated session secret. Not in git. */
  DATA_DIR: z.string().min(1).default('.data'),
  /** Folder of the files of all builds that web servers have, shared by them; unset = one in DATA_DIR. */
  STATIC_DIR: z.string().min(1).optional(),
  /** Addresses of an exchange that speaks the documented calls, separated by commas. Unset = the paper exchange is started and used. */
  UPSTREAM_URL: webAddresses.optional(),
  /** Set by the supervisor for the web process: the exchange behind UPSTREAM_URL is the paper one it has started. */
  PAPER_EXCHANGE: flag.default(false),
  /** PostgreSQL that has a copy of the exchange's public lists; unset = the exchange alone is asked. */
  READ_URL: z
    .string()
    .regex(/^postgres(?:ql)?:\/\/[^,]+$/, { message: 'postgres://…, one address', abort: true })
    .refine((url) => URL.canParse(url), { message: UNREADABLE_DATABASE, abort: true })
    .refine(isSafeDatabase, { message: UNSAFE_DATABASE })
    .optional(),
  /** Deadline of one upstream call, ms. */
  UPSTREAM_TIMEOUT_MS: wholeNumber(100, 60_000).default(8_000),
  /** Whether the paper exchange's published accounts exist: then the login page shows them. */
  DEMO_ACCOUNTS: flag.default(true),
  /** Seals the session cookie; at least 32 characters. Unset = generated once and kept in DATA_DIR/session-secret. */
  SESSION_SECRET: z.string().min(32).optional(),
  /**
   * 1 = the cookie may travel over plain http (local runs): not Secure and without the __Host- prefix. Unset = where the product is reached
   * so: browsers drop Secure cookies that come over plain http (localhost excepted, not by all of them).
   */
  INSECURE_COOKIE: flag.optional(),
  /** What the web process shows our own exchange, so that it believes what it is told of clients. Made by the supervisor. */
  DOOR_KEY: z.string().min(32).optional(),
  /** Addresses and ranges of the proxies in front of us, whose X-Forwarded-For is believed. */
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .refine(isProxyList, { message: 'addresses or ranges (10.0.0.0/8), separated by commas' }),
  /** Units of work (a millisecond of a core each) a second that one address may ask for; a known device twice as many, all of an address four times. */
  ADDRESS_BUDGET: wholeNumber(1, 1_000_000).default(100),
  /** Where the product is reached from outside: canonical links, hreflang, sitemap, allowed Origin. */
  PUBLIC_URL: webAddress.optional(),
  /** Market of the paper exchange. */
  MARKET_FEED: z.enum(['simulated', 'history', 'live']).default('simulated'),
  /** Folder of candle files for MARKET_FEED=history. */
  MARKET_DATA: z.string().optional(),
  MARKET_SEED: z.string().max(64).optional(),
  /** Port of the paper exchange on 127.0.0.1; 0 = any free one. */
  EXCHANGE_PORT: port.default(0),
  TICK_MS: wholeNumber(50, 60_000).default(1_000),
});

type Read = z.output<typeof shape>;
export type Env = Read & { readonly INSECURE_COOKIE: boolean };
/** Every variable that is read here. */
export const ENV_NAMES: readonly string[] = Object.keys(shape.shape);

/** Whoever comes second would not start, or would be read in the other's place. 0 is any free port and meets nobody. */
function refuseSharedPorts({ PORT, EXCHANGE_PORT, METRICS_PORT }: Read): void {
  if (METRICS_PORT === undefined || METRICS_PORT === 0) return;
  if (METRICS_PORT === 65_535)
    throw new Error('Configuration is wrong. METRICS_PORT: the exchange needs the port after it');
  for (const [name, taken] of Object.entries({ PORT, EXCHANGE_PORT })) {
    if (taken === METRICS_PORT || taken === METRICS_PORT + 1) {
      throw new Error(`Configuration is wrong. METRICS_PORT: it and the port after it must not be ${name}`);
    }
  }
}

/** The two processes of `npm start` talk on this machine and have no keys to be known by. */
function refuseFiguresOfBoth({ METRICS_HOST, UPSTREAM_URL }: Read): void {
  if (UPSTREAM_URL !== undefined || isLoopback(METRICS_HOST)) return;
  throw new Error(
    `Configuration is wrong. METRICS_HOST: ${METRICS_HOST} is reached from other machines, to which npm start shows no figures: npm run exchange does, and npm run web with UPSTREAM_URL, each with TLS_CERT, TLS_KEY and TLS_CA`,
  );
}

/** Parses an environment. Empty text counts as unset. Throws one error that names every wrong variable. */
export function readEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const settings = readEnvironment(shape, source);
  refuseSharedPorts(settings);
  refuseFiguresOfBoth(settings);
  keyPaths(settings);
  refuseOpenHost('METRICS_HOST', settings.METRICS_HOST, settings);
  const { INSECURE_COOKIE = !publicUrl(settings).startsWith('https:') } = settings;
  return { ...settings, INSECURE_COOKIE };
}

let current: Env | undefined;

/** The environment of this process, parsed once. */
export function env(): Env {
  current ??= readEnv(process.env);
  return current;
}

/** Where the product is reached, without a trailing slash: the base of canonical links. */
export function publicUrl(from: Pick<Env, 'PUBLIC_URL' | 'PORT'> = env()): string {
  return from.PUBLIC_URL ?? `http://localhost:${from.PORT}`;
}

/** Makes a file that only the owner may read, unless it exists; returns what it says. Two starters agree on one text. */
function keepSecretFile(path: string, make: () => string): string {
  try {
    writeFileSync(path, make(), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  return readFileSync(path, 'utf8').trim();
}

/**
 * SESSION_SECRET, or the one kept in DATA_DIR/session-secret (made at first use, mode 0600). Throws when the exchange is on another
 * machine and there is none: other web servers of it would read none of this one's cookies.
 */
export function sessionSecret(from: Env = env()): string {
  if (from.SESSION_SECRET !== undefined) return from.SESSION_SECRET;
  const isShared = from.UPSTREAM_URL?.some((url) => !isLoopback(new URL(url).hostname)) ?? false;
  if (isShared) {
    throw new Error(
      'Configuration is wrong. SESSION_SECRET: with UPSTREAM_URL on another machine it is set, the same for every web server (openssl rand -base64 32 makes one)',
    );
  }
  const folder = resolve(from.DATA_DIR);
  makeDataFolder(folder);
  const secret = keepSecretFile(join(folder, 'session-secret'), () => randomBytes(32).toString('base64url'));
  if (secret.length < 32)
    throw new Error(`${join(folder, 'session-secret')} holds fewer than 32 characters: delete it to get a new one`);
  return secret;
}
