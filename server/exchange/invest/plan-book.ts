import type { PlanReason } from '#lib/contract/auto-invest-words.ts';
import { WakeHeap } from '#lib/engine/wake-heap.ts';
import type { Tx } from '../sequencer/sequencer.ts';
import type { StoreReader } from '../store/store.ts';
import { formatPlan, formatVersion, type Plan, type PlanVersion, readPlan, readVersion } from './plan.ts';

/** Store collections: plans by number, and versions of before by `plan/version`. */
export const PLANS = 'plans';
const PLAN_VERSIONS = 'plan_versions';
export const PLAN_COLLECTIONS = [PLANS, PLAN_VERSIONS] as const;

/** The plan that a row of the store is of: its own, or one of its versions of before. Undefined: it is of none. */
export function planOfItem({ collection, key }: { readonly collection: string; readonly key: string }) {
  if (collection === PLANS) return Number(key);
  return collection === PLAN_VERSIONS ? Number(key.split('/')[0]) : undefined;
}

/** Plans count from here: their numbers are not bots'. */
const FIRST_PLAN_ID = 500_001;
const FEWEST_SLOTS = 1_024;

/** All plans in memory, and when each is to be looked at. */
export class PlanBook {
  readonly #plans = new Map<number, Plan>();
  readonly #past = new Map<number, PlanVersion[]>();
  readonly #owners = new Map<number, Set<number>>();
  /** Why the purchase of a date that has come is still to be made; learnt anew by a restart. */
  readonly #waits = new Map<number, PlanReason>();
  #ranks = new Float64Array(FEWEST_SLOTS).map((_, slot) => slot);
  readonly #heap = new WakeHeap(this.#ranks);
  #lastId = FIRST_PLAN_ID - 1;

  static async open(store: StoreReader): Promise<PlanBook> {
    const book = new PlanBook();
    for await (const { value } of store.all(PLANS)) book.#set(readPlan(value));
    for await (const { key, value } of store.all(PLAN_VERSIONS)) {
      const id = Number(key.split('/')[0]);
      book.#past.set(id, [...(book.#past.get(id) ?? []), readVersion(JSON.parse(value))]);
    }
    for (const past of book.#past.values()) past.sort((a, b) => a.version - b.version);
    return book;
  }

  get(id: number): Plan | undefined {
    return this.#plans.get(id);
  }

  /** Versions before the present one, the oldest first. */
  past(id: number): readonly PlanVersion[] {
    return this.#past.get(id) ?? [];
  }

  ofOwner(userId: number): readonly Plan[] {
    return [...(this.#owners.get(userId) ?? [])].flatMap((id) => this.#plans.get(id) ?? []);
  }

  /** Who ever had a plan. */
  owners(): Iterable<number> {
    return this.#owners.keys();
  }

  every(): Iterable<Plan> {
    return this.#plans.values();
  }

  nextId(): number {
    return this.#lastId + 1;
  }

  waitsFor(id: number): PlanReason {
    return this.#waits.get(id) ?? '';
  }

  /** Writes a plan as it is now. Taken back with its command. */
  put(tx: Tx, plan: Plan): void {
    const before = this.#plans.get(plan.id);
    const waits = this.waitsFor(plan.id);
    tx.onUndo(() => {
      if (before === undefined) this.#drop(plan);
      else this.#set(before);
      if (waits !== '') this.#waits.set(plan.id, waits);
    });
    this.#set(plan);
    tx.put(PLANS, `${plan.id}`, formatPlan(plan));
  }

  /** Writes a version that is no longer the plan's. Taken back with its command. */
  putPast(tx: Tx, id: number, version: PlanVersion): void {
    const before = this.#past.get(id);
    tx.onUndo(() => {
      if (before === undefined) this.#past.delete(id);
      else this.#past.set(id, before);
    });
    const others = (before ?? []).filter((one) => one.version !== version.version);
    this.#past.set(
      id,
      [...others, version].sort((a, b) => a.version - b.version),
    );
    tx.put(PLAN_VERSIONS, `${id}/${version.version}`, JSON.stringify(formatVersion(version)));
  }

  /** The plan whose time to be looked at came first, of several the one with the smallest number; undefined: none has come. */
  nextDue(atMs: number): Plan | undefined {
    return this.#heap.topKey > atMs ? undefined : this.#plans.get(this.#heap.topEntry + FIRST_PLAN_ID);
  }

  /** It is looked at again then; until that it says why. */
  tryAgain(id: number, atMs: number, reason: PlanReason): void {
    this.#waits.set(id, reason);
    this.#heap.set(this.#slotOf(id), atMs);
  }

  #set(plan: Plan): void {
    const own = this.#owners.get(plan.ownerId) ?? new Set();
    this.#owners.set(plan.ownerId, own.add(plan.id));
    this.#plans.set(plan.id, plan);
    this.#lastId = Math.max(this.#lastId, plan.id);
    this.#waits.delete(plan.id);
    this.#heap.set(this.#slotOf(plan.id), plan.dueMs ?? Number.POSITIVE_INFINITY);
  }

  #drop({ id, ownerId }: Plan): void {
    this.#plans.delete(id);
    this.#owners.get(ownerId)?.delete(id);
    this.#heap.remove(this.#slotOf(id));
  }

  #slotOf(id: number): number {
    const slot = id - FIRST_PLAN_ID;
    if (slot >= this.#ranks.length) {
      this.#ranks = new Float64Array(Math.max(slot + 1, 2 * this.#ranks.length)).map((_, at) => at);
      this.#heap.grow(this.#ranks);
    }
    return slot;
  }
}
