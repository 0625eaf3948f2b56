import type { FinishReason } from '#lib/contract/bot-words.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { AskedChange } from '../changes/wanted-change.ts';
import type { MarketColumns } from '../market/gather-columns.ts';
import type { ProofRow } from '../proofs/proof-shape.ts';
import type { Refusal } from '../replies/reply.ts';

/** What a thread that forks a bot is told, and what it answers. Amounts are units of what the bot's profit is counted in. */

/** What the bot should have been from the moment on, or have been given then. Units and words of the call. */
export interface ForkChange extends AskedChange {
  readonly margin?: string | undefined;
  readonly leverage?: string | undefined;
}

/** `row`: the bot's own, as the disk has it; `params`: all that it ever traded by, the oldest first. */
export interface ForkBegin {
  readonly row: string;
  readonly params: readonly string[];
  /** The moment, on a minute. */
  readonly timeMs: number;
  /** The end of the comparison at the latest, on a minute: the market is known up to there. */
  readonly untilMs: number;
  /** Null: none, so that both lives are the same. */
  readonly change: ForkChange | null;
}

export type ForkTold =
  | ({ readonly do: 'begin' } & ForkBegin)
  | { readonly do: 'tape'; readonly rows: readonly ProofRow[] }
  /** The tape is over: what has to be known of the markets? */
  | { readonly do: 'need' }
  | { readonly do: 'set'; readonly known: KnownThen }
  | { readonly do: 'ride' };

export interface ForkNeed {
  readonly markets: readonly MarketSpec[];
  /** Minutes [fromMs, toMs): the moment's past that averages and K-lines look back at, then the time that is compared. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly withVolumes: boolean;
  /** What profit is counted in, whose price the platform's floor of an investment asks for. */
  readonly asset: string;
}

export interface KnownThen {
  /** By instrument; all of the same minutes. */
  readonly markets: Readonly<Record<string, MarketColumns>>;
  /** The asset's market in USDT and its last price at the moment; null: it is USDT, or nobody knows. */
  readonly valuation: { readonly spec: MarketSpec; readonly ticks: number } | null;
}

export type ForkAnswer =
  | { readonly progress: number }
  | { readonly need: ForkNeed }
  /** Said as soon as it is known, whatever was asked. */
  | { readonly outcome: ForkOutcome };

/** Why there is nothing to compare; none of them is anybody's fault. */
export type ForkGap =
  /** The bot began before tapes were kept. */
  | 'no-tape'
  /** The tape was full before the moment. */
  | 'tape-full'
  /** Today's engine does not follow the tape. */
  | 'off-tape'
  /** The bot had not started, or was over. */
  | 'not-begun'
  | 'over'
  /** A change after the moment is of a program that did not keep what the bot was until then. */
  | 'unkept'
  /** The market of then is not kept. */
  | 'no-candles';

export interface SideOutcome {
  /** At the end, with what its owner took out meanwhile. */
  readonly equity: bigint;
  /** Since the moment; money that came in is none. */
  readonly profit: bigint;
  /** Deepest fall below an earlier peak since the moment, 0…1. */
  readonly fall: number;
  readonly fills: number;
  readonly fees: bigint;
  /** How it ended on the way; null: it has not. */
  readonly finish: { readonly reason: FinishReason; readonly timeMs: number } | null;
  /** What its owner did later: made here too, not possible here, and left out because the fork has its own. */
  readonly later: { readonly made: number; readonly refused: number; readonly held: number };
}

/** Profit of both since the moment. */
export interface ForkPoint {
  readonly timeMs: number;
  readonly life: bigint;
  readonly fork: bigint;
}

export interface ForkResult {
  readonly timeMs: number;
  readonly toMs: number;
  readonly asset: string;
  /** What the bot was at the moment, of what may be changed; texts of the wire, '' where there was none. */
  readonly was: Readonly<Record<string, string>>;
  readonly life: SideOutcome;
  readonly fork: SideOutcome;
  /** What the bot really had at the end; its fills came from ticks, not from candles. Null: its tape was full. */
  readonly real: bigint | null;
  /** Minutes of the time compared in which a market has no price: nothing happens in them on either side. */
  readonly unknownMinutes: number;
  /** The tape was full at `toMs`: the comparison ends there. */
  readonly isTapeFull: boolean;
  readonly points: readonly ForkPoint[];
}

export type ForkOutcome =
  | { readonly type: 'gap'; readonly gap: ForkGap; readonly knownFromMs: number | null }
  /** The change was not possible then: the exchange's words, as of one that is asked now. */
  | { readonly type: 'refused'; readonly timeMs: number; readonly refusal: Refusal }
  | { readonly type: 'compared'; readonly result: ForkResult };
