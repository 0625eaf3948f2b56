import { marketsOf } from '#lib/engine/bot-feeds.ts';
import { minuteFrom } from '#lib/engine/minute-boundary.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { historyMinutes } from '#lib/kinds/history-need.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time/durations.ts';
import { profitAssetOf } from '../bots/bot-equity.ts';
import { Comparison } from './comparison.ts';
import type { ForkAnswer, ForkBegin, ForkGap, ForkNeed, ForkOutcome, ForkTold, KnownThen } from './fork-shape.ts';
import { MarketThen } from './market-then.ts';
import { TapedLife } from './taped-life.ts';

/** The longest time that is compared: the same as of a backtest. */
const MOST_DAYS = 366;
/** Minutes before the moment: averages look back twelve hours, the longest K-line a day, a settlement of funding eight hours. */
const HISTORY_MINUTES = 1_441;
/** Parts of the progress: the tape; the candles are between. */
export const TAPE = 0.4;
export const GATHERED = 0.8;

/**
 * Forks a bot at a moment of its past: its machine as the tape has it then is taken along the recorded minutes twice, as it was and as
 * its owner would have had it.
 */
export class Fork {
  private readonly begin: ForkBegin;
  private readonly life: TapedLife;
  private comparison: Comparison | null = null;
  private said: ForkOutcome | null = null;

  constructor(begin: ForkBegin) {
    this.begin = begin;
    this.life = new TapedLife(begin);
  }

  /** Does what it is told, and says how far it is, what it needs, or what came of it. */
  answer(told: ForkTold): ForkAnswer {
    if (told.do === 'need') {
      const need = this.need();
      if (need !== null) return { need };
    }
    if (told.do === 'tape') this.life.take(told.rows);
    if (told.do === 'set') this.set(told.known);
    if (told.do === 'ride') this.comparison?.ride();
    const outcome = this.said ?? this.comparison?.outcome ?? null;
    return outcome === null ? { progress: this.progress } : { outcome };
  }

  /** Of the whole, 0…1. */
  private get progress(): number {
    if (this.comparison !== null) return GATHERED + (1 - GATHERED) * this.comparison.progress;
    return TAPE * this.life.progress;
  }

  /** The tape is over; null: there is nothing to compare, and `outcome` says why. */
  private need(): ForkNeed | null {
    const gap = this.life.close();
    if (gap !== null) return this.leaveOut(gap);
    const { spec, params, isWaiting } = this.life.standing;
    const { kind } = this.life.record;
    // What has not opened begins with all of its history, as every bot of the kind.
    const history = Math.max(HISTORY_MINUTES, isWaiting ? historyMinutes(kind, params) : 0);
    return {
      markets: marketsOf(spec),
      fromMs: this.begin.timeMs - history * MINUTE_MS,
      toMs: this.endMs,
      withVolumes: factsOf(kind).usesConditions,
      asset: profitAssetOf(spec),
    };
  }

  private leaveOut(gap: ForkGap, knownFromMs: number | null = null): null {
    this.said = { type: 'gap', gap, knownFromMs };
    return null;
  }

  /** Where its owner, or the exchange, ended it there is nothing beyond: what ended itself goes on in the fork. */
  private get endMs(): number {
    const { life } = this;
    const until = Math.min(life.endMs, this.begin.timeMs + MOST_DAYS * DAY_MS);
    const last = life.later.at(-1)?.call;
    const ended = life.replay.end;
    if (ended === null || last?.type !== 'terminate') return until;
    const restsUntil = last.close.type === 'limit' ? last.close.expiresAtMs : 0;
    return Math.min(until, minuteFrom(Math.max(ended.timeMs, restsUntil)) + MINUTE_MS);
  }

  private set(known: KnownThen): void {
    const market = new MarketThen(this.life.standing.spec, known);
    const index = market.indexOf(this.begin.timeMs);
    const first = market.firstKnown(index);
    if (first !== index) {
      this.leaveOut('no-candles', first === null ? null : market.timeOf(first));
      return;
    }
    this.comparison = new Comparison(this.life, market, index, this.begin.change);
  }
}
