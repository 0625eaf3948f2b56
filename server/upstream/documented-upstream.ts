import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { CONTRACT } from '#lib/contract/contract.ts';
import { ENDPOINTS, type Endpoint, type EndpointName, KEYED_CHANGES } from '#lib/contract/endpoints.ts';
import { createRouter } from '#lib/contract/routes.ts';
import { CODE, isGoodCode, isOutage } from '#lib/contract/vocabulary.ts';
import { readAnswer } from './read-answer.ts';
import type { Upstream, UpstreamAnswer, UpstreamCall } from './upstream-call.ts';

/**
 * An exchange that speaks the documented calls alone (H61, E2). Our own calls are asked only of an upstream that announces
 * them; of others, markets and tickers are put together from documented calls, and the rest is answered as not offered,
 * so that screens show what there is without it.
 */

const ANNOUNCED_FOR_MS = 60_000;
const MARKETS_KEPT_MS = 300_000;
/** The documented interval of the last price (C-366, M-174): such an exchange is asked no more often, whoever looks. */
const PRICES_KEPT_MS = 5_000;
/** Documented calls that are under way at once for one list. */
const AT_ONCE = 8;
/** Markets of a list that is put together one by one. */
const MOST_MARKETS = 200;
/** Lists of markets that are kept: the one of pairs, and the one of all that is known of them. */
const MOST_LISTS = 2;
/** Prices of single markets that are kept, and of lists. */
const MOST_PRICES = 200;
/** How long a list that is put together is waited for, unless it is said: as long as for one call. */
const PATIENCE_MS = 8_000;
/** X1: a grid-base that cannot be had. */
const MAX_GRID_UNKNOWN = 200;
const MAX_GRID_ABSENT = 100;

/** What an exchange is asked: the documented calls and our own. */
const callOf = createRouter(
  (Object.entries(ENDPOINTS) as [EndpointName, Endpoint][])
    .filter(([, { side }]) => side === 'upstream')
    .map(([name, endpoint]) => ({ method: endpoint.method, path: endpoint.path, route: { name, endpoint } })),
);

type Composed = (query: URLSearchParams) => Promise<UpstreamAnswer>;

/** What became of a documented question: its value, null where there is none. One that was lost says nothing. */
interface Documented {
  readonly value: unknown;
  readonly isLost: boolean;
}

/** Whether an answer is one to the question, and not of the moment. */
function saysSomething(answer: UpstreamAnswer): answer is Extract<UpstreamAnswer, { kind: 'answered' }> {
  return answer.kind === 'answered' && answer.status < 500 && answer.status !== CODE.tooManyRequests;
}

async function askDocumented<N extends EndpointName>(
  upstream: Upstream,
  name: N,
  query: Record<string, string>,
): Promise<Documented> {
  const text = new URLSearchParams(query).toString();
  const path = `${ENDPOINTS[name].path}${text === '' ? '' : `?${text}`}`;
  const answer = await upstream.call({ method: 'GET', path, headers: JSON_ONLY, mayRepeat: true });
  if (!saysSomething(answer)) return { value: null, isLost: true };
  const reading = readAnswer(CONTRACT[name].reply as z.ZodType, answer);
  if (!reading.ok) return { value: null, isLost: false };
  return { value: isGoodCode(reading.code) ? reading.value : null, isLost: isOutage(reading.code) };
}

/** The rows of our own lists, each out of documented calls. */
function composedRows(upstream: Upstream, nowMs: () => number) {
  const read = async <N extends EndpointName>(name: N, query: Record<string, string>) =>
    (await askDocumented(upstream, name, query)).value;

  async function pairs(): Promise<string[] | null> {
    const reply = (await read('currencyPairs', { exchange_type: 'SMART_REBALANCE' })) as {
      data: { pair: string }[];
    } | null;
    return reply?.data.slice(0, MOST_MARKETS).map(({ pair }) => pair) ?? null;
  }

  async function symbol(pair: string): Promise<object | null> {
    const info = (await read('symbolInfo', { symbol: pair })) as SymbolInfo | null;
    if (info === null) return null;
    const [base = '', quote = ''] = pair.split('_');
    return {
      market: pair,
      base,
      quote,
      price_decimals: info.prec_r,
      amount_decimals: info.prec_v,
      min_base_amount: info.curra_min_order_amount,
      min_quote_amount: info.currb_min_order_amount,
    };
  }

  /** Null: the question was lost. */
  async function maxGrid(pair: string): Promise<number | null> {
    const asked = { market: pair, settle: '', strategy_type: 'spot_grid' };
    const { value, isLost } = await askDocumented(upstream, 'gridBase', asked);
    if (isLost) return null;
    const rules = value as GridBase | null;
    return rules === null ? MAX_GRID_UNKNOWN : (rules.data?.max_grid ?? MAX_GRID_ABSENT);
  }

  async function ticker(pair: string, type: string): Promise<object | null> {
    const reply = (await (type === 'spot'
      ? read('spotPrice', { type: 'gate_spot', pair })
      : read('lastPrice', { symbol: pair, type }))) as { last_price: string } | null;
    if (reply === null) return null;
    const unknown = { change_24h: '', high_24h: '--', low_24h: '--', base_volume_24h: '', quote_volume_24h: '' };
    return { market: pair, last: reply.last_price, ...unknown, time: Math.floor(nowMs() / 1_000) };
  }

  async function contractNames(type: string): Promise<string[]> {
    const settle = type === 'futures_btc' ? 'btc' : 'usdt';
    const reply = (await read('futuresContracts', { settle })) as { futures_contracts_data: { name: string }[] } | null;
    return reply?.futures_contracts_data.map(({ name }) => name) ?? [];
  }

  return { pairs, symbol, maxGrid, ticker, contractNames };
}

