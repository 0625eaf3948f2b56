import type { StoreReader } from './store.ts';

/** What a store knows of the keys and the market that it was made with; named for the keys, which were first. */
export const MARKS = 'key_marks';

/** What all who open a store, at once or one after the other, must have alike. It goes to the database's thread: data alone. */
export interface StoreMark {
  /** Of a file in DATA_DIR, or of a setting. */
  readonly name: string;
  /** Of a setting, for people; of a key a hash. */
  readonly value: string;
  readonly isKey: boolean;
}

/** What the store has, as JSON text by name. */
export type KeptMarks = ReadonlyMap<string, string>;

/** Throws, with what to do, for the first that the store knows as another. What it does not know is no reason: an earlier program made it. */
export function assertSameMarks(marks: readonly StoreMark[], kept: KeptMarks): void {
  for (const mark of marks) {
    const known = kept.get(mark.name);
    if (known !== undefined && known !== textOf(mark)) throw new Error(complaintOf(mark, known));
  }
}

export async function keptMarks(store: Pick<StoreReader, 'all'>): Promise<KeptMarks> {
  const kept = new Map<string, string>();
  for await (const { key, value } of store.all(MARKS)) kept.set(key, value);
  return kept;
}

/** As it stands in the store. */
export function textOf({ value }: StoreMark): string {
  return JSON.stringify(value);
}

function complaintOf({ name, value, isKey }: StoreMark, known: string): string {
  const forget = `DELETE FROM exchange.item WHERE collection = '${MARKS}' AND key = '${name}' (SQLite: item, in DATA_DIR/exchange.db).`;
  if (isKey) {
    return (
      `DATA_DIR/${name} is not the key of the exchanges that have used this store: copy that file from one of them. ` +
      `If it is lost, go on without it: ${forget}`
    );
  }
  return (
    `${name}=${value} is another market than ${name}=${JSON.parse(known)}, on which this store was made: all its bots would meet other ` +
    `prices from one moment to the next. Set it back, or open another store: another DATA_DIR, another STORE_URL. ` +
    `If these prices are to follow those: ${forget}`
  );
}
