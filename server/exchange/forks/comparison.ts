import { floorScale } from '#lib/backtest/backtest.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { withTakenOut } from '#lib/engine/equity-statement.ts';
import { EQUITY_SCALE } from '#lib/engine/machine.ts';
import { minuteFrom } from '#lib/engine/minute-boundary.ts';
import { figuresAt, type Prices, profitAssetOf } from '../bots/bot-equity.ts';
import { namesChanged, planChange } from '../bots/change-bot.ts';
import { restoreMachine, type StandingBot } from '../bots/live-bot.ts';
import type { ChangeParts } from '../changes/change-parts.ts';
import { changeRefusal } from '../changes/stop-changes.ts';
import { isAsItIs, lackingFor, standingValues, wantedOf } from '../changes/wanted-change.ts';
import { type Refusal, refuse } from '../replies/reply.ts';
import type { ForkChange, ForkOutcome, ForkPoint, ForkResult } from './fork-shape.ts';
import { type Baseline, ForkSide, type LaterCall, type SideStart } from './fork-side.ts';
import type { MarketThen } from './market-then.ts';
import type { TapedLife } from './taped-life.ts';

/** Points of the curves after the first, at most: no more than there are minutes. */
const MOST_POINTS = 240;
/** Points that are gone to before somebody is told how far it is. */
const POINTS_AT_ONCE = 24;

const SILENT = { isQuiet: true, fill: () => {}, order: () => {}, operation: () => {}, finish: () => {} };

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
    this.was = standingValues(bot);
    this.later = life.later.map((later) => [market.indexOf(minuteFrom(later.timeMs)), later]);
    const start: SideStart = { kind: bot.record.kind, ...life.standing, own: [], ended: null };
    const forked = change === null ? start : this.changed(bot, change, prices);
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
  private standing(prices: Prices): StandingBot & { readonly machine: NonNullable<StandingBot['machine']> } {
    const { standing, record, payload } = this.life;
    if (payload === null) throw new Error('a fork without what its bot was asked to be');
    const { spec, params } = standing;
    const machine = restoreMachine(record.kind, params, standing.snapshot, this.market.view, SILENT);
    const { deposits, withdrawals } = machine.equity(prices);
    const { range } = machine.statistics();
    const flows = { deposited: deposits / EQUITY_SCALE, withdrawn: withdrawals / EQUITY_SCALE };
    return { record: { ...record, payload, range, ...flows }, spec, params, machine };
  }

  /** What the change makes of it, by the same checks and the same plan as one that is asked of a running bot; or why it cannot be had. */
  private changed(bot: StandingBot, change: ForkChange, prices: Prices): SideStart | Refusal {
    const { market } = this;
    const timeMs = market.timeOf(this.index);
    // No money comes in, so none is asked for.
    const parts: ChangeParts = {
      feed: market,
      ledger: { balance: () => 0n },
      views: { figures: (one) => figuresAt(one, prices) },
    };
    const wanted = wantedOf(parts, bot, change, timeMs);
    if ('code' in wanted) return wanted;
    const lacking = wanted.isLaidAnew ? lackingFor(parts, bot, wanted, timeMs) : null;
    if (lacking !== null) return lacking;
    const planned = planChange(bot, wanted, market.view, prices, timeMs);
    if (typeof planned === 'string') return changeRefusal(planned);
    if (isAsItIs(bot, wanted, planned)) return refuse(CODE.conflict, 'change-nothing');
    const { machine, params, notes } = planned;
    return {
      kind: bot.record.kind,
      params,
      snapshot: machine.snapshot(),
      own: namesChanged(this.life.standing.params, params),
      ended: notes.ended,
    };
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
