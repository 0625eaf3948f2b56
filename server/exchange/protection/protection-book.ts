import type { ProtectionLimits } from '#lib/contract/protection-calls.ts';
import type { ProtectionAction, ProtectionLimit } from '#lib/contract/protection-words.ts';
import type { Tx } from '../sequencer/sequencer.ts';
import type { StoreBatch, StoreReader } from '../store/store.ts';

/** Store collection: limits of an account and how it stands to them, by user id. */
export const PROTECTION = 'protection';
/** Journal stream of what was ended because a limit was reached, by user id. */
export const PROTECTION_ENDS = 'protection_ends';

/** A limit that was reached and is not armed again: decided once. */
export interface Crossing {
  readonly limit: ProtectionLimit;
  readonly asset: string;
  readonly timeMs: number;
  /** What it came to, and the limit as it was: part of the peak in 1e-8, or USDT units. */
  readonly value: bigint;
  readonly most: bigint;
  readonly action: ProtectionAction;
  /** Bots that were ended for it. */
  readonly ended: number;
}

/** Everything that is kept of an account's protection. Never changed in place. */
export interface Guard {
  /** Counts what was saved. */
  readonly version: number;
  /** As they were typed: plain decimals. */
  readonly limits: ProtectionLimits;
  /** USDT units; null until the first look. */
  readonly peak: bigint | null;
  readonly peakSinceMs: number;
  /** What came in (+) and went out since the peak was looked at, by asset, units. */
  readonly flows: ReadonlyMap<string, bigint>;
  readonly crossings: readonly Crossing[];
}

export const NO_LIMITS: ProtectionLimits = { drawdown: null, exposure: null };
/** Nothing is measured yet, and nothing has come in or gone out since. */
export const NO_PEAK: Pick<Guard, 'peak' | 'peakSinceMs' | 'flows'> = { peak: null, peakSinceMs: 0, flows: new Map() };

const UNSET: Guard = { version: 0, limits: NO_LIMITS, ...NO_PEAK, crossings: [] };

export function hasLimits({ limits }: Guard): boolean {
  return limits.drawdown !== null || limits.exposure !== null;
}

/** Protection of all accounts: in memory of those that have saved some, and in the store. */
export class ProtectionBook {
  readonly #byUser: Map<number, Guard>;

  private constructor(byUser: Map<number, Guard>) {
    this.#byUser = byUser;
  }

  /** `mayHave`: whether the account may have any; what was saved for another before is left where it is. */
  static async open(store: StoreReader, mayHave: (userId: number) => boolean): Promise<ProtectionBook> {
    const byUser = new Map<number, Guard>();
    for await (const { key, value } of store.all(PROTECTION))
      if (mayHave(Number(key))) byUser.set(Number(key), readGuard(value));
    return new ProtectionBook(byUser);
  }

  of(userId: number): Guard {
    return this.#byUser.get(userId) ?? UNSET;
  }

  /** Whether nobody ever saved any. */
  get isEmpty(): boolean {
    return this.#byUser.size === 0;
  }

  /** Accounts that have limits: nothing is looked at of the others. */
  guarded(): readonly number[] {
    return [...this.#byUser].filter(([, guard]) => hasLimits(guard)).map(([userId]) => userId);
  }

  /** Taken back with its command. */
  put(tx: Tx, userId: number, guard: Guard): void {
    const before = this.#byUser.get(userId);
    tx.onUndo(() => {
      if (before === undefined) this.#byUser.delete(userId);
      else this.#byUser.set(userId, before);
    });
    this.write(tx, userId, guard);
  }

  /** For what is derived from a turn that has run. */
  write(batch: Pick<StoreBatch, 'put'>, userId: number, guard: Guard): void {
    this.#byUser.set(userId, guard);
    batch.put(PROTECTION, `${userId}`, formatGuard(guard));
  }
}

function formatGuard(guard: Guard): string {
  const { peak, flows, crossings } = guard;
  return JSON.stringify({
    ...guard,
    peak: peak === null ? null : `${peak}`,
    flows: [...flows].map(([asset, amount]) => [asset, `${amount}`]),
    crossings: crossings.map((one) => ({ ...one, value: `${one.value}`, most: `${one.most}` })),
  });
}

type Stored = Omit<Guard, 'peak' | 'flows' | 'crossings'> & {
  readonly peak: string | null;
  readonly flows: readonly (readonly [asset: string, amount: string])[];
  readonly crossings: readonly (Omit<Crossing, 'value' | 'most'> & { readonly value: string; readonly most: string })[];
};

function readGuard(text: string): Guard {
  const stored = JSON.parse(text) as Stored;
  const { peak, flows, crossings } = stored;
  return {
    ...stored,
    peak: peak === null ? null : BigInt(peak),
    flows: new Map(flows.map(([asset, amount]) => [asset, BigInt(amount)])),
    crossings: crossings.map((one) => ({ ...one, value: BigInt(one.value), most: BigInt(one.most) })),
  };
}
