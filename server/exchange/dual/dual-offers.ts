import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { DualType } from '#lib/formulas/dual-outcome.ts';
import { offeredRates, realisedVolatility, YEAR_MS } from '#lib/formulas/dual-price.ts';
import { type AmountBounds, boundsAt, DUAL_DAYS, LEAST_RATE_E8, startOf, strikesAt } from '#lib/formulas/dual-terms.ts';
import { DAY_MS, HOUR_MS } from '#lib/time/durations.ts';
import type { CandleSource } from '../market/candle-source.ts';
import type { MarketFeed } from '../market/feed.ts';
import { type DualMarket, indexAt } from './dual-markets.ts';

/** Hours that the volatility is read off, and how many of their returns have to be known. */
const HOURS = 30 * 24;
const LEAST_RETURNS = 7 * 24;

export interface DualOffer {
  /** USDT units per coin. */
  readonly strike: bigint;
  readonly deliveryMs: number;
  readonly days: number;
  readonly aprE8: bigint;
  readonly fairE8: bigint;
}

/** What is offered at a minute. */
export interface DualQuote {
  readonly quoteMs: number;
  readonly startMs: number;
  /** USDT units; null = not known, and nothing is offered. */
  readonly index: bigint | null;
  /** Of a year; null = not known, and nothing is offered. */
  readonly volatility: number | null;
  readonly bounds: AmountBounds;
  readonly offers: readonly DualOffer[];
}

interface Parts {
  readonly feed: Pick<MarketFeed, 'indexTicks'>;
  readonly candles: Pick<CandleSource, 'ask'>;
}

/** So long an answer waits for a volatility that is being measured, ms: of a month that nobody has asked for yet that takes its thread some seconds. */
const PATIENCE_MS = 1_000;

/** The volatility of an hour: under way, or known; null = the market was not seen for long enough. */
interface Measured {
  readonly answer: Promise<number | null>;
  /** The minute whose offers it was measured for. */
  readonly quoteMs: number;
  value: number | null | undefined;
}

/** Volatilities that are kept: of each market that of this hour, and of the one before, whose last offers still hold. */
const MOST_KNOWN = 1_000;

/** Offers of all markets. Of each the volatility of an hour is kept; everything else is reckoned when it is asked for. */
export class DualOffers {
  readonly #parts: Parts;
  readonly #known = new LRUCache<string, Measured>({ max: MOST_KNOWN });
  /** Resolves when nobody waits any longer. */
  #patience: () => Promise<unknown> = () => new Promise(() => {});

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** From now on nobody is kept waiting: pages come without what is not measured yet, and ask again. */
  start(patience: () => Promise<unknown> = () => delay(PATIENCE_MS, null, { ref: false })): void {
    this.#patience = patience;
  }

  /** The offers that were shown at a minute that is not over for long. */
  async quote(market: DualMarket, type: DualType, quoteMs: number): Promise<DualQuote> {
    const startMs = startOf(quoteMs);
    const index = indexAt(this.#parts.feed, market, quoteMs);
    const volatility = await this.#volatility(market, quoteMs);
    const bounds = index === null ? { least: 0n, most: 0n } : boundsAt(type, index);
    const known = { quoteMs, startMs, index, volatility, bounds };
    return {
      ...known,
      offers: index === null || volatility === null ? [] : offersOf(type, { ...known, index, volatility }),
    };
  }

  /** What is not there in time is not known now: it goes on being measured, and the next one who asks has it. */
  async #volatility(market: DualMarket, quoteMs: number): Promise<number | null> {
    const measured = this.#measured(market.spec.market, quoteMs);
    if (measured.value !== undefined) return measured.value;
    return Promise.race([measured.answer, this.#patience().then(() => null)]);
  }

  /** Of a market that was not seen for long enough it is measured anew for every minute: a feed learns its past page by page. */
  #measured(name: string, quoteMs: number): Measured {
    const hourMs = Math.floor(quoteMs / HOUR_MS) * HOUR_MS;
    const known = this.#known.get(`${name} ${hourMs}`);
    if (known !== undefined && (known.value !== null || known.quoteMs >= quoteMs)) return known;
    const answer = this.#measure(name, hourMs);
    const measured: Measured = { answer, quoteMs, value: undefined };
    this.#known.set(`${name} ${hourMs}`, measured);
    void answer.then((value) => {
      measured.value = value;
    });
    return measured;
  }

  /**
   * Where candles have no time for it, the one of an hour before serves; nothing is kept then, and the next one asks again. The same where their
   * thread has ended, which other people's questions can bring about: a failure that was kept would be the answer of a whole hour.
   */
  async #measure(name: string, toMs: number): Promise<number | null> {
    const question = { type: 'candles', instrument: name, period: '1h', fromMs: toMs - HOURS * HOUR_MS, toMs } as const;
    const bytes = await this.#parts.candles.ask({ ...question, nowMs: toMs }).catch(() => 'busy' as const);
    if (bytes !== 'busy') return realisedVolatility(closesOf(bytes), LEAST_RETURNS);
    this.#known.delete(`${name} ${toMs}`);
    return this.#known.get(`${name} ${toMs - HOUR_MS}`)?.answer ?? null;
  }
}

type Candles = readonly (readonly [seconds: number, open: string, high: string, low: string, close: string])[];

/** Closes an hour apart; −1 where there is none. */
function closesOf(bytes: Uint8Array): readonly number[] {
  const closes: number[] = [];
  let last: number | null = null;
  const candles: Candles = JSON.parse(new TextDecoder().decode(bytes));
  for (const [seconds, , , , close] of candles) {
    if (last !== null && seconds - last > HOUR_MS / 1_000) closes.push(-1);
    closes.push(Number(close));
    last = seconds;
  }
  return closes;
}

function offersOf(
  type: DualType,
  known: { readonly quoteMs: number; readonly startMs: number; readonly index: bigint; readonly volatility: number },
): readonly DualOffer[] {
  const { quoteMs, startMs, index, volatility } = known;
  return DUAL_DAYS.flatMap((days) => {
    const deliveryMs = startMs + days * DAY_MS;
    const years = (deliveryMs - quoteMs) / YEAR_MS;
    return strikesAt(type, index).flatMap((strike) => {
      const terms = { type, spot: Number(index), strike: Number(strike), years, volatility };
      const { offeredE8: aprE8, fairE8 } = offeredRates(terms, days);
      return aprE8 < LEAST_RATE_E8 ? [] : [{ strike, deliveryMs, days, aprE8, fairE8 }];
    });
  });
}