/** Our own calls that can be put together from documented ones. */
function composedCalls(upstream: Upstream, nowMs: () => number): Partial<Record<EndpointName, Composed>> {
  // Whoever asks for many prices pushes no market out.
  const keep = createKeeper(nowMs, MOST_LISTS);
  // Which markets there are their list says: one that it still names is no less there for a question that was lost.
  const keepSymbol = createKeeper(nowMs, 2 * MOST_MARKETS, { outlasts: true });
  const keepMaxGrid = createKeeper(nowMs, 2 * MOST_MARKETS, { outlasts: true });
  const keepPrices = createKeeper(nowMs, MOST_PRICES);
  const { symbol, maxGrid, ticker, contractNames, ...rows } = composedRows(upstream, nowMs);
  const pairs = () => keep('pairs', MARKETS_KEPT_MS, rows.pairs);

  /** Each part for itself: what one was not answered for is asked anew soon, and for that one alone. */
  async function market(pair: string): Promise<object | null> {
    const [row, most] = await Promise.all([
      keepSymbol(pair, MARKETS_KEPT_MS, () => symbol(pair)),
      keepMaxGrid(pair, MARKETS_KEPT_MS, () => maxGrid(pair)),
    ]);
    return row === null ? null : { ...row, max_grid: most ?? MAX_GRID_UNKNOWN };
  }

  return {
    markets: async () => {
      const names = await pairs();
      if (names === null) return NO_ANSWER;
      return listAnswer(await keep('markets', PRICES_KEPT_MS, () => inTurns(names, market)));
    },
    tickers: async (query) => {
      const type = query.get('type') ?? 'spot';
      const wanted = query.get('market');
      const names = wanted !== null ? [wanted] : type === 'spot' ? ((await pairs()) ?? []) : await contractNames(type);
      const rows = await keepPrices(`tickers ${type} ${wanted}`, PRICES_KEPT_MS, () =>
        inTurns(names, (pair) => ticker(pair, type)),
      );
      return listAnswer(rows);
    },
  };
}

/** `patienceMs`: how long a list that is put together is waited for; what comes later is there for whoever asks next. */
export function withDocumentedCalls(
  upstream: Upstream,
  nowMs: () => number,
  patienceMs: number = PATIENCE_MS,
): Upstream {
  const composed = composedCalls(upstream, nowMs);
  const announced = createAnnounced(upstream, nowMs);
  /** Whether a repeat would be answered from a record: what moves no money, only where that was announced. */
  const mayRepeat = async ({ keyed, money }: Endpoint, call: UpstreamCall): Promise<boolean> =>
    call.mayRepeat && (!keyed || money || (await announced.names())?.has(KEYED_CHANGES) === true);

  return {
    call: async (call) => {
      const [path = '', search = ''] = call.path.split('?');
      const match = callOf(call.method, path);
      if (match === null) return upstream.call(call);
      const { name, endpoint } = match.route;
      // Whoever does not know the question has nothing beyond the documents: an answer, for pickers to follow.
      if (name === 'capabilities') {
        const names = await announced.names();
        return names === null ? NO_ANSWER : jsonAnswer({ code: CODE.ok, message: '', data: [...names] });
      }
      if (endpoint.capability === '' || (await announced.has(endpoint.capability))) {
        return upstream.call((await mayRepeat(endpoint, call)) ? call : { ...call, mayRepeat: false });
      }
      const compose = composed[name];
      return compose === undefined ? NOT_OFFERED : within(patienceMs, compose(new URLSearchParams(search)));
    },
    close: () => upstream.close(),
  };
}

