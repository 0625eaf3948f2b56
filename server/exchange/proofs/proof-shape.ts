/** What whoever proves a bot is told, and what comes of it. */

/** A row of the journal. */
export interface ProofRow {
  readonly timeMs: number;
  readonly value: string;
}

/** Begins a proof: `row` is the bot's own, as the disk has it; `params` all that it ever traded by, the oldest first. */
export interface ProofBegin {
  readonly row: string;
  readonly params: readonly string[];
}

/** The minutes of a market that are looked at, both ends on a minute. */
export interface ProofPlace {
  readonly instrument: string;
  readonly fromMs: number;
  readonly toMs: number;
}

/** One thing that is told twice: as it is stored, and as the replay has it. Texts as the journal writes them; '' where one has none. */
export interface TwoTellings {
  readonly field: string;
  readonly stored: string;
  readonly replayed: string;
}

export interface ProofDifference {
  /** fill: one is another; missing: the store lacks one; extra: it has one more; statement: the books at the end; tape: it cannot be gone on with. */
  readonly kind: 'fill' | 'missing' | 'extra' | 'statement' | 'tape';
  /** Of the fill, counted from 1; 0 of what is none. */
  readonly fill: number;
  readonly timeMs: number;
  readonly fields: readonly TwoTellings[];
}

/** Prices of the tape against the market's own candles and mark prices. */
export interface PriceCheck {
  readonly checked: number;
  /** Prices of minutes that the market does not know any more. */
  readonly unknown: number;
  readonly outside: number;
  /** The first that the market did not have; prices as texts. */
  readonly first: {
    readonly timeMs: number;
    readonly instrument: string;
    readonly price: string;
    readonly low: string;
    readonly high: string;
  } | null;
}

export interface ProofOutcome {
  readonly calls: number;
  readonly fills: number;
  readonly changes: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** False: the tape ended before the bot's present state, so that fills after `toMs` are not proven. */
  readonly isWhole: boolean;
  readonly difference: ProofDifference | null;
  readonly prices: PriceCheck;
}
