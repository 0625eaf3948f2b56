/**
 * Where in a stream of a bot's journal the entries of a part are: every so many rows it is noted how many of each part came before. A page far
 * back in the books of a bot with a hundred thousand fills is read from the mark before it, not from the beginning.
 */

interface Mark {
  /** Number of the last row before it. */
  readonly after: number;
  readonly counts: ReadonlyMap<string, number>;
}

/** One stream up to some row: its entries by the key of their part, and the marks along it. */
export interface StreamMarks {
  readonly rows: number;
  readonly counts: ReadonlyMap<string, number>;
  readonly marks: readonly Mark[];
}

export const NO_MARKS: StreamMarks = { rows: 0, counts: new Map(), marks: [] };
/** Some milliseconds of reading; a mark is some hundred bytes of a bot that is remembered. */
export const ROWS_A_MARK = 1_000;

/** Goes on from what was noted before, which stays as it is. */
export function markOn(before: StreamMarks, rowsAMark: number) {
  const counts = new Map(before.counts);
  const marks = [...before.marks];
  let { rows } = before;
  return {
    /** `parts`: keys of the row's entries. */
    add(sequence: number, parts: readonly string[]): void {
      for (const part of parts) counts.set(part, (counts.get(part) ?? 0) + 1);
      rows += 1;
      if (rows % rowsAMark === 0) marks.push({ after: sequence, counts: new Map(counts) });
    },
    marks: (): StreamMarks => ({ rows, counts, marks }),
  };
}

/** How many entries of these parts there are. */
export function countOf(counts: ReadonlyMap<string, number>, parts: readonly string[]): number {
  return parts.reduce((sum, part) => sum + (counts.get(part) ?? 0), 0);
}

/** From which row the entries of these parts have to be read that come after the first `skipped`, and how many of those are before it. */
export function placeOf(
  { marks }: StreamMarks,
  parts: readonly string[],
  skipped: number,
): { readonly after: number; readonly seen: number } {
  const mark = marks.findLast(({ counts }) => countOf(counts, parts) <= skipped);
  return mark === undefined ? { after: 0, seen: 0 } : { after: mark.after, seen: countOf(mark.counts, parts) };
}
