import type { z } from 'zod';
import type { indicatorConditions } from '#lib/contract/kinds/indicator.ts';
import type { StoreBatch, StoreReader } from '../store/store.ts';
import { ByOwner } from '../surroundings/by-owner.ts';

/** Store collection of the condition sets that traders saved (H8), one row a set. */
export const CONDITION_SETS = 'condition_sets';
/** The last number that was given, under `last`. */
export const CONDITION_SET_IDS = 'condition_set_ids';

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
  remove(writer: Writer, set: ConditionSet): () => void;
  nextId(): number;
}

export async function openConditionSets(store: StoreReader): Promise<ConditionSets> {
  const sets = new ByOwner<ConditionSet>();
  // A page that still shows a deleted set must not delete another under its number: numbers are never given again.
  let lastId = Number((await store.get(CONDITION_SET_IDS, 'last')) ?? 0);
  for await (const { value } of store.all(CONDITION_SETS)) {
    const set = JSON.parse(value) as ConditionSet;
    sets.put(set);
    lastId = Math.max(lastId, set.id);
  }

  return {
    get: (id) => sets.get(id),
    ofOwner: (ownerId) => sets.ofOwner(ownerId).toSorted((a, b) => a.id - b.id),
    put(writer, set) {
      writer.put(CONDITION_SETS, `${set.id}`, JSON.stringify(set));
      return sets.put(set);
    },
    remove(writer, set) {
      writer.remove(CONDITION_SETS, `${set.id}`);
      writer.put(CONDITION_SET_IDS, 'last', `${lastId}`);
      return sets.drop(set);
    },
    // An id is not used again, even when its command is taken back.
    nextId() {
      lastId += 1;
      return lastId;
    },
  };
}
