import type { BotParams } from '../contract/strategy.ts';
import type { PlannedLiquidations } from '../formulas/futures-grid-liquidation.ts';
import type { AssetPair } from '../formulas/margin-loan.ts';
import type { MarketKind, MarketSpec } from '../money/market-spec.ts';
import type { DemoKind } from './demo-wish.ts';

/** A market by its name and where it is traded. */
export interface MarketPlace {
  readonly market: string;
  readonly type: MarketKind;
}

/** Which markets a payload is about: where its bot stands, and the others that it trades as well. */
export interface Place extends MarketPlace {
  readonly companions?: readonly MarketPlace[];
  /** Form field that is at fault when one of them does not exist; `market` by default. */
  readonly marketField?: string;
}

/** What is wrong with what a payload says. */
export interface PlaceRefusal {
  readonly field: string;
  readonly issue: string;
  readonly values?: Readonly<Record<string, string>>;
}

/** Money of one asset, units. */
export interface Fund {
  readonly asset: string;
  readonly amount: bigint;
}

/** The payload's words that rows show and that stopping asks for. */
export interface KindTerms {
  readonly leverage: string;
  readonly side: string;
  /** Prices or rates as set; '' when not. */
  readonly takeProfit: string;
  readonly stopLoss: string;
  /** At the end the coins are kept, not sold. */
  readonly keepsCoins: boolean;
  /** Parameters of the AI search: everybody may see them. */
  readonly isAi: boolean;
}

/** What a bot of these parameters would be at a price; the least that it needs is its definition's `minimum`. */
export interface KindPlan {
  /** Smallest order that the investment gives; 0n for kinds whose orders are not planned ahead. */
  readonly unitQuantity: bigint;
  /** Where it would be liquidated (contracts) or closed by force (loans), ticks; null for kinds that cannot be. */
  readonly liquidation: PlannedLiquidations | null;
  readonly maxLeverage: number;
  /** What it borrows; absent for kinds that do not. */
  readonly loan?: AssetPair;
}

/**
 * What the exchange has to know of a kind beside its definition and its engine. Everything else of a
 * bot – ledger, settlement, figures, lists – is the same for every kind.
 */
export interface ExchangeKind<Payload, Params> {
  /** What a bot of this kind waits for that has not traded for long: a price at one of its orders, its conditions, … */
  readonly waitsFor: 'order' | 'conditions' | 'shares' | 'funding';
  /** How it appears in the demo world. */
  readonly demo: DemoKind<Payload>;
  place(payload: Payload): Place | PlaceRefusal;
  /** What else only the exchange refuses; absent where there is nothing. */
  refusal?(payload: Payload, spec: MarketSpec): PlaceRefusal | null;
  /** Coins that the bot is funded with in place of money; absent or empty: with money. */
  funds?(params: Params): readonly Fund[];
  terms(payload: Payload): KindTerms;
  plan(params: Params, lastTicks: number): KindPlan;
  /** Parameters as the owner set them, in the wire's shape; what a kind does not have is left out. */
  params(payload: Payload): Partial<BotParams>;
}

/** The spot market of a payload that names its kind by `instrument_type` and must name this one. */
export function placeOnSpot(market: string, instrumentType: string, expected: string): Place | PlaceRefusal {
  if (instrumentType !== expected) return { field: 'instrument_type', issue: 'instrument-unknown' };
  return { market, type: 'spot' };
}
