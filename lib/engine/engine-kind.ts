import type { BotMachine, EngineSink, LifeRefusal, MarketView } from './machine.ts';

/** What comes with a change of parameters. */
export interface BotChange {
  /** Money that comes in, units of the investment asset; the driver moves it. */
  readonly deposit: bigint;
  /** Of kinds with lines: they are to lie elsewhere, or with more money. Else the orders stay as they are, and only stops are others. */
  readonly isLaidAnew: boolean;
  /** Prices of the bot's feeds. */
  readonly prices: readonly number[];
  readonly timeMs: number;
}

export interface EngineKind<P> {
  /**
   * Whether a completed trade begins and ends without a position, so that the same trades could have come in another
   * order. Not of grids and portfolios, whose trades are parts of one position.
   */
  readonly tradesAreWhole: boolean;
  /**
   * The smallest swing of its one market's price, in ticks, that such a bot can notice: a search may leave smaller ones
   * out. 0 when every turn may matter, null (or absent) when time wakes it too.
   */
  leastSwing?(params: P): number | null;
  /** A machine that has not started. */
  create(params: P, view: MarketView, sink: EngineSink): BotMachine;
  /**
   * A running machine of params `before` as its owner changes it to `after`: what it did to get there, it told. Why not, and then
   * nothing has happened. Absent: its parameters cannot be changed.
   */
  change?(
    before: P,
    after: P,
    snapshot: unknown,
    change: BotChange,
    view: MarketView,
    sink: EngineSink,
  ): BotMachine | LifeRefusal;
  /** A machine as it was when `snapshot()` was taken. */
  restore(params: P, snapshot: unknown, view: MarketView, sink: EngineSink): BotMachine;
}
