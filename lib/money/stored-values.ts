/**
 * Values as the store has them. Bots say the same few again and again, and a start would make an object of each: those that are the
 * same are one.
 */

/** Values of a sort that are remembered at most: fees, round investments and words are a few thousand. */
const MOST = 10_000;

/** The value that `make` makes of a text, made once for as many texts as may be. */
export function remembered<T>(make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const made = make(text);
    if (known.size < MOST) known.set(text, made);
    return made;
  };
}

/** Units, decimal digits. */
export const storedUnits = remembered(BigInt);

/** A word: names of choices, of assets and the like. */
export const storedText = remembered((text) => text);
