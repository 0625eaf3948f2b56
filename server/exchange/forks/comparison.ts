import { floorScale } from '#lib/backtest/backtest.ts';
import { withTakenOut } from '#lib/engine/equity-statement.ts';
import { EQUITY_SCALE } from '#lib/engine/machine.ts';
import { minuteFrom } from '#lib/engine/minute-boundary.ts';
import { type Prices, profitAssetOf } from '../bots/bot-equity.ts';
import { restoreMachine, type StandingBot } from '../bots/live-bot.ts';
import { standingValues } from '../changes/wanted-change.ts';
import type { Refusal } from '../replies/reply.ts';
import type { ForkChange, ForkOutcome, ForkPoint, ForkResult } from './fork-shape.ts';
import { type Baseline, ForkSide, type LaterCall, type SideStart } from './fork-side.ts';
import { forkedStart } from './forked-start.ts';
import type { MarketThen } from './market-then.ts';
import type { TapedLife } from './taped-life.ts';

/** Points of the curves after the first, at most: no more than there are minutes. */
const MOST_POINTS = 240;
/** Points that are gone to before somebody is told how far it is. */
const POINTS_AT_ONCE = 24;

const SILENT = { isQuiet: true, fill: () => {}, order: () => {}, operation: () => {}, finish: () => {} };

/** Of what a fork may put in the bot had nothing. */
const NOTHING_PUT_IN = { money: '0', margin: '0' };

function leverageOf({ record: { payload } }: StandingBot): { readonly leverage?: string } {
  return 'leverage' in payload && typeof payload.leverage === 'string' ? { leverage: payload.leverage } : {};
}

/** Two lives from one machine at one moment over the same minutes: the one that it had, and the one that it would have had. */
export class Comparison {
  private readonly life: TapedLife;
  private readonly market: MarketThen;
  private readonly index: number;
  private readonly was: ForkResult['was'];
  private readonly sides: { readonly life: ForkSide; readonly fork: ForkSide } | null = null;
  private readonly refusal: Refusal | null = null;
  private readonly points: ForkPoint[] = [];
  private readonly later: readonly (readonly [index: number, later: LaterCall])[];
  private madeLater = 0;

  constructor(life: TapedLife, market: MarketThen, index: number, change: ForkChange | null) {
    this.life = life;
    this.market = market;
    this.index = index;
    const prices = this.pricesAt(index);
    const bot = this.standing(prices);
    this.was = { ...standingValues(bot), ...leverageOf(bot), ...NOTHING_PUT_IN };
    this.later = life.later.map((later) => [market.indexOf(minuteFrom(later.timeMs)), later]);
    const start: SideStart = { kind: bot.record.kind, ...life.standing, own: [], ended: null };
    const at = { market, prices, timeMs: market.timeOf(index) };
    const forked = change === null ? start : forkedStart(bot, change, at);
    if ('code' in forked) {
      this.refusal = forked;
      return;
    }
    const { machine } = bot;
    const baseline: Baseline = { statement: machine.equity(prices), fills: machine.statistics().fills };
    const sideOf = (one: SideStart) => new ForkSide(market, one, baseline, index);
    this.sides = { life: sideOf(start), fork: sideOf(forked) };
    this.note(index);
  }

  private pricesAt(index: number): Prices {
    const prices = this.market.prices(index);
    if (prices === null) throw new Error('a fork rides where prices are known');
    return prices;
  }

  /** The bot as its owner could have asked something of it then. */
  private standing(prices: Prices) {
    const { standing, record, payload } = this.life;
    if (payload === null) throw new Error('a fork without what its bot was asked to be');
    const { spec, params } = standing;
    const machine = restoreMachine(record.kind, params, standing.snapshot, this.market.view, SILENT);
    const { deposits, withdrawals } = machine.equity(prices);
    const { range } = machine.statistics();
    const flows = { deposited: deposits / EQUITY_SCALE, withdrawn: withdrawals / EQUITY_SCALE };
    return { record: { ...record, payload, range, ...flows }, spec, params, machine };
  }

  /** Part of the minutes that is behind, 0…1. */
  get progress(): number {
    return this.outcome === null ? (this.points.length - 1) / this.count : 1;
  }

  /** Points after the first. */
  private get count(): number {
    return Math.min(MOST_POINTS, this.last - this.index);
  }

  private get last(): number {
    return this.market.candles.open.length;
  }

  /** The minute of the n-th point. */
  private minuteOf(point: number): number {
    return this.index + Math.round((point * (this.last - this.index)) / this.count);
  }

  ride(): void {
    for (let n = 0; n < POINTS_AT_ONCE && this.outcome === null; n += 1) {
      const until = this.minuteOf(this.points.length);
      this.makeLater(until);
      this.goTo(until);
      this.note(until);
    }
  }

  private goTo(index: number): void {
    this.sides?.life.advance(index);
    this.sides?.fork.advance(index);
  }

  /** What was done to the bot up to a minute: each at the beginning of the first minute after it, to both. */
  private makeLater(until: number): void {
    for (const [index, later] of this.later.slice(this.madeLater)) {
      if (index > until) return;
      this.madeLater += 1;
      this.goTo(index);
      const prices = this.pricesAt(index);
      this.sides?.life.make(later, prices);
      this.sides?.fork.make(later, prices);
    }
  }

  private note(index: number): void {
    if (this.sides === null) return;
    const { life, fork } = this.sides;
    this.points.push({ timeMs: this.market.timeOf(index), life: life.profit, fork: fork.profit });
  }

  /** Null while both are on their way. */
  get outcome(): ForkOutcome | null {
    const timeMs = this.market.timeOf(this.index);
    if (this.refusal !== null) return { type: 'refused', timeMs, refusal: this.refusal };
    if (this.sides === null || this.points.length <= this.count) return null;
    const { life, fork } = this.sides;
    return {
      type: 'compared',
      result: {
        timeMs,
        toMs: this.market.timeOf(this.last),
        asset: profitAssetOf(this.life.standing.spec),
        was: this.was,
        life: life.outcome(),
        fork: fork.outcome(),
        real: this.real(),
        unknownMinutes: this.market.unknownFrom(this.index),
        isTapeFull: this.life.isTapeFull,
        points: this.points,
      },
    };
  }

  /** What the bot came to by its tape: at the end's prices, or those that it ended at. A full tape goes beyond the last whole minute, and not to its end. */
  private real(): bigint | null {
    if (this.life.isTapeFull) return null;
    const { machine, end } = this.life.replay;
    const prices = this.pricesAt(this.last).map((ticks, feed) => end?.prices[feed] ?? ticks);
    return floorScale(withTakenOut(machine.equity(prices)));
  }
}
