import type { FeeRateE8, MarketSpec } from '../../money/market-spec.ts';
import type { HeldShare, SearchAxis, Shape } from './search-axes.ts';

/** What a search knows of the market that its candidates are for; of kinds of several markets the others are its companions. */
export interface AiFacts {
  readonly spec: MarketSpec;
  /** Fee that a bot of the kind pays there. */
  readonly feeRate: FeeRateE8;
}

/** Form values by field: the definition's, which knows this file. */
type Typed = Readonly<Record<string, string>>;

/**
 * What an AI search varies of a kind (C-017): the candidates, and what each types into the kind's own form. The engine's
 * parameters follow from the form values, so what is searched is what is sent.
 */
export interface AiSearch {
  /** A field whose values are searched apart from one another; the trader chooses between them. */
  readonly variants?: { readonly field: string; readonly values: readonly string[] };
  /** Its bots ask indicators, which have to be fed with what was before their start. */
  readonly looksBack?: boolean;
  /** Kinds of several markets: the others that its bots trade beside `spec`, of all that there are; null where there are none such. */
  companions?(spec: MarketSpec, markets: readonly MarketSpec[]): readonly MarketSpec[] | null;
  /** What the money would be in without a bot, where that is not the market's own coin. */
  readonly held?: {
    /** How it is called beside the results. */
    readonly word: 'coins' | 'money';
    shares(facts: AiFacts): readonly HeldShare[];
  };
  /** `variant` is the value of the variants' field, '' without one. */
  axes(facts: AiFacts, variant: string): readonly SearchAxis[];
  /** What a candidate types for a bot that starts at `startTicks`; null where the exchange would refuse it. */
  values(shape: Shape, startTicks: number, facts: AiFacts): Typed | null;
}
