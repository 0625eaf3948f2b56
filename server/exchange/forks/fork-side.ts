import { floorScale } from '#lib/backtest/backtest.ts';
import type { FinishReason } from '#lib/contract/bot-words.ts';
import { withTakenOut } from '#lib/engine/equity-statement.ts';
import type { BotMachine, EngineSink, EquityStatement } from '#lib/engine/machine.ts';
import { rideOneMarket } from '#lib/engine/one-market-ride.ts';
import type { Ride } from '#lib/engine/ride.ts';
import { RideWatch } from '#lib/engine/ride-watch.ts';
import { rideSeveralMarkets } from '#lib/engine/several-markets-ride.ts';
import type { EngineParamsByKind, RunnableKind } from '#lib/kinds/definitions.ts';
import { instrumentOf } from '#lib/money/market-spec.ts';
import type { Prices } from '../bots/bot-equity.ts';
import { changeMachine, namesChanged, withThese } from '../bots/change-bot.ts';
import { restoreMachine } from '../bots/live-bot.ts';
import { callMachine, type OutsideCall } from '../bots/machine-call.ts';
import type { ChangeCall } from '../bots/tape-words.ts';
import type { SideOutcome } from './fork-shape.ts';
import type { MarketThen } from './market-then.ts';

type Params = EngineParamsByKind[RunnableKind];

/** Something that happened to the real bot from outside after the moment; of a change, what it traded by before and after. */
export type LaterCall =
  | { readonly timeMs: number; readonly call: OutsideCall }
  | { readonly timeMs: number; readonly call: ChangeCall; readonly before: Params; readonly after: Params };

/** A machine at the moment. */
export interface SideStart {
  readonly kind: RunnableKind;
  readonly params: Params;
  readonly snapshot: unknown;
  /** Params that are the fork's own: what the owner changed of them later is left out. */
  readonly own: readonly string[];
  /** How a change at the moment has ended it at once. */
  readonly ended: SideEnd | null;
}

export interface SideEnd {
  readonly reason: FinishReason;
  readonly timeMs: number;
  /** By feed, as EngineSink.finish tells them. */
  readonly prices: readonly number[];
}

/** What is compared with at the end: the bot as it was at the moment, before any change. */
export interface Baseline {
  readonly statement: EquityStatement;
  readonly fills: number;
}

/** 0 of one that was given coins. */
function investmentOf(params: Params): bigint {
  return 'investment' in params ? params.investment : 0n;
}

/** One life of a bot from a moment on, taken along recorded minutes. Both lives of a fork are one of these: what differs is what they begin with. */
export class ForkSide {
  private readonly market: MarketThen;
  private readonly kind: RunnableKind;
  private readonly own: readonly string[];
  private readonly baseline: Baseline;
  private readonly sink: EngineSink;
  private readonly watch: RideWatch;
  private readonly later = { made: 0, refused: 0, held: 0 };
  private params: Params;
  private machine: BotMachine;
  private ride: Ride;
  private at: number;
  private end: SideEnd | null;

  constructor(market: MarketThen, start: SideStart, baseline: Baseline, index: number) {
    this.market = market;
    this.kind = start.kind;
    this.own = start.own;
    this.params = start.params;
    this.baseline = baseline;
    this.end = start.ended;
    this.at = index;
    this.sink = {
      isQuiet: true,
      fill: () => {},
      order: () => {},
      operation: () => {},
      finish: (reason, timeMs, prices) => {
        this.end = { reason, timeMs, prices };
      },
    };
    this.machine = restoreMachine(start.kind, start.params, start.snapshot, market.view, this.sink);
    this.watch = new RideWatch(this.machine, start.params.spec);
    this.watch.takeExact(withTakenOut(baseline.statement));
    this.noteMoney(baseline.statement.deposits, this.presentPrices());
    this.ride = this.board();
    this.noteEnd();
  }

  /** The machine before the minutes from the present one on. It stands there already: what it is told of the beginning again finds it done. */
  private board(): Ride {
    const { machine, market, watch, at } = this;
    const { spec } = this.params;
    if (spec.companions !== undefined)
      return rideSeveralMarkets(machine, market.candles, at - 1, market.columns, watch);
    const { candles, marks } = market.columnsOf(instrumentOf(spec));
    return rideOneMarket(machine, candles, market.lastKnown(at), marks, watch);
  }

