/** One value of each factor. */
type Row<F extends Readonly<Record<string, readonly string[]>>> = { readonly [K in keyof F]: F[K][number] };

/** Two values of two factors, in the factors' order. */
interface Pair {
  readonly one: string;
  readonly other: string;
  readonly first: string;
  readonly second: string;
}

const keyOf = ({ one, other, first, second }: Pair): string => `${one}=${first} ${other}=${second}`;

/** All pairs of a row, or of the part of one that is chosen so far. */
function pairsOf(row: Readonly<Record<string, string>>, names: readonly string[]): readonly string[] {
  const chosen = names.filter((name) => row[name] !== undefined);
  return chosen.flatMap((one, at) =>
    chosen.slice(at + 1).map((other) => keyOf({ one, other, first: row[one] as string, second: row[other] as string })),
  );
}

/**
 * Few rows in which every pair of values of two factors comes by that there is: each row begins with a pair that has not, and takes of
 * every other factor the value that brings most new pairs, the least used of those. `isThere`: whether so much of a row can be; what it
 * leaves out has to be a pair of values. Always the same rows.
 */
export function coveringPairs<const F extends Readonly<Record<string, readonly string[]>>>(
  factors: F,
  isThere: (row: Partial<Row<F>>) => boolean = () => true,
): readonly Row<F>[] {
  const names = Object.keys(factors);
  const uses = new Map<string, number>();
  const open = new Map<string, Readonly<Record<string, string>>>();
  for (const [at, one] of names.entries())
    for (const other of names.slice(at + 1))
      for (const first of factors[one] ?? [])
        for (const second of factors[other] ?? []) {
          const begun = { [one]: first, [other]: second };
          if (isThere(begun as Partial<Row<F>>)) open.set(keyOf({ one, other, first, second }), begun);
        }
  const rows: Row<F>[] = [];
  for (const begun of [...open.values()]) {
    if (!pairsOf(begun, names).some((key) => open.has(key))) continue;
    let row: Readonly<Record<string, string>> = begun;
    for (const name of names.filter((one) => row[one] === undefined)) {
      const tried = (factors[name] ?? [])
        .map((value) => ({ ...row, [name]: value }))
        .filter((one) => isThere(one as Partial<Row<F>>))
        .map((one) => ({
          one,
          news: pairsOf(one, names).filter((key) => open.has(key)).length,
          used: uses.get(`${name}=${one[name]}`) ?? 0,
        }));
      const best = tried.toSorted((a, b) => b.news - a.news || a.used - b.used)[0];
      if (best === undefined) throw new Error(`nothing of ${name} goes with ${JSON.stringify(row)}`);
      row = best.one;
    }
    for (const key of pairsOf(row, names)) open.delete(key);
    for (const name of names) uses.set(`${name}=${row[name]}`, (uses.get(`${name}=${row[name]}`) ?? 0) + 1);
    rows.push(row as Row<F>);
  }
  return rows;
}
