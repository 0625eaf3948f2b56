import { midnightOf } from '#lib/time/durations.ts';
import type { Tx } from '../sequencer/sequencer.ts';
import type { StoreReader } from '../store/store.ts';
import type { PlanBook } from './plan-book.ts';

/** Store collection: up to when an owner's days are closed. Journal stream, by owner: what all of his plans had gained in all by the end of each day that changed it. */
export const PLAN_CLOSINGS = 'plan_closings';
export const PLAN_DAYS = 'plan_days';

export interface Closing {
  /** The midnight that ends the last day that is closed, ms. */
  readonly ms: number;
  /** What had been gained in all by then, units of PLAN_MONEY. */
  readonly gain: bigint;
}

/** Up to when each owner's days are closed: one small row of an owner, however many plans he has. */
export class PlanClosings {
  readonly #plans: PlanBook;
  readonly #last = new Map<number, Closing>();

  private constructor(plans: PlanBook) {
    this.#plans = plans;
  }

  static async open(store: StoreReader, plans: PlanBook): Promise<PlanClosings> {
    const closings = new PlanClosings(plans);
    for await (const { key, value } of store.all(PLAN_CLOSINGS)) closings.#last.set(Number(key), readClosing(value));
    return closings;
  }

  /** Before his first plan nothing was gained. */
  of(ownerId: number): Closing {
    const known = this.#last.get(ownerId);
    if (known !== undefined) return known;
    const beganMs = Math.min(...this.#plans.ofOwner(ownerId).map(({ createMs }) => createMs));
    return { ms: Number.isFinite(beganMs) ? midnightOf(beganMs) : 0, gain: 0n };
  }

  /** Closes his days up to a midnight. Taken back with its command. */
  close(tx: Tx, ownerId: number, closing: Closing): void {
    const before = this.#last.get(ownerId);
    tx.onUndo(() => {
      if (before === undefined) this.#last.delete(ownerId);
      else this.#last.set(ownerId, before);
    });
    if (closing.gain !== this.of(ownerId).gain) tx.append(PLAN_DAYS, `${ownerId}`, closing.ms, formatClosing(closing));
    this.#last.set(ownerId, closing);
    tx.put(PLAN_CLOSINGS, `${ownerId}`, formatClosing(closing));
  }
}

function formatClosing({ ms, gain }: Closing): string {
  return JSON.stringify([ms, `${gain}`]);
}

/** The store is our own: a malformed row is a bug and throws. */
export function readClosing(text: string): Closing {
  const [ms, gain] = JSON.parse(text) as [number, string];
  return { ms, gain: BigInt(gain) };
}