  get isOver(): boolean {
    return this.end !== null;
  }

  /** Takes it to the beginning of a minute, and through what happens there. */
  advance(until: number): void {
    if (this.end === null && until > this.at) this.ride.advance(this.at, until);
    this.at = until;
    if (this.end === null) this.ride.visitBoundary(until);
    this.noteEnd();
  }

  private isEndNoted = false;

  private noteEnd(): void {
    if (this.end === null || this.isEndNoted) return;
    this.isEndNoted = true;
    this.watch.takeExact(withTakenOut(this.statement()));
  }

  /** Does what was done to the real bot, at the present minute's beginning; `prices` are those of then. */
  make(later: LaterCall, prices: Prices): void {
    if (this.end !== null) return;
    const { deposits } = this.machine.equity(prices);
    const outcome = 'before' in later ? this.change(later, prices) : this.call(later.call, prices);
    this.later[outcome] += 1;
    if (outcome !== 'made') return;
    this.noteMoney(deposits, prices);
    this.noteEnd();
  }

  /** What has come in since there were so many deposits is above every peak: it is no gain. */
  private noteMoney(deposits: bigint, prices: Prices): void {
    const added = this.machine.equity(prices).deposits - deposits;
    this.watch.follow(this.machine, Number(floorScale(added)));
    this.watch.changed();
  }

  private call(call: OutsideCall, prices: Prices): 'made' | 'refused' {
    const timeMs = this.market.timeOf(this.at);
    return callMachine(this.machine, call, prices, timeMs) === null ? 'made' : 'refused';
  }

  /** Changes what its owner changed, but for what is the fork's own. */
  private change(
    { call: { deposit, isLaidAnew }, before, after }: Extract<LaterCall, { readonly before: Params }>,
    prices: Prices,
  ): keyof SideOutcome['later'] {
    const names = namesChanged<Params>(before, after);
    const others = names.filter((name) => !this.own.includes(name));
    if (deposit === 0n && names.length > 0 && others.length === 0) return 'held';
    const next = { ...withThese<Params>(this.params, after, others), ...this.investedWith(before, after) };
    const change = { deposit, isLaidAnew, prices, timeMs: this.market.timeOf(this.at) };
    const { kind, machine, sink, market } = this;
    const made = changeMachine(kind, this.params, next, machine.snapshot(), change, market.view, sink);
    if (typeof made === 'string') return 'refused';
    this.params = next;
    this.machine = made;
    this.ride = this.board();
    return 'made';
  }

  /** The investment with what this change adds to it: the fork may have put in money of its own. */
  private investedWith(before: Params, after: Params): { readonly investment?: bigint } {
    const added = investmentOf(after) - investmentOf(before);
    return added === 0n ? {} : { investment: investmentOf(this.params) + added };
  }

  private presentPrices(): Prices {
    const present = this.market.prices(this.at);
    if (present === null) throw new Error('a fork rides where prices are known');
    return present;
  }

  /** At the prices that it ended at, or of the present minute's beginning. */
  private statement(): EquityStatement {
    return this.machine.equity(this.presentPrices().map((ticks, feed) => this.end?.prices[feed] ?? ticks));
  }

  /** Since the moment, units, rounded down: money that came in is none, what was taken out is. */
  get profit(): bigint {
    const { statement: before } = this.baseline;
    const now = this.statement();
    return floorScale(withTakenOut(now) - withTakenOut(before) - (now.deposits - before.deposits));
  }

  outcome(): SideOutcome {
    const { statement: before, fills } = this.baseline;
    const now = this.statement();
    const { end } = this;
    return {
      equity: floorScale(withTakenOut(now)),
      profit: this.profit,
      fall: this.watch.span().fall,
      fills: this.machine.statistics().fills - fills,
      fees: -floorScale(before.fees - now.fees),
      finish: end === null ? null : { reason: end.reason, timeMs: end.timeMs },
      later: { ...this.later },
    };
  }
}
