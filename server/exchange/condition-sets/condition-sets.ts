import type { z } from 'zod';
import type { indicatorConditions } from '#lib/contract/kinds/indicator.ts';
import type { StoreBatch, StoreReader } from '../store/store.ts';

/** Store collection of the condition sets that traders saved (H8), one row a set. */
export const CONDITION_SETS = 'condition_sets';

/** Sets of one trader. */
export const MOST_SETS = 50;

export interface ConditionSet {
  readonly id: number;
  readonly ownerId: number;
  readonly name: string;
  readonly createMs: number;
  readonly conditions: z.output<typeof indicatorConditions>;
}

type Writer = Pick<StoreBatch, 'put' | 'remove'>;

/** Every saved set in memory and on the disk. Changes give back what takes them back in memory. */
export interface ConditionSets {
  get(id: number): ConditionSet | undefined;
  /** Oldest first. */
  ofOwner(ownerId: number): readonly ConditionSet[];
  /** Writes a set: a new one, or another in the place of the one with its id. */
  put(writer: Writer, set: ConditionSet): () => void;
  remove(writer: Writer, id: number): () => void;
  nextId(): number;
}

export async function openConditionSets(store: StoreReader): Promise<ConditionSets> {
  const sets = new Map<number, ConditionSet>();
  for await (const { value } of store.all(CONDITION_SETS)) {
    const set = JSON.parse(value) as ConditionSet;
    sets.set(set.id, set);
  }
  let lastId = Math.max(0, ...sets.keys());

  function change(id: number, set: ConditionSet | undefined): () => void {
    const before = sets.get(id);
    const apply = (value: ConditionSet | undefined): void => {
      if (value === undefined) sets.delete(id);
      else sets.set(id, value);
    };
    apply(set);
    return () => apply(before);
  }

  return {
    get: (id) => sets.get(id),
    ofOwner: (ownerId) => [...sets.values()].filter((set) => set.ownerId === ownerId).sort((a, b) => a.id - b.id),
    put(writer, set) {
      writer.put(CONDITION_SETS, `${set.id}`, JSON.stringify(set));
      return change(set.id, set);
    },
    remove(writer, id) {
      writer.remove(CONDITION_SETS, `${id}`);
      return change(id, undefined);
    },
    // An id is not used again, even when its command is taken back.
    nextId() {
      lastId += 1;
      return lastId;
    },
  };
}
