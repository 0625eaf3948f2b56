import type { CloseInstruction } from '../machine.ts';
import type { CoinBot } from './coin-bot.ts';
import type { CoinParams } from './coin-params.ts';
import type { LadderBot, StopReason } from './ladder-bot.ts';

/** The order that closes a bot; 0 lots when it needs none. */
export interface ClosingNeed {
  readonly side: 'buy' | 'sell';
  readonly lots: number;
  /** What should be traded and is less than the market takes, units of the coin. */
  readonly tooSmall: bigint;
}

export const NOTHING_TO_CLOSE: ClosingNeed = { side: 'sell', lots: 0, tooSmall: 0n };

export interface TickRange {
  readonly lowTicks: number;
  readonly highTicks: number;
}

/** What a kind of bot with a ladder of its own orders decides, whatever its money is; everything else is the body's. */
export interface LadderDecisions<B extends LadderBot> {
  /** The range that the bot is made for; null: it has none. */
  readonly range: ((params: B['params']) => TickRange) | null;
  /** Opens, or tries again to, at the present price. */
  open(bot: B, ticks: number, timeMs: number): void;
  /** The order below (above) the cursor was reached. Must move the cursor, or the line. */
  crossDown(bot: B, timeMs: number): void;
  crossUp(bot: B, timeMs: number): void;
  /** Orders have filled on the way to `ticks`: what else follows from that; may end the bot. Null: nothing. */
  readonly afterFills: ((bot: B, ticks: number, timeMs: number) => void) | null;
  /**
   * A stop acts at `ticks`, which after a jump (`isJump`) is the price that was seen: it ends the bot, or leaves stops that this
   * price is inside of or that act in their turn.
   */
  stop(bot: B, reason: StopReason, ticks: number, timeMs: number, isJump: boolean): void;
  /** The price is at or past the level where the ladder may move; must leave a level that the price is inside of, or wait (isTrailArmed). */
  trailDown(bot: B, ticks: number, timeMs: number): void;
  trailUp(bot: B, ticks: number, timeMs: number): void;
  /** The price is at or past the level of the forced close: ends the bot. */
  forceClose(bot: B, ticks: number, timeMs: number): void;
  /** A paused bot trades on at `ticks`: makes up for what was crossed meanwhile, and rests its orders. May end the bot. */
  catchUp(bot: B, ticks: number, timeMs: number): void;
  /** The order that closing as told needs, at these ticks or its limit. Asked after the bot has opened only. */
  closingNeed(bot: B, instruction: CloseInstruction, ticks: number, timeMs: number): ClosingNeed;
  /** Puts in order what the closing order leaves, before the bot finishes. */
  settle(bot: B, ticks: number, timeMs: number): void;
  /** A part of the closing order has filled, and the rest rests: what else follows; may end the bot. */
  afterPart(bot: B, ticks: number, timeMs: number): void;
}

/** What a kind decides whose bots have coins and money. */
export interface CoinDecisions<P extends CoinParams = CoinParams> extends LadderDecisions<CoinBot<P>> {
  /** The kind's own time (timerAtMs) has come; must move it on. May end the bot. */
  onTimer(bot: CoinBot<P>, ticks: number, timeMs: number): void;
}

/** What a bot decides of trailing whose ladder is laid by its fills alone. */
export const TRAILS_NOT: Pick<LadderDecisions<LadderBot>, 'trailDown' | 'trailUp'> = {
  trailDown: () => undefined,
  trailUp: () => undefined,
};

/** What a bot that owes nobody decides of debts. */
export const OWES_NOTHING: Pick<LadderDecisions<LadderBot>, 'afterFills' | 'forceClose' | 'settle' | 'afterPart'> &
  Pick<CoinDecisions, 'onTimer'> = {
  afterFills: null,
  forceClose: () => undefined,
  onTimer: () => undefined,
  settle: () => undefined,
  afterPart: () => undefined,
};

/** What a bot without a ladder of its own orders decides of one. */
export const LAYS_NO_LADDER: Pick<
  LadderDecisions<LadderBot>,
  'range' | 'crossDown' | 'crossUp' | 'trailDown' | 'trailUp' | 'catchUp'
> = {
  ...TRAILS_NOT,
  /** What it would have done during a pause is not made up for. */
  catchUp: () => undefined,
  range: null,
  crossDown: () => undefined,
  crossUp: () => undefined,
};
