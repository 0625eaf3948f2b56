import { replayPlan } from '#lib/formulas/plan-replay.ts';
import { PLAN_KIND } from '#lib/kinds/plan-kind.ts';
import { parseAmount, UNITS_PER_COIN } from '#lib/money/amount.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { DAY_MS, midnightOf } from '#lib/time/durations.ts';
import { botFeeRate } from '../bots/bot-kinds.ts';
import type { CandleSource } from '../market/candle-source.ts';
import type { MarketFeed } from '../market/feed.ts';
import { findSpec } from '../market/instruments.ts';
import { oneAtATime } from '../surroundings/one-at-a-time.ts';

/** What is told of the last year: so much every day, of one coin. */
const DAYS = 365;
const EACH = 100n * UNITS_PER_COIN;

interface Parts {
  readonly feed: MarketFeed;
  readonly candles: Pick<CandleSource, 'ask'>;
}

interface Known {
  readonly rateE8: bigint | null;
  readonly dayMs: number;
}

/**
 * What a plan would have come to that bought one coin every day of the last year: gain by what was paid, 1e-8. A year of candles takes a thread seconds, so nobody
 * waits for it: the last day's figure stands until there is today's, and before the first one none is known.
 */
export class PlanRates {
  readonly #parts: Parts;
  readonly #known = new Map<string, Known>();
  readonly #underWay = new Map<string, Promise<void>>();
  /** One market after the other: whoever asks of all of them at once keeps nobody's candles waiting. */
  readonly #lane = oneAtATime();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Null = not known (yet). */
  of(market: string, nowMs: number): bigint | null {
    const dayMs = midnightOf(nowMs);
    const known = this.#known.get(market);
    if (known?.dayMs !== dayMs) void this.reckon(market, dayMs);
    return known?.rateE8 ?? null;
  }

  /** Resolves when the figure of a day is known, or cannot be now: the next one who asks has it looked for again. */
  reckon(market: string, dayMs: number): Promise<void> {
    const spec = findSpec(this.#parts.feed, market);
    if (spec === undefined) return Promise.resolve();
    const known = this.#underWay.get(market);
    if (known !== undefined) return known;
    const reckoned = this.#lane(0, () => this.#reckon(spec, dayMs)).finally(() => this.#underWay.delete(market));
    this.#underWay.set(market, reckoned);
    return reckoned;
  }

  async #reckon(spec: MarketSpec, toMs: number): Promise<void> {
    const { market: instrument } = spec;
    const fromMs = toMs - DAYS * DAY_MS;
    const question = { type: 'candles', instrument, period: '1d', fromMs, toMs, nowMs: toMs } as const;
    // What fails is the candles' own to tell; here it is a figure that is not known.
    const bytes = await this.#parts.candles.ask(question).catch(() => 'busy' as const);
    if (bytes === 'busy') return;
    const candles: Candles = JSON.parse(new TextDecoder().decode(bytes));
    const opens = new Map(candles.map(([seconds, open]) => [seconds * 1_000, parseAmount(open) ?? 0n]));
    const coin = { shareE8: UNITS_PER_COIN, opens, last: parseAmount(candles.at(-1)?.[4] ?? '') ?? 0n };
    const terms = { every: '1d', amount: EACH, feeE8: botFeeRate(spec, PLAN_KIND) } as const;
    const replay = replayPlan([coin], terms, fromMs, toMs);
    // A market that is younger has no last year.
    const isWhole = replay !== null && replay.fromMs === fromMs && replay.paid > 0n;
    this.#known.set(instrument, {
      rateE8: isWhole ? (replay.gain * UNITS_PER_COIN) / replay.paid : null,
      dayMs: toMs,
    });
  }
}

type Candles = readonly (readonly [seconds: number, open: string, high: string, low: string, close: string])[];
