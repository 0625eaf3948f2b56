import type { RunnableKind } from '#lib/kinds/definitions.ts';

/** What bots of one kind made and paid in one asset, units of it: exact. */
export interface Outcomes {
  profit: bigint;
  /** Of it since the last UTC midnight. */
  today: bigint;
  fees: bigint;
  /** Received (+) less paid (−). */
  funding: bigint;
  interest: bigint;
}

export const OUTCOMES = [
  'profit',
  'today',
  'fees',
  'funding',
  'interest',
] as const satisfies readonly (keyof Outcomes)[];

export function noOutcomes(): Outcomes {
  return { profit: 0n, today: 0n, fees: 0n, funding: 0n, interest: 0n };
}

export function addTo(sums: Outcomes, more: Partial<Outcomes>): void {
  for (const name of OUTCOMES) sums[name] += more[name] ?? 0n;
}

/** Of one kind, in the asset that its profit is counted in: what amounts may be added up over. */
export interface KindSum {
  readonly kind: RunnableKind;
  readonly asset: string;
  readonly sums: Outcomes;
}

/** Outcomes by kind and asset. */
export class KindSums {
  private readonly entriesByKey = new Map<string, KindSum>();

  of(kind: RunnableKind, asset: string): Outcomes {
    const key = `${kind}|${asset}`;
    const entry = this.entriesByKey.get(key) ?? { kind, asset, sums: noOutcomes() };
    this.entriesByKey.set(key, entry);
    return entry.sums;
  }

  entries(): Iterable<KindSum> {
    return this.entriesByKey.values();
  }
}
