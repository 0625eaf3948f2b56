/** One thing that a search varies. Neighbouring values of an ordered axis are neighbouring parameters. */
export interface SearchAxis {
  readonly name: string;
  readonly values: readonly number[];
  readonly isOrdered: boolean;
}

/** A share of the money (0…1) that just holding keeps in one market's coin. */
export interface HeldShare {
  /** The market's instrument (instrumentOf); null: the one that is searched. */
  readonly instrument: string | null;
  readonly share: number;
}

/** What just holding is for most kinds: everything in the market's own coin. */
export const ITS_OWN_COIN: readonly HeldShare[] = [{ instrument: null, share: 1 }];

/** The values of one candidate, by axis name: relative to the price at which the bot starts. */
export type Shape = Readonly<Record<string, number>>;

/** All combinations of the axes’ values are the candidates of a search. */
interface Axes {
  readonly axes: readonly SearchAxis[];
}

export function candidateCount({ axes }: Axes): number {
  return axes.reduce((count, axis) => count * axis.values.length, 1);
}

/** The shape of candidate `index`, 0 ≤ index < candidateCount: the last axis changes fastest. */
export function shapeOf({ axes }: Axes, index: number): Shape {
  const shape: Record<string, number> = {};
  let rest = index;
  for (const { name, values } of axes.toReversed()) {
    shape[name] = values[rest % values.length] as number;
    rest = Math.floor(rest / values.length);
  }
  return shape;
}

/** Candidates that differ from `index` by one step on one ordered axis. */
export function neighboursOf({ axes }: Axes, index: number): number[] {
  const found: number[] = [];
  let stride = 1;
  for (const { values, isOrdered } of axes.toReversed()) {
    const place = Math.floor(index / stride) % values.length;
    if (isOrdered && place > 0) found.push(index - stride);
    if (isOrdered && place < values.length - 1) found.push(index + stride);
    stride *= values.length;
  }
  return found;
}