interface SymbolInfo {
  readonly prec_v: number;
  readonly prec_r: number;
  readonly curra_min_order_amount: string;
  readonly currb_min_order_amount: string;
}

interface GridBase {
  readonly data?: { readonly max_grid?: number };
}

const JSON_ONLY = { accept: 'application/json' };
const NO_ANSWER: UpstreamAnswer = { kind: 'unknown', reason: 'connection' };

function jsonAnswer(value: object): Extract<UpstreamAnswer, { kind: 'answered' }> {
  return {
    kind: 'answered',
    status: 200,
    cacheControl: '',
    retryAfter: null,
    body: Buffer.from(JSON.stringify(value)),
  };
}

const NOT_OFFERED: UpstreamAnswer = {
  ...jsonAnswer({ code: CODE.unknown, message: '', data: { issue: 'not-offered' } }),
  status: 404,
};

/** The answer, or that there is none in time. */
async function within(ms: number, answer: Promise<UpstreamAnswer>): Promise<UpstreamAnswer> {
  const late = Promise.withResolvers<UpstreamAnswer>();
  const timer = setTimeout(() => late.resolve({ kind: 'unknown', reason: 'deadline' }), ms);
  return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer));
}

/** A list of which nothing came is no empty list. */
function listAnswer(rows: readonly object[] | null): UpstreamAnswer {
  return rows === null || rows.length === 0 ? NO_ANSWER : jsonAnswer({ code: CODE.ok, message: '', data: rows });
}

/** The rows of many small questions, a few at a time; those without an answer are left out. */
async function inTurns(names: readonly string[], ask: (name: string) => Promise<object | null>): Promise<object[]> {
  const rows: (object | null)[] = new Array(names.length).fill(null);
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < names.length) {
      const index = next;
      next += 1;
      rows[index] = await ask(names[index] as string);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return rows.filter((row) => row !== null);
}

/** Whether the upstream announces a capability. An exchange that is away is asked as it was known, at first as ours. */
function createAnnounced(upstream: Upstream, nowMs: () => number) {
  let known: ReadonlySet<string> | null = null;
  let askedMs = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | null = null;

  async function ask(): Promise<void> {
    const call: UpstreamCall = {
      method: 'GET',
      path: ENDPOINTS.capabilities.path,
      headers: JSON_ONLY,
      mayRepeat: true,
    };
    const answer = await upstream.call(call);
    // No answer says nothing about what there is.
    if (!saysSomething(answer)) return;
    const reading = readAnswer(CONTRACT.capabilities.reply, answer);
    if (reading.ok && isOutage(reading.code)) return;
    // A maintenance page takes nothing away that was announced; of an exchange that never did it is as good as a 404.
    if (!reading.ok && known !== null && known.size > 0) return;
    const names = reading.ok && reading.code === CODE.ok ? (reading.value as { data?: string[] }).data : [];
    known = new Set(names ?? []);
    askedMs = nowMs();
  }

  /** Null while nothing is known. */
  async function names(): Promise<ReadonlySet<string> | null> {
    if (nowMs() - askedMs >= ANNOUNCED_FOR_MS) {
      asking ??= ask().finally(() => {
        asking = null;
      });
      // What is known is good enough while it is asked for anew.
      if (known === null) await asking;
    }
    return known;
  }

  return {
    names,
    async has(capability: string): Promise<boolean> {
      const all = await names();
      return all === null || all.has(capability);
    },
  };
}

/**
 * Keeps what costs many questions; one reading at a time for each name. Nothing is kept of a failure. `outlasts`: what was known before stands in for an
 * answer that does not come, and is asked for again the next time.
 */
function createKeeper(nowMs: () => number, max: number, { outlasts = false } = {}) {
  const kept = new LRUCache<string, { readonly atMs: number; readonly value: unknown }>({ max });
  const underWay = new Map<string, Promise<unknown>>();
  return async <T>(name: string, forMs: number, read: () => Promise<T | null>): Promise<T | null> => {
    const known = kept.get(name);
    if (known !== undefined && nowMs() - known.atMs < forMs) return known.value as T;
    const reading = underWay.get(name) ?? read().finally(() => underWay.delete(name));
    underWay.set(name, reading);
    const value = await reading;
    const isEmpty = value === null || (Array.isArray(value) && value.length === 0);
    if (!isEmpty) kept.set(name, { atMs: nowMs(), value });
    return (isEmpty && outlasts ? (known?.value ?? null) : value) as T | null;
  };
}
