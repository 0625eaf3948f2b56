/** Orders of a bot of coins that were executed in part: only a venue does that, so that most bots have none. */

/** What the pieces of one order have moved so far, units. */
export interface Part {
  lots: number;
  /** Paid by a buy; received by a sell, net of its fees. */
  quote: bigint;
  /** Received by a buy, net of its fees. */
  coins: bigint;
  /** What the fees of a buy were worth, 1e-16 of the quote asset. */
  feeValue: bigint;
  /** It has completed a pair, which is counted once an order. */
  isMatched: boolean;
}

/** JSON-safe: slots with amounts as decimal text. */
export interface StoredPieces {
  readonly parts: readonly (readonly [number, number, string, string, string, boolean])[];
  readonly feeValues: readonly (readonly [number, string])[];
}

export class Pieces {
  /** By slot. */
  parts = new Map<number, Part>();
  /** By slot whose coins were bought in pieces: what their fees were worth, as far as they are not sold. */
  private feeValues = new Map<number, bigint>();

  /** What was executed of slot i's order. */
  partOf(i: number): Part {
    const part = this.parts.get(i) ?? { lots: 0, quote: 0n, coins: 0n, feeValue: 0n, isMatched: false };
    this.parts.set(i, part);
    return part;
  }

  /** The same, which is forgotten; undefined where nothing was executed of it. */
  take(i: number): Part | undefined {
    const part = this.parts.get(i);
    this.parts.delete(i);
    return part;
  }

  takeFeeValue(i: number): bigint | undefined {
    const value = this.feeValues.get(i);
    this.feeValues.delete(i);
    return value;
  }

  noteFeeValue(i: number, value: bigint): void {
    this.feeValues.set(i, value);
  }

  /** Slots have moved so many places up; one that leaves the ladder has no order. */
  shift(places: number): void {
    this.parts = new Map(Array.from(this.parts, ([i, part]) => [i + places, part]));
    this.feeValues = new Map(Array.from(this.feeValues, ([i, value]) => [i + places, value]));
  }

  stored(): StoredPieces {
    return {
      parts: Array.from(this.parts, ([i, { lots, quote, coins, feeValue, isMatched }]) => [
        i,
        lots,
        `${quote}`,
        `${coins}`,
        `${feeValue}`,
        isMatched,
      ]),
      feeValues: Array.from(this.feeValues, ([i, value]) => [i, `${value}`]),
    };
  }

  static read({ parts, feeValues }: StoredPieces): Pieces {
    const pieces = new Pieces();
    for (const [i, lots, quote, coins, feeValue, isMatched] of parts) {
      const amounts = { quote: BigInt(quote), coins: BigInt(coins), feeValue: BigInt(feeValue) };
      pieces.parts.set(i, { lots, ...amounts, isMatched });
    }
    for (const [i, value] of feeValues) pieces.feeValues.set(i, BigInt(value));
    return pieces;
  }
}
