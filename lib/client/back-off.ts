export interface BackOff {
  /** After the first failure, and at most, ms. */
  readonly firstMs: number;
  readonly mostMs: number;
  /** The part of the wait that chance may take away, 0…1: all tabs of a failed network are not to come back in the same moment. */
  readonly jitter: number;
}

/** Up to so many failures the wait is doubled, wherever its bound is. */
const DOUBLINGS = 10;

/** How long to wait after so many failures in a row (≥ 1), ms. `random`: 0…1. */
export function backOffMs({ firstMs, mostMs, jitter }: BackOff, failures: number, random: number): number {
  const doubledMs = firstMs * 2 ** Math.min(failures - 1, DOUBLINGS);
  return Math.min(doubledMs, mostMs) * (1 - jitter + jitter * random);
}
