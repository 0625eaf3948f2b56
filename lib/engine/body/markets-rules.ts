import type { FinishReason } from '../../contract/bot-words.ts';
import type { CloseInstruction } from '../machine.ts';
import type { MarketLine } from '../market-line.ts';
import type { MarketsBot, MarketsParams } from './markets-bot.ts';
import type { WholeStops } from './worth.ts';

/** What a bot of several markets waits for until its next look. */
export interface Watch {
  /** How far shares may go from their targets, parts of the whole; null: as far as they like. */
  readonly shares: {
    readonly thresholdE8: bigint;
    /** Shares are off already and could not be brought back: they may go the threshold further. */
    readonly isStuck: boolean;
  } | null;
  /** Mark price, ticks, from which on the short asks for something; null: none does. */
  readonly markLevel: number | null;
  /** When it looks whatever prices do; Infinity: never. */
  readonly nextLookMs: number;
}

/** How a bot ends. */
export interface Ending {
  readonly reason: FinishReason;
  /** Coins stay coins. */
  readonly keepsCoins: boolean;
}

/** What a kind of bot of several markets decides; everything else is the body's. Prices by feed. */
export interface MarketsDecisions<P extends MarketsParams = MarketsParams> {
  /** Opens, or begins to wait for it, at the prices of the start. */
  open(bot: MarketsBot<P>, prices: readonly number[], timeMs: number): void;
  /** A minute boundary that something was touched before, or that is due; no stop was reached. */
  look(bot: MarketsBot<P>, prices: readonly number[], timeMs: number): void;
  /** Totals of the whole at which it ends. */
  stops(bot: MarketsBot<P>): WholeStops;
  /** What a stop does with the coins. */
  afterStop(params: P): CloseInstruction;
  /** What it waits for after a look. */
  watch(bot: MarketsBot<P>, prices: readonly number[], timeMs: number): Watch;
  /** Whether its money does not do for what it would trade next; absent: it always does. */
  isSpent?(bot: MarketsBot<P>): boolean;
  /** What of it is a price of one of its markets, for a chart. */
  lines(bot: MarketsBot<P>, prices: readonly number[]): readonly MarketLine[];
  /** Whether coins stay coins when it is closed as told. */
  keepsCoins(bot: MarketsBot<P>, instruction: CloseInstruction, prices: readonly number[]): boolean;
  /** Trades what its end needs. */
  close(bot: MarketsBot<P>, ending: Ending, prices: readonly number[], timeMs: number): void;
}
